/** Failures of the OpenAPI document: the error body, with an example for each problem kind. */
import type { ProblemKind } from '@understudy/contract';
import { simulatedErrors } from '@understudy/contract/kit';
import type { ProblemKinds } from '../../call/api.js';
import { forcedProblem, type ProblemFault } from '../../call/forced-problem.js';
import { oauthErrorBody } from '../oauth-error-body.js';
import { problemBody } from '../to-problem.js';
import { problemsOf } from '../../kit/problem-error.js';
import type { ErrorForm } from './error-form.js';
import { failureHeaders, headersOf, rangeHeaders } from './headers.js';
import type { Json } from './parameters.js';

/** Where the problems of the examples occur: at the address that the contract's own examples name. */
const occurrence = { rootUrl: 'http://127.0.0.1:4010', instance: '/api/education/courses' };

/** The body does not say when, and its headers are described elsewhere. */
const occasion = { now: 0, machineNow: 0, rootUrl: occurrence.rootUrl, allow: () => '', authorization: '' };

/** The fault that forces a kind. */
function faultOf(kind: ProblemKind): ProblemFault | undefined {
  if (kind === 'status') return { fault: kind, code: 418, commit: 'before' };
  const name = simulatedErrors.find((one) => one === kind);
  return name === undefined || name === 'malformed' ? undefined : { fault: name, commit: 'before' };
}

/** How a problem is written, and to whom. */
interface Written {
  readonly form: ErrorForm;
  readonly credential: 'bearer' | 'client';
}

function exampleOf(kind: ProblemKind, { form, credential }: Written, kinds: ProblemKinds): object {
  const fault = faultOf(kind);
  const meta = { credential, beginsSession: false };
  const problem = fault === undefined ? problemsOf(kinds)(kind) : forcedProblem(fault, { ...occasion, meta });
  const body = problemBody(problem, occurrence, kinds);
  return form !== 'oauth'
    ? body
    : oauthErrorBody(problem, body, { credential, oauth: kinds[kind].oauth, inputError: 'invalid_request' });
}

function examples(kinds: readonly ProblemKind[], form: ErrorForm, all: ProblemKinds): Json {
  // A client that can be refused as such is one that is asked to authenticate.
  const credential = kinds.includes('invalid_client') ? 'client' : 'bearer';
  const value = (kind: ProblemKind) => exampleOf(kind, { form, credential }, all);
  const named = kinds.map((kind) => [kind, { summary: all[kind].title, value: value(kind) }]);
  return { examples: Object.fromEntries(named) };
}

const schema = (name: string): Json => ({ schema: { $ref: `#/components/schemas/${name}` } });

/** The same of an operation that counts its calls: each failure that its handler comes to says what is left. */
export function countedResponse(...of: Parameters<typeof problemResponse>): Json {
  const response = problemResponse(...of);
  const own = headersOf('RateLimit', 'RateLimit-Policy');
  return { ...response, headers: { ...Object(response['headers']), ...own } };
}

/** The response of kinds that share a status. OAuth errors are plain JSON; a request that reaches no route gets a problem. */
export function problemResponse(kinds: readonly ProblemKind[], form: ErrorForm, all: ProblemKinds): Json {
  const titles = [...new Set(kinds.map((kind) => all[kind].title))].join(', ');
  const [first] = kinds;
  // The examples stand in the form that comes unless another is asked for: both would say the same.
  const shown = examples(kinds, form, all);
  return {
    description: `${titles} (${kinds.join(', ')})`,
    headers: first === 'status' ? rangeHeaders : failureHeaders(first === undefined ? 500 : all[first].status, form),
    content:
      form !== 'oauth'
        ? {
            'application/problem+json': { ...schema('Problem'), ...shown },
            'application/json': schema('Problem'),
          }
        : {
            'application/json': { ...schema('OauthProblem'), ...shown },
            'application/problem+json': schema('Problem'),
          },
  };
}
