/** The signs of exchanges as members of a JSON object, and the facts of an entry with them. */
import type { Exchange } from '../exchange.js';
import { type AnswerBodySigns, answerBodySigns, type Answered, answerHeadSigns } from './answer-evidence.js';
import type { BodySigns, TargetSigns } from './evidence.js';
import { headerSigns } from './header-evidence.js';
import { bodyHash, shortHash } from './short-hash.js';
import { maskPath, maskQuery } from '../mask.js';
import { isSecret } from '../secret-names.js';
import { urlHash } from './url-hash.js';
import { withoutMissing } from './without-missing.js';
import { textOf } from '#platform/bytes';

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

/** The signs of the body of a request. */
function bodySigns({ body, path }: Pick<Exchange, 'body' | 'path'>, salt: string): BodySigns {
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
type Asked = Pick<Exchange, 'path' | 'query' | 'baseUrl' | 'clock'>;

/** Secrets that a query is the right position of (RFC 6749 §4.1.2, RFC 8628 §3.3.1, OpenID Connect RP-Initiated Logout 1.0 §2). */
const NO_SECRETS = new Set(['id_token_hint', 'code', 'user_code']);

function secretsIn(query: URLSearchParams): string[] | undefined {
  const secrets = Array.from(query).filter(([name, value]) => value !== '' && isSecret(name) && !NO_SECRETS.has(name));
  return secrets.length === 0 ? undefined : secrets.map(([name]) => name.slice(0, 100));
}

function clockText(clock: Exchange['clock']): string | undefined {
  if (clock === undefined || clock.mode === 'real') return undefined;
  return clock.mode === 'frozen' ? `at ${clock.at}` : `by ${clock.offset}`;
}

/** The signs of what a request asks for. */
function targetSigns({ path, query, baseUrl, clock }: Asked, salt: string): TargetSigns {
  const isMasked = maskPath(path) !== path || maskQuery(query) !== query;
  const parameters = query === '' ? undefined : new URLSearchParams(query);
  const cursor = parameters?.get('cursor');
  return withoutMissing<TargetSigns>({
    url: isMasked ? urlHash({ baseUrl, path, query }) : undefined,
    secrets: parameters && secretsIn(parameters),
    cursor: cursor ? shortHash(cursor, salt) : undefined,
    clock: clockText(clock),
  });
}

/** Names this process: its monotonic clock began when no other one did. */
const BY = shortHash(String(performance.timeOrigin));

/** When an exchange was, by the monotonic clock, in ms. */
export type Times = Pick<Exchange, 'since' | 'answeredAt'>;

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Signs as the members of an object in JSON, without braces; with the process that made them. */
const membersOf = (signs: object): string => JSON.stringify({ by: BY, ...signs }).slice(1, -1);

/** Wall time at which the answer was ready, in ms since 1970. */
const answeredWall = ({ receivedAt, since, answeredAt }: Exchange): number => receivedAt + answeredAt - since;

/** The signs of the bodies of an exchange. */
export interface BodiesSigns {
  readonly asked: BodySigns;
  readonly answered: AnswerBodySigns;
}

/** The signs of the bodies of an exchange, which are the first of it to be dropped. */
export function bodiesSigns(
  exchange: Pick<Exchange, 'body' | 'path' | 'status' | 'response'>,
  salt: string,
): BodiesSigns {
  return { asked: bodySigns(exchange, salt), answered: answerBodySigns(exchange, salt) };
}

/**
 * The signs of an exchange but for its times, as members.
 *
 * @param bodies those of its bodies, where these were dropped
 */
export function signsOf(exchange: Exchange, salt: string, bodies = bodiesSigns(exchange, salt)): string {
  const { headers, made } = exchange;
  const signs = {
    ...targetSigns(exchange, salt),
    ...bodies.asked,
    ...answerHeadSigns({ ...exchange, answeredAt: answeredWall(exchange) }, salt),
    ...bodies.answered,
    ...(made !== undefined && { made }),
  };
  return joined(headerSigns(headers, salt), membersOf(signs));
}

/** What is the same each time that an answer is repeated, as members. */
export function sharedSigns(exchange: Asked & Omit<Answered, 'answeredAt'>, salt: string): string {
  const head = answerHeadSigns({ ...exchange, answeredAt: 0 }, salt);
  return membersOf({ ...targetSigns(exchange, salt), ...head, ...answerBodySigns(exchange, salt) });
}

/** Members of two, the first of which may be empty. */
export function joined(one: string, other: string): string {
  return one === '' ? other : `${one},${other}`;
}

/** The facts of an entry with its signs, of which these are the members. */
export function withSigns(facts: string, members: string, { since, answeredAt }: Times): string {
  return `${facts.slice(0, -1)},"signs":{"at":[${tenths(since)},${tenths(answeredAt)}],${members}}}`;
}
