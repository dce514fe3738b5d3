/** The evidence of an exchange: of its request, its answer and its headers. */
import { textOf } from '#platform/runtime';
import { clockText } from '../../kit/clock.js';
import type { RecordedExchange, RequestEntry, StoredBody } from '../entry.js';
import { maskPath, maskQuery, maskText } from '../mask.js';
import type { ContractIssue } from '../../kit/problem-error.js';
import { isSecret } from '../mask/names.js';
import {
  absoluteHash,
  type AnswerEvidence,
  bodyHash,
  type BodyEvidence,
  type ExchangeEvidence,
  type PageEvidence,
  type RequestEvidence,
  type Evidence,
  shortHash,
  type TargetEvidence,
  urlHash,
  withoutMissing,
} from './evidence.js';

/** An answer, and when it was ready to go out: in ms since 1970. */
export type Answered = Pick<RecordedExchange, 'status' | 'response' | 'listed'> & { readonly answeredAt: number };

/** A client may count the second in which a date lies as over, and its clock may not be ours. */
const DATE_GRACE_MS = 1000;

/** Time that Retry-After asks for, in ms (RFC 9110 §10.2.3); undefined where that is none, or cannot be read. */
function retryMs(header: string | undefined, answeredAt: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000 || undefined;
  const ms = Date.parse(header) - answeredAt - DATE_GRACE_MS;
  return ms > 0 ? Math.round(ms) : undefined;
}

const RANGE = /^items (?:(\d+)-(\d+)|\*)\/(\d+)$/;
const LINK = /<([^>]*)>; rel="(next|prev)"/g;

function pageEvidence({ listed, response }: Pick<RecordedExchange, 'listed' | 'response'>, salt: string) {
  const { headers } = response;
  if (listed !== undefined) {
    const { next, ...counts } = listed;
    return withoutMissing<PageEvidence>({ ...counts, next: next === undefined ? undefined : absoluteHash(next)?.[1] });
  }
  const range = RANGE.exec(headers['content-range'] ?? '');
  if (range === null) return undefined;
  const [, first, last, total] = range;
  const links = Array.from((headers['link'] ?? '').matchAll(LINK), ([, url = '', rel]) => ({ url, rel }));
  const next = links.find(({ rel }) => rel === 'next')?.url;
  // Most have none, and to read a URL takes longer than to look for the name.
  const cursors = links.flatMap(({ url }) =>
    url.includes('cursor=') && URL.canParse(url) ? new URL(url).searchParams.getAll('cursor') : [],
  );
  return withoutMissing<PageEvidence>({
    start: Number(first ?? total),
    count: first === undefined ? 0 : Number(last) - Number(first) + 1,
    total: Number(total),
    next: next === undefined ? undefined : absoluteHash(next)?.[1],
    cursors: cursors.length === 0 ? undefined : cursors.map((cursor) => shortHash(cursor, salt)),
  });
}

/** A JSON document, or the record in its envelope; undefined where it is none. */
function documentOf({ content, isTruncated }: StoredBody): Readonly<Record<string, unknown>> | undefined {
  if (isTruncated) return undefined;
  try {
    const whole: unknown = JSON.parse(typeof content === 'string' ? content : textOf(content));
    const data = memberOf(whole, 'data');
    const record: unknown = Array.isArray(data) ? data[0] : data;
    return objectOf(record ?? whole);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

const memberOf = (value: unknown, name: string): unknown => objectOf(value)?.[name];

/** The evidence of the body of an answer. */
export type AnswerBodyEvidence = Pick<AnswerEvidence, 'issued' | 'issuedRefresh' | 'again'>;

/** Refusals that ask for another try (RFC 9449 §8, RFC 8628 §3.5). */
const AGAIN = /"error"\s*:\s*"(?:(use_dpop_nonce)|authorization_pending|slow_down)"/;

function againIn({ content, isTruncated }: StoredBody): AnswerBodyEvidence {
  const found = isTruncated ? null : AGAIN.exec(typeof content === 'string' ? content : textOf(content));
  return found === null ? {} : { again: found[1] === undefined ? 'poll' : 'retry' };
}

/** Whether something was done as it was asked. */
const isDone = (status: number): boolean => status >= 200 && status < 300;

/** What tokens an answer gives (RFC 6749 §5.1), or that it asks for another try. */
function answerBodyEvidence(
  { status = 0, response: { body } }: Pick<RecordedExchange, 'status' | 'response'>,
  salt: string,
): AnswerBodyEvidence {
  if (status >= 400 && status < 500 && body !== undefined) return againIn(body);
  if (!isDone(status) || body === undefined || !mayHaveTokens(body)) return {};
  const { access_token: token, expires_in: seconds, refresh_token: refresh } = documentOf(body) ?? {};
  return {
    ...(typeof token === 'string' && typeof seconds === 'number' && { issued: [shortHash(token, salt), seconds] }),
    ...(typeof refresh === 'string' && { issuedRefresh: shortHash(refresh, salt) }),
  };
}

function mayHaveTokens({ content }: StoredBody): boolean {
  return (typeof content === 'string' ? content : textOf(content)).includes('"access_token"');
}

/** Whether the head of a refusal asks for another try: for a nonce (RFC 9449 §9), or after a while. */
function asksAgain(status: number, headers: Readonly<Record<string, string>>): boolean {
  if (status < 400) return false;
  const { 'www-authenticate': challenge = '', 'retry-after': after = '' } = headers;
  return challenge.includes('use_dpop_nonce') || /^\d+$/.test(after) || !Number.isNaN(Date.parse(after));
}

const INVALID_TOKEN = /^bearer\b.*\berror="invalid_token"/i;

/** The evidence of the head of an answer. */
function answerHeadEvidence(answered: Answered, salt: string): AnswerEvidence {
  const { status = 0, response, answeredAt } = answered;
  const { headers } = response;
  return withoutMissing<AnswerEvidence>({
    etag: headers['etag'],
    retryAfter: retryMs(headers['retry-after'], answeredAt),
    again: asksAgain(status, headers) ? 'retry' : undefined,
    location: status >= 300 && status < 400 ? absoluteHash(headers['location'] ?? '') : undefined,
    isReplay: headers['idempotency-replayed'] === 'true' || undefined,
    refusesToken: (status === 401 && INVALID_TOKEN.test(headers['www-authenticate'] ?? '')) || undefined,
    page: isDone(status) ? pageEvidence(answered, salt) : undefined,
  });
}

/** A refresh token in a body: in JSON, which has none that needs an escape, or in a form. */
const REFRESH = /"refresh_token"\s*:\s*"([^"\\]+)"/;

function refreshIn(text: string): string | undefined {
  if (!text.includes('refresh_token')) return undefined;
  return REFRESH.exec(text)?.[1] ?? new URLSearchParams(text).get('refresh_token') ?? undefined;
}

/** A secret that people type, as a member of JSON or of a form. */
const TYPED =
  /(?:^|[&"])\w*(?:password|passphrase|passcode|pwd|pin|otp|mfa_?code|sms_?code|user_?code|verification_?code|recovery_?code|backup_?code)(?:"\s*:|=)/i;

const KEY = /"idempotency_key"\s*:\s*"([^"\\]+)"/g;

/** The keys of the calls of a request of tRPC, which has no headers for them; undefined where one has none. */
function keysIn(path: string, text: string): string | undefined {
  if (!path.startsWith('/trpc/')) return undefined;
  const keys = Array.from(text.matchAll(KEY), ([, key]) => key);
  return keys.length < path.split(/,|%2c/i).length ? undefined : keys.join('\n');
}

/** The evidence of the body of a request. */
function bodyEvidence({ body, path }: Pick<RecordedExchange, 'body' | 'path'>, salt: string): BodyEvidence {
  if (body === undefined || body.bytes === 0) return {};
  const { content, isTruncated } = body;
  if (isTruncated) return { body: '' };
  const text = typeof content === 'string' ? content : textOf(content);
  const [refresh, keys] = [refreshIn(text), keysIn(path, text)];
  return {
    body: bodyHash(content, salt),
    ...(TYPED.test(text) && { isTyped: true }),
    ...(keys !== undefined && { key: shortHash(keys, salt) }),
    ...(refresh !== undefined && refresh !== '' && { refresh: shortHash(refresh, salt) }),
  };
}

/** What a request asks for, and the clock by which it was answered. */
type EvidenceSource = Pick<RecordedExchange, 'path' | 'query' | 'baseUrl' | 'clock'>;

/** Secrets that a query is the right position of (RFC 6749 §4.1.2, RFC 8628 §3.3.1, OpenID Connect RP-Initiated Logout 1.0 §2). */
const NO_SECRETS = new Set(['id_token_hint', 'code', 'user_code']);

function secretsIn(query: URLSearchParams): string[] | undefined {
  const secrets = Array.from(query).filter(([name, value]) => value !== '' && isSecret(name) && !NO_SECRETS.has(name));
  return secrets.length === 0 ? undefined : secrets.map(([name]) => name.slice(0, 100));
}

/** The evidence of what a request asks for. */
function targetEvidence({ path, query, baseUrl, clock }: EvidenceSource, salt: string): TargetEvidence {
  const isMasked = maskPath(path) !== path || maskQuery(query) !== query;
  const parameters = query === '' ? undefined : new URLSearchParams(query);
  const cursor = parameters?.get('cursor');
  return withoutMissing<TargetEvidence>({
    url: isMasked ? urlHash({ baseUrl, path, query }) : undefined,
    secrets: parameters && secretsIn(parameters),
    cursor: cursor ? shortHash(cursor, salt) : undefined,
    clock: clockText(clock),
  });
}

/** Names this process: its monotonic clock began when no other one did. */
export const PROCESS = shortHash(String(performance.timeOrigin));

/** A time of that clock, as evidence has it. */
const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** When an exchange was, as evidence has it. */
export const timeEvidence = ({ since, answeredAt }: Pick<RequestEntry, 'since' | 'answeredAt'>): Evidence['at'] => [
  tenths(since),
  tenths(answeredAt),
];

/** Issues of one request that are noted, and the longest text of one, in characters. */
const MAX_ISSUES = 20;
const MAX_ISSUE_TEXT = 400;

/** What is off the contract, without the secrets that it repeats. */
const maskedIssue = (issue: ContractIssue): ContractIssue => ({
  ...issue,
  pointer: maskText(issue.pointer.slice(0, MAX_ISSUE_TEXT)),
  detail: maskText(issue.detail.slice(0, MAX_ISSUE_TEXT)),
});

/** The evidence of the exchange of an entry. */
export function exchangeEvidence({ exchange, sandbox: salt, ...times }: RequestEntry): ExchangeEvidence {
  const answeredAt = times.receivedAt + times.answeredAt - times.since;
  const { made, offContract = [] } = exchange;
  return {
    ...targetEvidence(exchange, salt),
    ...bodyEvidence(exchange, salt),
    ...answerHeadEvidence({ ...exchange, answeredAt }, salt),
    ...answerBodyEvidence(exchange, salt),
    ...(made !== undefined && { made }),
    ...(offContract.length > 0 && { offContract: offContract.slice(0, MAX_ISSUES).map(maskedIssue) }),
  };
}

/** Headers that change what a request means, beside its credentials and its key. */
const MEANT = new Set([
  'accept',
  'accept-language',
  'content-encoding',
  'content-type',
  'dpop',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'last-event-id',
  'origin',
  'prefer',
  'range',
  'x-api-key',
]);

/** Headers that are looked at. */
const HEADERS = new Set([
  ...MEANT,
  'authorization',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-modified-since',
  'user-agent',
  'via',
  'x-forwarded-for',
]);

const BEARER = /^bearer +(\S+) *$/i;

/**
 * The evidence of the headers of a request.
 *
 * @param pairs names and values in turn
 */
export function headerEvidence(pairs: readonly string[], salt: string): RequestEvidence {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const name = pairs[at]?.toLowerCase() ?? '';
    if (HEADERS.has(name)) found[name] = pairs[at + 1] ?? '';
  }
  const { authorization, cookie } = found;
  const [, token] = BEARER.exec(authorization ?? '') ?? [];
  const meant = Object.keys(found).filter((name) => MEANT.has(name));
  const has = (...some: string[]): boolean => some.some((name) => found[name] !== undefined);
  const hashed = (text: string | undefined): string | undefined => text && shortHash(text, salt);
  return withoutMissing({
    key: hashed(found['idempotency-key']),
    credentials: has('authorization', 'cookie') ? hashed(`${authorization ?? ''}\n${cookie ?? ''}`) : undefined,
    token: hashed(token),
    agent: hashed(found['user-agent']),
    headers: hashed(meant.map((name) => `${name}:${found[name]}`).join('\n')),
    range: hashed(found['range']),
    revalidates: has('if-none-match', 'if-modified-since') || undefined,
    isGuarded: has('if-match', 'if-unmodified-since') || undefined,
    isAuthorized: has('authorization') || undefined,
    isProxied: has('forwarded', 'via', 'x-forwarded-for') || undefined,
    isStream: found['accept']?.includes('text/event-stream') === true || undefined,
  });
}

/** The evidence of an entry of this process. */
export const evidenceOf = (entry: RequestEntry): Evidence => ({
  by: PROCESS,
  at: timeEvidence(entry),
  ...headerEvidence(entry.headers, entry.sandbox),
  ...exchangeEvidence(entry),
});
