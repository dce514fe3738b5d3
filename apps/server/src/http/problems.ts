/** The one error body of the API (RFC 9457), and the OAuth form of it: made of whatever was thrown. */
import { statusTexts } from '#platform/status-texts';
import { TRPCError } from '@trpc/server';
import type { Problem } from '@understudy/contract';
import type { ProblemFault } from '@understudy/contract/kit';
import { $ZodError } from 'zod/v4/core';
import type { ProblemKinds } from '../call/api.js';
import { maskPath, maskText } from '../journal/mask.js';
import { type Locate, validationProblem } from '../kit/faults.js';
import { type CommonKind, ProblemError, usualKind } from '../kit/problem-error.js';
import { type Answer, JSON_TYPE } from './answer.js';
import type { OauthErrors } from './exchange.js';

/** Where a problem occurred (RFC 9457 §3.1.5). */
export interface Occurrence {
  /** Origin of the server, for the explanation's address. */
  readonly rootUrl: string;
  /** Path of the request. */
  readonly instance: string;
  /** Id of the trace that the request is part of. */
  readonly trace?: string | undefined;
}

/** What is known of the input that was refused. */
export interface RefusedInput {
  readonly input: unknown;
  readonly locate: Locate;
}

/** The deliberate problem behind an error; a fault of our own making is `internal`. */
export function problemBehind(error: unknown, refused: RefusedInput): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof ProblemError) return error.cause;
    const byValidation = error.code === 'BAD_REQUEST' && error.cause instanceof $ZodError;
    if (byValidation) return validationProblem(error.cause, refused.input, refused.locate);
    const kind = byTrpcCode[error.code];
    if (kind !== undefined) return new ProblemError(kind, { detail: error.message, cause: error });
  }
  return new ProblemError('internal', { cause: error });
}

/** Faults that tRPC itself finds in a request. */
const byTrpcCode: Readonly<Partial<Record<TRPCError['code'], CommonKind>>> = {
  BAD_REQUEST: 'bad_request',
  PARSE_ERROR: 'bad_request',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
};

/** The status of a problem: that of its kind, or its own where the kind has a range of them. */
export function statusOf({ kind, details }: ProblemError, kinds: ProblemKinds): number {
  const { status, highestStatus } = kinds[kind];
  return highestStatus === undefined ? status : (details.status ?? status);
}

/** The title of a problem: that of its kind, or of its own status where that is registered (RFC 9110 §16.2.1). */
function titleOf(problem: ProblemError, kinds: ProblemKinds): string {
  const { title, highestStatus } = kinds[problem.kind];
  return highestStatus === undefined ? title : (statusTexts[statusOf(problem, kinds)] ?? title);
}

/** A fault without the secrets that its location or its detail repeats. */
function maskedFault(fault: ProblemFault): ProblemFault {
  const { pointer, parameter, detail } = fault;
  return {
    ...fault,
    ...(pointer === undefined ? {} : { pointer: maskText(pointer) }),
    ...(parameter === undefined ? {} : { parameter: maskText(parameter) }),
    detail: maskText(detail),
  };
}

/**
 * The error body of a problem (RFC 9457 §3). It repeats no secret of the request: problems are what people paste into
 * reports.
 */
export function problemBody(
  problem: ProblemError,
  { rootUrl, instance, trace }: Occurrence,
  kinds: ProblemKinds,
): Problem {
  const { kind, details } = problem;
  return {
    type: `${rootUrl}/problems/${kind}`,
    title: titleOf(problem, kinds),
    status: statusOf(problem, kinds),
    detail: details.detail === undefined ? kinds[kind].description : maskText(details.detail),
    instance: maskPath(instance),
    kind,
    simulated: details.simulated ?? false,
    ...(details.errors === undefined ? {} : { errors: details.errors.map(maskedFault) }),
    // Its operation shows it to the same caller in its answers: it needs no mask.
    ...(details.current === undefined ? {} : { current: { ...details.current } }),
    ...(details.errorsOmitted ? { errors_omitted: details.errorsOmitted } : {}),
    ...(trace === undefined ? {} : { trace }),
  };
}

const PROBLEM_TYPE = 'application/problem+json';

/** Whether an Accept names plain JSON. */
export function namesJson(accept: string | null): boolean {
  return accept !== null && /\bapplication\/json\b/i.test(accept);
}

/** Some clients refuse whatever they have not named: who names JSON gets it under that name. */
function mediaType(accept: string | null): string {
  return namesJson(accept) ? JSON_TYPE : PROBLEM_TYPE;
}

/** Where a problem has occurred, and what the client accepts. */
export interface ProblemRequest extends Occurrence {
  /** Value of the Accept header. */
  readonly accept: string | null;
}

/** The answer for a problem. */
export function problemAnswer(problem: ProblemError, asked: ProblemRequest, kinds: ProblemKinds): Answer {
  return {
    status: statusOf(problem, kinds),
    type: mediaType(asked.accept),
    body: JSON.stringify(problemBody(problem, asked, kinds)),
    caching: 'none',
    kind: problem.kind,
    ...(problem.details.headers === undefined ? {} : { headers: { ...problem.details.headers } }),
  };
}

/** The answer of an OAuth endpoint: always plain JSON, with the members that OAuth clients look for. */
export function oauthProblemAnswer(
  problem: ProblemError,
  { credential, inputError, ...asked }: ProblemRequest & OauthErrors,
  kinds: ProblemKinds,
): Answer {
  const { oauth } = kinds[usualKind(problem)];
  const body = oauthErrorBody(problem, problemBody(problem, asked, kinds), { credential, inputError, oauth });
  return { ...problemAnswer(problem, asked, kinds), type: JSON_TYPE, body: JSON.stringify(body) };
}

/** What a missing or insufficient credential is called, by the credential that the operation reads (RFC 6749 §5.2, RFC 6750 §3.1). */
const credentialCodes = {
  client: { unauthorized: 'invalid_client', forbidden: 'unauthorized_client' },
  // As the redirect calls them where the caller is a browser.
  session: { unauthorized: 'access_denied', forbidden: 'access_denied' },
  bearer: { unauthorized: 'invalid_token', forbidden: 'insufficient_scope' },
} as const;

/** What the code of a problem follows from, where it does not bring its own. */
export interface CodeSource extends OauthErrors {
  /** The code of the problem kind. */
  readonly oauth?: string | undefined;
}

function codeOf(problem: ProblemError, { credential, oauth, inputError }: CodeSource): string | null {
  if (problem.details.oauth !== undefined) return problem.details.oauth;
  const kind = usualKind(problem);
  if (kind === 'unauthorized' || kind === 'forbidden') {
    return credentialCodes[credential === 'client' || credential === 'session' ? credential : 'bearer'][kind];
  }
  return oauth ?? inputError;
}

/** Puts the OAuth members before those of the problem; a request without any credential gets no code. */
export function oauthErrorBody(problem: ProblemError, body: Problem, source: CodeSource): object {
  const error = codeOf(problem, source);
  return error === null ? body : { error, error_description: body.detail, ...body };
}
