/** Reads an answer: takes the JSON out of its envelope, or says what is wrong with it. */
import { Download } from './download.js';
import { isObject, isProblem } from './error-kind.js';
import type { Failure } from './failure.js';
import { isRetryable } from './retry.js';
import { retryAfterMs } from './retry-after.js';
import type { AnswerShape } from './route.js';

/** A body as JSON, or what is wrong with it. */
export type Read = { readonly body: unknown } | { readonly failure: Failure };

/** What is expected of an answer. */
interface Expected {
  readonly answers: AnswerShape;
  /** Problem kinds that the client knows. */
  readonly kinds: readonly string[];
}

/** Reads the body of an answer. */
export function readAnswer(response: Response, text: string, { answers, kinds }: Expected): Read {
  const json = parse(text);
  if (!response.ok) return { failure: failureOf(response, json, kinds) };
  if (answers === 'nothing' && text === '') return { body: undefined };
  if (!('body' in json)) return { failure: malformed(response, json.detail, json.cause) };
  if (!fits(json.body, answers)) return { failure: malformed(response, `The body is not a ${answers} envelope.`) };
  return json;
}

/** Reads the body of an answer that is a file. Whatever stands between may answer something else in its place. */
export function readFile(
  response: Response,
  content: ArrayBuffer,
  { mediaTypes }: { readonly mediaTypes: readonly string[] },
): { readonly response: Response; readonly body: Download } | { readonly failure: Failure } {
  const came = response.headers.get('content-type') ?? '';
  const type = mediaTypes.find((one) => one.toLowerCase() === came.toLowerCase());
  if (type !== undefined) return { response, body: new Download(response, content, type) };
  return { failure: malformed(response, `The body is of type ${came}, and not of ${mediaTypes.join(' or ')}.`) };
}

type Parsed = { readonly body: unknown } | { readonly detail: string; readonly cause?: unknown };

function parse(text: string): Parsed {
  if (text === '') return { detail: 'The body is empty.' };
  try {
    return { body: JSON.parse(text) };
  } catch (cause) {
    return { detail: `The body is not JSON: it breaks off or is wrong within its ${text.length} characters.`, cause };
  }
}

function malformed(response: Response, detail: string, cause?: unknown): Failure {
  return { kind: 'malformed', detail, retryable: false, ...about(response), cause };
}

/** What every failure says of the response. */
export function about({ status, headers }: Response) {
  return { status, requestId: headers.get('x-request-id') ?? undefined };
}

function failureOf(response: Response, json: Parsed, kinds: readonly string[]): Failure {
  const wait = retryAfterMs(response.headers);
  const details = { ...about(response), retryAfterMs: wait, retryable: isRetryable(response.status, wait) };
  if ('body' in json && isProblem(json.body, kinds)) {
    const problem = json.body;
    return { ...details, kind: problem.kind, detail: problem.detail, problem };
  }
  return { ...details, kind: 'unexpected_status', detail: `The server answered ${response.status} without a problem.` };
}

/** Whether the envelope is there, so that whatever reads it can rely on it. */
function fits(body: unknown, answers: AnswerShape): boolean {
  if (answers === 'document') return true;
  if (answers === 'nothing') return false;
  if (!isObject(body)) return false;
  const { data, pagination } = body;
  if (answers === 'record') return isObject(data);
  if (!Array.isArray(data)) return false;
  if (answers === 'written') return data.length > 0;
  return answers !== 'list' || (isObject(pagination) && typeof pagination['page'] === 'number');
}
