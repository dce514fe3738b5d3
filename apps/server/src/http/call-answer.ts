/** Makes the answer of a REST call from its result, or from what was thrown. */
import { lineTypes, type Operation } from '@understudy/contract/kit';
import type { ProblemKinds } from '../call/api.js';
import type { Found } from '../call/call-result.js';
import { leftHeaders } from '../call/write-limit.js';
import { type Call, writes } from '../call/call.js';
import { bodyFaultOf } from '../call/apply-faults.js';
import { locateIn } from '../kit/faults.js';
import type { Form } from '../kit/entries.js';
import type { ForBrowser } from '../kit/handler.js';
import type { BodyFault } from '../faults/outcome.js';
import { ProblemError } from '../kit/problem-error.js';
import { type Answer, EVENTS_TYPE, HTML_TYPE, JSON_TYPE, JWT_TYPE } from './answer.js';
import { contentDisposition } from './content-disposition.js';
import type { HeaderRecord } from './cors.js';
import { backlogText } from './event-stream.js';
import type { EventStreams } from './event-streams.js';
import { fileAnswer } from './file-answer.js';
import { oauthProblemAnswer, problemAnswer } from './problems.js';
import type { ReadInput } from './read-input.js';
import type { RequestContext } from './request-context.js';
import type { RestResult } from './rest.js';
import { problemBehind } from './to-problem.js';
import type { Page, PageLink } from '../listing/paginate.js';
import { API_PATH } from '../kit/api-path.js';
import { lineTexts } from '../call/lines.js';
import type { FoundLines } from '../call/found-lines.js';

/**
 * Longest header, in characters. It names the query up to four times, and many clients, fetch in Node among them, refuse
 * an answer whose headers have more than 16 kB together.
 */
const MAX_LENGTH = 12_000;

/**
 * Writes the header for the neighbours of a page; undefined where it has none. One that is too long to be read is a
 * problem: a list without its links would pass for one without more pages.
 */
function linkHeader(
  url: string,
  query: URLSearchParams,
  links: Readonly<Record<string, PageLink>>,
): string | undefined {
  const written = Object.entries(links).map(([rel, changes]) => {
    const target = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) target.delete(name);
      else target.set(name, value);
    }
    return `<${url}?${target}>; rel="${rel}"`;
  });
  const text = written.join(', ');
  if (text.length > MAX_LENGTH) {
    throw new ProblemError('uri_too_long', {
      detail: `the Link header repeats the query, and would have ${text.length} characters: more than the ${MAX_LENGTH} that every client can read; send a shorter query, or pagination_style=page`,
    });
  }
  return text === '' ? undefined : text;
}

type LinesAnswer = Pick<Answer, 'status' | 'type' | 'body' | 'headers' | 'caching'>;

/** The answer of lines. There is no mark at their end: only their count tells that none is missing. */
function linesAnswer(found: FoundLines, streams: Pick<EventStreams, 'openTexts'>): LinesAnswer {
  const { controls, lines, total, text } = found;
  const name = `${lines.name}.${controls.format}`;
  const plain = contentDisposition('attachment', name);
  const headers = {
    // RFC 6266 §4.3: both, since some clients read only one of them.
    'content-disposition': plain.includes('filename*=') ? plain : `${plain}; filename*=UTF-8''${name}`,
    'x-total-count': String(total),
  };
  const said = { status: 200, type: lineTypes[controls.format], caching: 'none', headers } as const;
  if (text !== undefined) return { ...said, body: text };
  return { ...said, body: streams.openTexts(lineTexts(found), controls.chunk_bytes) };
}

/** Addresses of the sandbox, and of the API in it. */
type Addresses = Pick<RequestContext, 'baseUrl' | 'apiUrl'>;

/** The URL of a path as it is declared. It may hold what a header must not: it is written as URLs have it. */
function absolute(location: string, { baseUrl, apiUrl }: Addresses): string {
  const isOfApi = location.startsWith(`${API_PATH}/`);
  return new URL(isOfApi ? apiUrl + location.slice(API_PATH.length) : baseUrl + location).href;
}

/** Adds Location and Retry-After (RFC 9110 §10.2.2 and §10.2.3). */
export function addHead(headers: HeaderRecord, { location, retryAfter }: Found, addresses: Addresses): void {
  if (location !== undefined) headers['location'] = absolute(location, addresses);
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
}

/** Entries of a page as a range of all (RFC 9110 §14.4), the way clients of lists read it: `items 0-9/500`. */
function contentRange({ start, positions, pagination }: Page): string {
  const range = positions.length === 0 ? '*' : `${start}-${start + positions.length - 1}`;
  return `items ${range}/${pagination.total}`;
}

/** The headers of a page. */
function pageHeaders(ctx: RequestContext, page: Page): HeaderRecord {
  const link = linkHeader(`${ctx.baseUrl}${ctx.path}`, ctx.query, page.links);
  const counts = { 'x-total-count': String(page.pagination.total), 'content-range': contentRange(page) };
  return link === undefined ? counts : { link, ...counts };
}

/** Takes a problem back to the client in a redirect; undefined where it cannot travel so. */
export type RedirectError = (problem: ProblemError, call: Call, input: unknown) => ForBrowser | undefined;

/** How the calls of an operation are answered. */
export interface AnswerRules {
  readonly operation: Operation;
  readonly kinds: ProblemKinds;
  readonly redirectError: RedirectError;
  /** Opens the streams of those that answer events. */
  readonly streams: Pick<EventStreams, 'open' | 'openTexts'>;
}

/** A call that is over. */
export interface FinishedCall {
  readonly ctx: RequestContext;
  readonly call: Call;
  readonly delayedMs: number;
  readonly read: ReadInput;
}

function redirectAnswer(to: ForBrowser, { replayed }: Pick<Found, 'replayed'> = {}): Answer {
  const set = {
    ...(to.cookie === undefined ? {} : { 'set-cookie': to.cookie }),
    ...(replayed === true ? { 'idempotency-replayed': 'true' } : {}),
  };
  if ('html' in to) {
    const headers = { 'content-security-policy': to.policy, ...set };
    return { status: to.status ?? 200, type: HTML_TYPE, body: to.html, caching: 'none', headers };
  }
  const headers = { location: to.location, ...set };
  return { status: 302, type: '', body: null, caching: 'none', headers };
}

/** A problem, the way the operation's errors speak. */
function failed(error: unknown, over: FinishedCall, rules: AnswerRules): Answer {
  const { ctx, call, delayedMs, read } = over;
  const { meta } = rules.operation;
  const problem = problemBehind(error, { input: read.input, locate: read.locate ?? locateIn(meta) });
  const redirect = meta.errors === 'redirect' ? rules.redirectError(problem, call, read.input) : undefined;
  const beside = { kind: problem.kind, cause: error, delayedMs, unknown: read.unknown };
  if (redirect !== undefined) return { ...redirectAnswer(redirect), ...beside };
  const at = {
    rootUrl: ctx.rootUrl,
    instance: ctx.fullPath,
    trace: ctx.trace?.trace,
    accept: ctx.request.header('accept'),
  };
  const answer =
    meta.errors === 'problem'
      ? problemAnswer(problem, at, rules.kinds)
      : oauthProblemAnswer(problem, { ...at, credential: meta.credential, inputError: meta.inputError }, rules.kinds);
  return { ...answer, ...beside };
}

/** Whether controls shape the answer of a call. */
function isControlled({ controls }: Call): boolean {
  return Object.values(controls).some((value) => value !== undefined);
}

type Said = Pick<Answer, 'status' | 'type' | 'body'>;

/** A stream: nobody on its way is to keep it, or to wait for more of it before passing it on. */
function streamAnswer(body: NonNullable<Answer['body']>): Answer {
  return { status: 200, type: EVENTS_TYPE, body, caching: 'none', headers: { 'x-accel-buffering': 'no' } };
}

/** The stream that is answered, opened or as a whole; undefined where none is. */
function streamIn({ stream, events }: Found, { streams }: AnswerRules): Answer | undefined {
  if (stream !== undefined) return streamAnswer(streams.open(stream));
  return events && streamAnswer(backlogText(events));
}

/** A list in another form, which a browser saves as a file (RFC 6266 §4). */
function formAnswer({ document, filename }: Form): Answer {
  return {
    status: 200,
    type: JSON_TYPE,
    body: JSON.stringify(document),
    caching: 'none',
    headers: { 'content-disposition': contentDisposition('attachment', filename) },
  };
}

/** What a call is answered: its status, and the JSON of its value, which a 204 has no room for (RFC 9110 §15.3.5). */
function wholeAnswer({ status = 200, signed }: Found, json: string): Said {
  if (signed !== undefined) return { status, type: JWT_TYPE, body: signed };
  return status === 204 ? { status, type: '', body: null } : { status, type: JSON_TYPE, body: json };
}

/** What a fault of the body is done to: the same, but with a body where it needs one. */
function answerToSpoil(found: Found, json: string, { fault }: BodyFault): Said {
  if (found.status !== 204 || fault === 'empty') return wholeAnswer(found, json);
  return { status: 200, type: JSON_TYPE, body: '{}' };
}

/** A redirect has no body to spoil: the failure travels in it like any other, and is called one of the server. */
function spoiledRedirect({ fault }: BodyFault): ProblemError {
  const detail = `simulated: the answer was ${fault === 'malformed' ? 'cut in half' : 'spoiled'}`;
  return new ProblemError('malformed', { detail, oauth: 'server_error', simulated: true });
}

/** Whether nothing was created, accepted or done that the head of the answer could speak of. */
function isUndone(fault: BodyFault | undefined, { meta }: Operation): boolean {
  return fault?.fault === 'malformed' && (fault.commit === 'before' || !writes(meta));
}

/** What a cache must ask of another request before it answers the same (RFC 9110 §12.5.5); empty for nothing. */
function varyOf({ method, meta: { headers, credential } }: Operation): string {
  const names = method === 'GET' ? Object.values(headers) : [];
  const isPersonal = credential === 'viewer' || credential === 'member';
  return [...names, ...(isPersonal ? ['Authorization'] : [])].join(', ');
}

/** The records of an answer without their envelope: a list as an array, one record as it is. */
function bareJson(json: string, { answers }: Operation): string {
  // The operation has put them there.
  const { data } = JSON.parse(json) as { readonly data: unknown };
  return JSON.stringify(answers === 'written' && Array.isArray(data) ? data[0] : data);
}

/** The answer of a call. */
export function callAnswer(result: RestResult, over: FinishedCall, rules: AnswerRules): Answer {
  if ('error' in result) return failed(result.error, over, rules);
  const { found } = result;
  const { operation } = rules;
  const json = operation.meta.bare ? bareJson(result.json, operation) : result.json;
  const { page, redirect, replayed, tag } = found;
  const { ctx, call, delayedMs, read } = over;
  const fault = bodyFaultOf(call);
  const vary = varyOf(operation);
  if (redirect !== undefined) {
    if (fault !== undefined) return failed(spoiledRedirect(fault), over, rules);
    return { ...redirectAnswer(redirect, found), delayedMs, unknown: read.unknown };
  }
  try {
    const beside = { delayedMs, unknown: read.unknown };
    const own = { ...(found.limit && leftHeaders(found.limit)), ...(vary === '' ? {} : { vary }) };
    const stream = streamIn(found, rules);
    if (stream !== undefined) return { ...stream, headers: { ...stream.headers, ...own }, ...beside };
    if (found.file !== undefined) {
      const { cache: caching } = operation.meta;
      const file = fileAnswer(found.file, ctx, call);
      return { ...file, headers: { ...file.headers, ...own }, caching, ...beside };
    }
    if (found.lines !== undefined) {
      const lines = linesAnswer(found.lines, rules.streams);
      return { ...lines, headers: { ...lines.headers, ...own }, ...beside };
    }
    if (found.form !== undefined) return { ...formAnswer(found.form), delayedMs };
    const headers: HeaderRecord = page === undefined ? own : { ...pageHeaders(ctx, page), ...own };
    const undone = isUndone(fault, operation);
    if (!undone) addHead(headers, found, ctx);
    if (replayed === true) headers['idempotency-replayed'] = 'true';
    const { status, type, body } = fault === undefined ? wholeAnswer(found, json) : answerToSpoil(found, json, fault);
    const isPersonal = vary !== '' || found.limit !== undefined;
    return {
      status: undone ? 200 : status,
      type,
      body,
      caching: operation.meta.cache,
      period: found.period,
      tag,
      headers,
      controlled: isControlled(call) || isPersonal,
      ...beside,
    };
  } catch (error) {
    // Headers that cannot be written are a failure like any other.
    return failed(error, over, rules);
  }
}
