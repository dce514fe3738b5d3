/** Makes the answer of a REST call from what it came to, and from the faults that it meets. */
import { lineTypes, type Operation, type RawAnswer, type RawInput } from '@understudy/contract/kit';
import type { ProblemKinds } from '../call/api.js';
import { type Found, type FoundLines, type Call, hasOutcome, writes } from '../call/call.js';
import { leftHeaders } from '../call/write-limit.js';
import { bodyFaultOf } from '../call/apply-faults.js';
import { andThen, type Eventual, orElse, loadedLater } from '../kit/made-once.js';
import { type ContractIssue, issuesBehind, ProblemError } from '../kit/problem-error.js';
import { locateIn } from '../kit/faults.js';
import type { Form } from '../kit/listing.js';
import type { ForBrowser } from '../kit/handler.js';
import type { BodyFault } from '../faults/outcome.js';
import { type Answer, EVENTS_TYPE, HTML_TYPE, JSON_TYPE, JWT_TYPE } from './answer.js';
import { contentDisposition, fileAnswer } from './file-answer.js';
import type { HeaderRecord } from './cors.js';
import { backlogText, type EventStreams } from './event-streams.js';
import { oauthProblemAnswer, problemAnswer, problemBehind, problemBody } from './problems.js';
import type { ReadInput } from './read-input.js';
import type { Exchange } from './exchange.js';
import { forcedAnswer, withOutcome } from './forced-answer.js';
import type { Page, PageLink } from '../listing/paginate.js';
import { API_PATH, otherLoopback } from '../kit/sandbox-address.js';
import { lineTexts, wholeText } from '../call/list.js';
import { backlog } from '../call/sandbox-events.js';
import { failureContext } from '../call/make-context.js';
import type { CallOutcome, Plan, PlanResult } from '../call/pipeline.js';
import type { UnknownMember } from '@understudy/contract/sandboxes';

/** Loaded only where a fault asks for it. */
const altering = loadedLater(() => import('./alter-answer.js'));

/**
 * Longest header, in characters. It names the query up to four times, and many clients, fetch in Node among them, refuse
 * an answer whose headers have more than 16 kB together.
 */
const MAX_LENGTH = 12_000;

/**
 * Writes the header for the neighbours of a page. One that is too long to be read is a problem: a list without its links
 * would pass for one without more pages.
 */
function linkHeader(url: string, query: URLSearchParams, links: readonly (readonly [string, PageLink])[]): string {
  const written = links.map(([rel, changes]) => {
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
  return text;
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
type Addresses = Pick<Exchange, 'baseUrl' | 'apiUrl'> & Partial<Pick<Exchange, 'linkPath'>>;

/** The URL of a path as it is declared. It may hold what a header must not: it is written as URLs have it. */
function absolute(location: string, { baseUrl, apiUrl, linkPath }: Addresses): string {
  const isOfApi = location.startsWith(`${API_PATH}/`);
  const base = linkPath === undefined ? apiUrl : baseUrl;
  return new URL(isOfApi ? base + location.slice(API_PATH.length) : baseUrl + location).href;
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
function pageHeaders(ctx: Exchange, page: Page, bare: BareHttp | undefined): HeaderRecord {
  const { fullPath, origin, baseUrl, path, linkPath = path } = ctx;
  const counts = { 'x-total-count': String(page.pagination.total), 'content-range': contentRange(page) };
  const own = bare?.theirLinks(ctx, page.links);
  const links = Object.entries(own?.links ?? page.links);
  if (links.length === 0) return counts;
  const url = {
    foreign: () => otherLoopback(origin) + fullPath,
    relative: () => fullPath,
    own: () => `${baseUrl}${linkPath}`,
  }[page.leads ?? 'own']();
  return { link: linkHeader(url, own?.query ?? ctx.query, links), ...counts };
}

/** What an operation that speaks HTTP of its own is read and answered by. */
export type RawHttp = typeof import('./raw.js');

/** What an operation that answers as json-server does is read and answered by. */
export type BareHttp = typeof import('./bare-query.js');

/** How the calls of an operation are answered. */
export interface AnswerRules {
  readonly plan: Plan;
  readonly kinds: ProblemKinds;
  /** Undefined where it speaks as all others do. */
  readonly raw?: RawHttp | undefined;
  /** Undefined where records are answered in an envelope. */
  readonly bare?: BareHttp | undefined;
  /** Opens the streams of those that answer events. */
  readonly streams: Pick<EventStreams, 'open' | 'openTexts'>;
}

/** A call that is over. */
interface CallOver {
  readonly exchange: Exchange;
  readonly call: Call;
  /** What of the request its operation does not know. */
  readonly unknown: readonly UnknownMember[];
}

/** The same, with what was read of it, and how long it waited in artificial latency, in ms. */
interface Over extends CallOver {
  readonly read: ReadInput | undefined;
  readonly delayedMs: number;
  /** What is done to its bytes. */
  readonly fault: BodyFault | undefined;
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

/** A problem in the words of an API of its own; undefined where that has none. */
function problemOf(
  problem: ProblemError,
  { exchange, read }: Over,
  { plan, kinds, raw }: Pick<AnswerRules, 'plan' | 'kinds' | 'raw'>,
): ReturnType<RawHttp['sentRaw']> | undefined {
  const { rootUrl, fullPath: instance, trace, request } = exchange;
  const occurrence = { rootUrl, instance, trace: trace?.trace };
  const accept = request.header('accept');
  // Of a request whose input was not read, what it accepts is known all the same.
  const { headers = accept === null ? {} : { accept } } = Object(read?.input) as Partial<RawInput>;
  const answer = plan.problemAnswer?.({ problem: problemBody(problem, occurrence, kinds), headers });
  return answer && raw?.sentRaw(answer);
}

/** Where a request that was refused is off the contract of its operation. */
function offContract(
  problem: ProblemError,
  thrown: unknown,
  over: Over,
  { meta }: Operation,
): readonly ContractIssue[] {
  const { call, read } = over;
  if (call.offContract !== undefined) return call.offContract;
  const isContractual = !(thrown instanceof ProblemError) || thrown === read?.fault || thrown === call.fault;
  return issuesBehind(problem, isContractual, { path: meta.openapi.path, headers: meta.headers });
}

/** A problem, the way the operation's errors speak. */
function failed(error: unknown, over: Over, { plan, kinds, raw, bare }: AnswerRules): Answer {
  const { exchange, call, delayedMs, read, unknown } = over;
  const { meta } = plan.operation;
  const problem = problemBehind(error, { input: read?.input, locate: read?.locate ?? locateIn(meta) });
  const issues = offContract(problem, error, over, plan.operation);
  const about = { kind: problem.kind, cause: error, delayedMs, unknown, offContract: issues };
  if (bare !== undefined && (problem.kind === 'not_found' || problem.details.status === 404)) {
    return { status: 404, type: JSON_TYPE, body: bare.NOT_FOUND, caching: 'none', ...about };
  }
  const redirect =
    meta.errors === 'redirect' ? plan.redirectError?.(problem, failureContext(call, read?.input)) : undefined;
  if (redirect !== undefined) return { ...redirectAnswer(redirect), ...about };
  const { rootUrl, fullPath: instance, trace, request } = exchange;
  const at = { rootUrl, instance, trace: trace?.trace, accept: request.header('accept') };
  const own = plan.problemAnswer && problemOf(problem, over, { plan, kinds, raw });
  if (own !== undefined) return { ...own, ...about, headers: { ...problem.details.headers, ...own.headers } };
  const answer =
    meta.errors === 'problem'
      ? problemAnswer(problem, at, kinds)
      : oauthProblemAnswer(problem, { ...at, credential: meta.credential, inputError: meta.inputError }, kinds);
  return { ...answer, ...about };
}

/** Whether controls shape the answer of a call. */
function isControlled({ controls }: Call): boolean {
  return Object.values(controls).some((value) => value !== undefined);
}

type AnswerBody = Pick<Answer, 'status' | 'type' | 'body'>;

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
function wholeAnswer({ status = 200, signed }: Found, json: string): AnswerBody {
  if (signed !== undefined) return { status, type: JWT_TYPE, body: signed };
  return status === 204 ? { status, type: '', body: null } : { status, type: JSON_TYPE, body: json };
}

/** What a fault of the body is done to: the same, but with a body where it needs one. */
function answerToSpoil(found: Found, json: string, { fault }: BodyFault): AnswerBody {
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

/** Whether an error is one that was asked for. */
export function isForced(error: unknown): boolean {
  return error instanceof ProblemError && error.details.simulated === true;
}

/** The result of a call whose stream or lines a fault spoils: all that there is of them is there then. */
async function toSpoil({ found, ...result }: PlanResult): Promise<PlanResult> {
  const { stream, lines } = found;
  if (stream !== undefined) {
    const { data } = await backlog(stream);
    return { ...result, found: { ...found, stream: undefined, events: data } };
  }
  if (lines === undefined) return { found, ...result };
  return { ...result, found: { ...found, lines: { ...lines, text: await wholeText(lines) } } };
}

/** The answer of an operation that speaks HTTP of its own; a fault of the body finds one to spoil. */
function rawAnswerTo({ found }: PlanResult, { exchange, call, fault }: Over, raw: RawHttp): Answer {
  // The operation was declared to answer so.
  const { headers, ...answer } = raw.sentRaw(found.answer as RawAnswer);
  const own: HeaderRecord = { ...headers };
  addHead(own, found, exchange);
  if (found.replayed === true) own['idempotency-replayed'] = 'true';
  const isEmpty = answer.body === null && fault !== undefined && fault.fault !== 'empty';
  const said = isEmpty ? { ...answer, status: 200, type: JSON_TYPE, body: '{}' } : answer;
  const isRepeated = answer.status === 200 && fault === undefined;
  return { ...said, headers: own, isRepeated, period: found.period, controlled: isControlled(call) };
}

/** The answer of a call that has succeeded. */
function succeeded({ found, json: whole }: PlanResult, over: Over, rules: AnswerRules): Answer {
  const { operation } = rules.plan;
  const { exchange, call, delayedMs, unknown, fault } = over;
  const { page, redirect, replayed, tag } = found;
  if (redirect !== undefined) {
    if (fault !== undefined) throw spoiledRedirect(fault);
    return { ...redirectAnswer(redirect, found), delayedMs, unknown };
  }
  const vary = varyOf(operation);
  const own = { ...(found.limit && leftHeaders(found.limit)), ...(vary === '' ? {} : { vary }) };
  const complete = (answer: Answer): Answer => ({
    ...answer,
    headers: { ...answer.headers, ...own },
    delayedMs,
    unknown,
  });
  const stream = streamIn(found, rules);
  if (stream !== undefined) return complete(stream);
  if (found.file !== undefined) {
    return complete({ ...fileAnswer(found.file, exchange, call), caching: operation.meta.cache });
  }
  if (found.lines !== undefined) return complete(linesAnswer(found.lines, rules.streams));
  if (found.form !== undefined) return { ...formAnswer(found.form), delayedMs };
  const { raw, bare } = rules;
  if (raw !== undefined) return complete(rawAnswerTo({ found, json: whole }, over, raw));
  const headers: HeaderRecord = page === undefined ? own : { ...pageHeaders(exchange, page, bare), ...own };
  Object.assign(headers, bare?.UNCACHED);
  const undone = isUndone(fault, operation);
  if (!undone) addHead(headers, found, exchange);
  if (replayed === true) headers['idempotency-replayed'] = 'true';
  const json = bare === undefined ? whole : bare.bareJson(whole, operation, exchange.search);
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
    delayedMs,
    unknown,
  };
}

/** The answer of a call: its own, or that of a fault which it meets. */
export function restAnswer(
  { error, instead, result, read, isDone, delayedMs }: CallOutcome<ReadInput, PlanResult>,
  call: CallOver,
  rules: AnswerRules,
): Eventual<Answer> {
  const unknown = read?.unknown ?? call.unknown;
  const { exchange, call: own } = call;
  const isStruck = hasOutcome(own);
  const finished: typeof withOutcome = isStruck ? withOutcome : (answer) => answer;
  const fault = isStruck ? bodyFaultOf(own) : undefined;
  const over: Over = { exchange, call: own, unknown, read, delayedMs, fault };
  const made = isDone ? result?.found.made : undefined;
  const noted = (answer: Answer): Answer => {
    const { offContract: issues, listed } = own;
    if (made === undefined && issues === undefined && listed === undefined) return answer;
    return Object.assign({ offContract: issues, listed }, answer, { made });
  };
  if (instead !== undefined) {
    return forcedAnswer(instead, exchange).then((forced) =>
      withOutcome(noted({ delayedMs, unknown, ...forced }), own, 'forced'),
    );
  }
  const succeed = (found: PlanResult): Eventual<Answer> =>
    andThen(own.faultOutcome?.content && altering(), (alter) => {
      const answer = noted(succeeded(alter?.alterResult(found, call, rules.plan) ?? found, over, rules));
      return finished(alter?.alterAnswer(answer, call, rules.plan) ?? answer, own, 'true');
    });
  return orElse(
    () => {
      if (error !== undefined || result === undefined) throw error;
      return fault === undefined ? succeed(result) : toSpoil(result).then(succeed);
    },
    // Headers that cannot be written are a failure like any other.
    (failure) => finished(noted(failed(failure, over, rules)), own, isForced(failure) ? 'forced' : 'failed'),
  );
}
