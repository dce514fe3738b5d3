/** The signs of an exchange: of what was asked for, of the bodies, and of the answer. */
import { textOf } from '#platform/runtime';
import type { RecordedExchange } from '../entry.js';
import { maskPath, maskQuery } from '../mask.js';
import { isSecret } from '../mask/names.js';
import { answerBodySigns, answerHeadSigns } from './answer-evidence.js';
import { type BodySigns, type ExchangeSigns, type TargetSigns, withoutMissing } from './evidence.js';
import { bodyHash, shortHash, urlHash } from './short-hash.js';

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
function bodySigns({ body, path }: Pick<RecordedExchange, 'body' | 'path'>, salt: string): BodySigns {
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
type Asked = Pick<RecordedExchange, 'path' | 'query' | 'baseUrl' | 'clock'>;

/** Secrets that a query is the right position of (RFC 6749 §4.1.2, RFC 8628 §3.3.1, OpenID Connect RP-Initiated Logout 1.0 §2). */
const NO_SECRETS = new Set(['id_token_hint', 'code', 'user_code']);

function secretsIn(query: URLSearchParams): string[] | undefined {
  const secrets = Array.from(query).filter(([name, value]) => value !== '' && isSecret(name) && !NO_SECRETS.has(name));
  return secrets.length === 0 ? undefined : secrets.map(([name]) => name.slice(0, 100));
}

function clockText(clock: RecordedExchange['clock']): string | undefined {
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
export const PROCESS = shortHash(String(performance.timeOrigin));

/** A time of that clock, as signs have it. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Where an exchange belongs, and when its answer was ready, in ms since 1970. */
interface Circumstances {
  readonly salt: string;
  readonly answeredAt: number;
}

/** The signs of an exchange. */
export function exchangeSigns(exchange: RecordedExchange, { salt, answeredAt }: Circumstances): ExchangeSigns {
  const { made } = exchange;
  return {
    ...targetSigns(exchange, salt),
    ...bodySigns(exchange, salt),
    ...answerHeadSigns({ ...exchange, answeredAt }, salt),
    ...answerBodySigns(exchange, salt),
    ...(made !== undefined && { made }),
  };
}
