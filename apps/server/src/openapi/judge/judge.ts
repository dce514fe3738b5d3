/** Holds a request against its operation: its credentials, its parameters and its body, once. */
import type { RawInput } from '@understudy/contract/kit';
import { type ContractIssue, badRequest, type ProblemError } from '../../kit/problem-error.js';
import type { ApiOperation, Json } from '../model.js';
import { type ReadBody, readApiBody } from '../serve/body.js';
import { readParameters } from '../serve/parameters.js';
import { missingCredential } from './credentials.js';
import { type FoundIssue, type Reading, refuses } from './issues.js';
import { pointerName } from '../pointers.js';

/** A request that was held against its operation. */
interface JudgedRequest {
  /** Values of parameters by place and name, as `query limit`: those that are as they should be. */
  readonly values: ReadonlyMap<string, Json>;
  readonly body: Json | undefined;
  /** Where it is off the contract. */
  readonly issues: readonly ContractIssue[];
  /** What it is refused with; undefined where it is as the document says. */
  readonly refusal: ProblemError | undefined;
}

const NO_BODY: ReadBody = { issues: [] };

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** An issue, without what a problem lists of it. */
function withoutFault({ code, pointer, detail, blames, place }: FoundIssue): ContractIssue {
  return { code, pointer, detail, place, ...(blames && { blames }) };
}

/** Holds a request against its operation. */
export async function judgeRequest(reading: Reading, operation: ApiOperation, input: RawInput): Promise<JudgedRequest> {
  const { values, issues } = readParameters(reading, operation, input);
  const body = METHODS_WITH_BODY.has(operation.method) ? await readApiBody(reading, operation, input) : NO_BODY;
  const missing = missingCredential(operation, input);
  const { deprecated, pointer: place } = operation;
  // Most requests are as they should be.
  if (!deprecated && missing === undefined && issues.length === 0 && body.issues.length === 0) {
    return { values, body: body.value, issues: [], refusal: undefined };
  }
  const all = [...issues, ...body.issues];
  const refused = all.filter(refuses);
  if (deprecated) {
    const detail = 'is deprecated';
    all.push({ code: 'deprecated', pointer: '/path', detail, place, fault: { code: 'deprecated', detail } });
  }
  if (missing !== undefined) {
    const { pointer, detail, scheme } = missing;
    const at = `/components/securitySchemes/${pointerName(scheme)}`;
    all.unshift({ code: 'missing_credential', pointer, detail, place: at, fault: { code: 'required', detail } });
  }
  const bad = refused.length === 0 ? undefined : badRequest(refused.map(({ fault }) => fault));
  return {
    values,
    body: body.value,
    issues: all.map(withoutFault),
    refusal: missing?.refusal() ?? body.unsupported ?? bad,
  };
}
