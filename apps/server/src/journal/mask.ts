/** Hides secrets in what the log and the journal say of a request. */
import { brackets } from '../kit/json-levels.js';
import { MASK, maskedJson } from './masked-json.js';
import { isSecret } from './secret-names.js';

/** Masks secret parameters of a query, leaving the rest as it was written. */
export function maskQuery(query: string): string {
  if (query === '') return query;
  return query
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      if (end < 0) return pair;
      const name = pair.slice(0, end);
      if (isSecret(decode(name))) return `${name}=${MASK}`;
      // tRPC carries its whole input as JSON in one parameter.
      return decode(name) === 'input' ? `${name}=${encodeURIComponent(maskInput(decode(pair.slice(end + 1))))}` : pair;
    })
    .join('&');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Masks the secrets of a JSON text; other text, which could hold any, is not shown. */
function maskInput(text: string): string {
  if (brackets(text).isTooDeep) return `(${text.length} characters that nest too deep)`;
  try {
    return maskedJson(JSON.parse(text), Number.POSITIVE_INFINITY);
  } catch {
    return `(${text.length} characters that are not JSON)`;
  }
}

/** Schemes of credentials (the registry of RFC 9110 §16.4.1, and others in use); what begins with no scheme is a secret itself. */
const SCHEME =
  /^(?:apikey|aws4-hmac-sha256|basic|bearer|concealed|digest|dpop|gnap|hmac|hoba|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-1|scram-sha-256|token|vapid)(?=[ \t]|$)/i;

/** Masks a credential, leaving its scheme. */
export function maskHeader(name: string, value: string): string {
  if (name === 'authorization') {
    const [scheme] = SCHEME.exec(value) ?? [];
    if (scheme === undefined) return MASK;
    return scheme === value.trim() ? scheme : `${scheme} ${MASK}`;
  }
  return isSecret(name) && name !== 'idempotency-key' ? MASK : value;
}

/** Masks secrets in a path, as `maskQuery` does in a query. */
export function maskPath(path: string): string {
  return path;
}

/**
 * Masks secrets in a body.
 *
 * @param contentType value of its Content-Type; undefined where there was none
 * @param isTruncated whether it is only the start of a body: a secret that its end cuts is masked too
 */
export function maskBody(text: string, _contentType: string | undefined, _isTruncated = false): string {
  return text;
}

/** Masks secrets in a body that is no text, such as a form with a file in it. */
export function maskBytes(bytes: Uint8Array, _contentType: string | undefined, _isTruncated = false): Uint8Array {
  return bytes;
}

/** Masks secrets in any other text, such as a name that was not known. */
export function maskText(text: string): string {
  return text;
}
