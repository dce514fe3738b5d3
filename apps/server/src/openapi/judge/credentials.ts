/** Whether a request shows the credentials that its operation asks for, each in its form: any value is taken. */
import type { RawInput } from '@understudy/contract/kit';
import { requestPointer, ProblemError } from '../../kit/problem-error.js';
import type { ApiCredential, ApiOperation } from '../model.js';
import { cookiePairs, queryPairs } from './styles.js';

/** Base64 of a name, a colon and a password (RFC 7617 §2). */
function isBasic(text: string): boolean {
  try {
    return /^[\w+/=-]+$/.test(text) && atob(text.replaceAll('-', '+').replaceAll('_', '/')).includes(':');
  } catch {
    return false;
  }
}

/** The scheme in Authorization that a credential has; undefined where it is not shown there. */
function schemeOf({ type, httpScheme = '' }: ApiCredential): string | undefined {
  if (type === 'http') return httpScheme;
  return type === 'oauth2' || type === 'openIdConnect' ? 'bearer' : undefined;
}

function isSeen(credential: ApiCredential, { headers, query }: RawInput): boolean {
  const scheme = schemeOf(credential);
  if (scheme !== undefined) {
    const [, sent = '', value = ''] = /^\s*([^\s]+) +(\S.*?)\s*$/s.exec(headers['authorization'] ?? '') ?? [];
    if (sent.toLowerCase() !== scheme) return false;
    // One with spaces is no token of RFC 6750 §2.1, but generated SDKs send "My API Key" in their own tests.
    return scheme !== 'basic' || isBasic(value);
  }
  const { type, in: place, name = '' } = credential;
  // What a connection shows is not seen here.
  if (type === 'mutualTLS') return true;
  if (place === 'header') return (headers[name.toLowerCase()] ?? '').trim() !== '';
  const pairs = place === 'query' ? queryPairs(query) : cookiePairs(headers['cookie'] ?? '');
  return pairs.some(([one, value]) => one === name && value !== '');
}

/** Whether a request shows one of several credentials that it has to show: of those in one header, which holds one value, any. */
const isShown = (credential: ApiCredential, all: readonly ApiCredential[], input: RawInput): boolean =>
  all.some((one) => pointerOf(one) === pointerOf(credential) && isSeen(one, input));

/** How a credential is sent, in words. */
function howToSend(credential: ApiCredential): string {
  const { scheme, in: place, name = '' } = credential;
  const own = schemeOf(credential);
  const sent =
    own === 'basic'
      ? 'Authorization: Basic <base64 of user:password>'
      : own !== undefined
        ? `Authorization: ${own.charAt(0).toUpperCase()}${own.slice(1)} <token>`
        : place === 'header'
          ? `${name}: <key>`
          : place === 'query'
            ? `?${name}=<key>`
            : `Cookie: ${name}=<key>`;
  return `${sent} (${scheme})`;
}

function challengeOf(credential: ApiCredential): string {
  const own = schemeOf(credential) ?? 'ApiKey';
  return `${own.charAt(0).toUpperCase()}${own.slice(1)} realm="understudy"`;
}

function pointerOf(credential: ApiCredential): string {
  const { in: place, name = '' } = credential;
  if (schemeOf(credential) !== undefined) return requestPointer('headers', 'authorization');
  if (place === 'header') return requestPointer('headers', name.toLowerCase());
  return requestPointer(place === 'query' ? 'query' : 'cookies', name);
}

/** A credential that a request lacks. */
interface MissingCredential {
  readonly pointer: string;
  readonly detail: string;
  /** The scheme that it is of. */
  readonly scheme: string;
  /** The 401 for it (RFC 9110 §15.5.2). */
  readonly refusal: () => ProblemError;
}

/** The credential that a request lacks; undefined where it has one of those that its operation asks for. */
export function missingCredential({ security }: ApiOperation, input: RawInput): MissingCredential | undefined {
  // Over tRPC and in process there are no headers to send it in.
  if (security.length === 0 || input.target === undefined) return undefined;
  if (security.some((all) => all.every((one) => isShown(one, all, input)))) return undefined;
  const ways = security.map((all) => all.map(howToSend).join(' and '));
  const first = security.flat().find((one) => !isSeen(one, input));
  if (first === undefined) return undefined;
  const detail = `is required: send ${ways.join(', or ')}; any value is taken`;
  return {
    pointer: pointerOf(first),
    scheme: first.scheme,
    detail,
    refusal: () =>
      new ProblemError('unauthorized', {
        detail: `a credential ${detail}`,
        headers: { 'www-authenticate': [...new Set(security.flat().map(challengeOf))].join(', ') },
      }),
  };
}

/** What of a request shows credentials: the headers and the parameters of its query. */
export function credentialPlaces({ security }: ApiOperation): {
  readonly headers: readonly string[];
  readonly query: readonly string[];
} {
  const all = security.flat();
  const headers = all.flatMap((one) => {
    if (schemeOf(one) !== undefined) return ['authorization'];
    if (one.in === 'cookie') return ['cookie'];
    return one.in === 'header' ? [(one.name ?? '').toLowerCase()] : [];
  });
  return { headers, query: all.flatMap((one) => (one.in === 'query' ? [one.name ?? ''] : [])) };
}
