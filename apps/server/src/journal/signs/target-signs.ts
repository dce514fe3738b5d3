/** The signs of what a request asks for. */
import type { Exchange } from '../exchange.js';
import { maskPath, maskQuery } from '../mask.js';
import { isSecret } from '../secret-names.js';
import { shortHash } from './short-hash.js';
import type { TargetSigns } from './signs.js';
import { urlHash } from './url-hash.js';
import { withoutMissing } from './without-missing.js';

/** What a request asks for, and the clock by which it was answered. */
export type Asked = Pick<Exchange, 'path' | 'query' | 'baseUrl' | 'clock'>;

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
export function targetSigns({ path, query, baseUrl, clock }: Asked, salt: string): TargetSigns {
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
