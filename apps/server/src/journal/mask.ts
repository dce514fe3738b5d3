/** Hides secrets in what the log and the journal tell of a request. */

const MASK = '***';

/** Names of members, parameters and headers whose values are secrets. */
const SECRET =
  /^(?:password|secret|client_secret|signing_secret|access_token|refresh_token|id_token|id_token_hint|token|code|code_verifier|assertion|client_assertion|authorization|cookie|set-cookie|idempotency-key|login_hint_token|x-api-key)$/i;

/** Masks the values of secret members, however deep. */
export function maskJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, SECRET.test(name) ? MASK : maskJson(member)]),
  );
}

/** Masks secret parameters of a query or form, leaving the rest as it was written. */
export function maskQuery(query: string): string {
  if (query === '') return query;
  return query
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      if (end < 0) return pair;
      const name = pair.slice(0, end);
      if (SECRET.test(decode(name))) return `${name}=${MASK}`;
      // tRPC carries its whole input as JSON in one parameter.
      return decode(name) === 'input' ? `${name}=${encodeURIComponent(maskText(decode(pair.slice(end + 1))))}` : pair;
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

/** Masks the secrets of a body: JSON by its members, a form by its parameters; other text is not told. */
export function maskText(text: string): string {
  try {
    return JSON.stringify(maskJson(JSON.parse(text)));
  } catch {
    return text.includes('=') && !text.includes('{')
      ? maskQuery(text)
      : `(${text.length} characters that are not JSON)`;
  }
}

/** Masks a credential, leaving its scheme. */
export function maskHeader(name: string, value: string): string {
  if (name === 'authorization') return `${value.split(' ', 1)[0]} ${MASK}`;
  return SECRET.test(name) && name !== 'idempotency-key' ? MASK : value;
}
