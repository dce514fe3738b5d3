/** The signs of an answer: of its status, its headers and the start of its body. */
import { textOf } from '#platform/bytes';
import type { KeptBody } from '../body-start.js';
import type { RecordedExchange } from '../entry.js';
import { type AnswerSigns, type PageSigns, withoutMissing } from './evidence.js';
import { absoluteHash, shortHash } from './short-hash.js';

/** An answer, and when it was ready to go out: in ms since 1970. */
export type Answered = Pick<RecordedExchange, 'status' | 'response'> & { readonly answeredAt: number };

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

function pageSigns(headers: Readonly<Record<string, string>>, salt: string): PageSigns | undefined {
  const range = RANGE.exec(headers['content-range'] ?? '');
  if (range === null) return undefined;
  const [, first, last, total] = range;
  const links = Array.from((headers['link'] ?? '').matchAll(LINK), ([, url = '', rel]) => ({ url, rel }));
  const next = links.find(({ rel }) => rel === 'next')?.url;
  // Most have none, and to read a URL takes longer than to look for the name.
  const cursors = links.flatMap(({ url }) =>
    url.includes('cursor=') && URL.canParse(url) ? new URL(url).searchParams.getAll('cursor') : [],
  );
  return withoutMissing<PageSigns>({
    start: Number(first ?? total),
    count: first === undefined ? 0 : Number(last) - Number(first) + 1,
    total: Number(total),
    next: next === undefined ? undefined : absoluteHash(next)?.[1],
    cursors: cursors.length === 0 ? undefined : cursors.map((cursor) => shortHash(cursor, salt)),
  });
}

/** A JSON document, or the record in its envelope; undefined where it is none. */
function documentOf({ content, isTruncated }: KeptBody): Readonly<Record<string, unknown>> | undefined {
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

/** The signs of the body of an answer. */
export type AnswerBodySigns = Pick<AnswerSigns, 'issued' | 'issuedRefresh' | 'again'>;

/** Refusals that ask for another try (RFC 9449 §8, RFC 8628 §3.5). */
const AGAIN = /"error"\s*:\s*"(?:(use_dpop_nonce)|authorization_pending|slow_down)"/;

function againIn({ content, isTruncated }: KeptBody): AnswerBodySigns {
  const found = isTruncated ? null : AGAIN.exec(typeof content === 'string' ? content : textOf(content));
  return found === null ? {} : { again: found[1] === undefined ? 'poll' : 'retry' };
}

/** Whether something was done as it was asked. */
const isDone = (status: number): boolean => status >= 200 && status < 300;

/** What tokens an answer gives (RFC 6749 §5.1), or that it asks for another try. */
export function answerBodySigns(
  { status = 0, response: { body } }: Pick<RecordedExchange, 'status' | 'response'>,
  salt: string,
): AnswerBodySigns {
  if (status >= 400 && status < 500 && body !== undefined) return againIn(body);
  if (!isDone(status) || body === undefined || !mayHaveTokens(body)) return {};
  const { access_token: token, expires_in: seconds, refresh_token: refresh } = documentOf(body) ?? {};
  return {
    ...(typeof token === 'string' && typeof seconds === 'number' && { issued: [shortHash(token, salt), seconds] }),
    ...(typeof refresh === 'string' && { issuedRefresh: shortHash(refresh, salt) }),
  };
}

function mayHaveTokens({ content }: KeptBody): boolean {
  return (typeof content === 'string' ? content : textOf(content)).includes('"access_token"');
}

/** Whether the head of a refusal asks for another try: for a nonce (RFC 9449 §9), or after a while. */
function asksAgain(status: number, headers: Readonly<Record<string, string>>): boolean {
  if (status < 400) return false;
  const { 'www-authenticate': challenge = '', 'retry-after': after = '' } = headers;
  return challenge.includes('use_dpop_nonce') || /^\d+$/.test(after) || !Number.isNaN(Date.parse(after));
}

const INVALID_TOKEN = /^bearer\b.*\berror="invalid_token"/i;

/** The signs of the head of an answer. */
export function answerHeadSigns(
  { status = 0, response: { headers }, answeredAt }: Answered,
  salt: string,
): AnswerSigns {
  return withoutMissing<AnswerSigns>({
    etag: headers['etag'],
    retryAfter: retryMs(headers['retry-after'], answeredAt),
    again: asksAgain(status, headers) ? 'retry' : undefined,
    location: status >= 300 && status < 400 ? absoluteHash(headers['location'] ?? '') : undefined,
    isReplay: headers['idempotency-replayed'] === 'true' || undefined,
    refusesToken: (status === 401 && INVALID_TOKEN.test(headers['www-authenticate'] ?? '')) || undefined,
    page: isDone(status) ? pageSigns(headers, salt) : undefined,
  });
}
