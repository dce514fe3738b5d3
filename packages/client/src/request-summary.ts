/** A request as an error shows it: everything needed to send it again, but no secret. */

/**
 * A request without its secrets.
 *
 * @example
 * ```ts
 * import { isApiError, type RequestSummary } from '@understudy/client';
 *
 * const requestOf = (error: unknown): RequestSummary | undefined => (isApiError(error) ? error.request : undefined);
 * ```
 */
export interface RequestSummary {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string | undefined;
}

const MASK = '***';

/** Names of members and parameters whose value lets someone act as another. */
const secret =
  /pass(word|phrase|wd|code)|secret|token|authorization|cookie|verifier|assertion|credential|signature|(api|private|access|signing|subscription)[-_]?key|session[-_]?id|^(code|otp|pin|pwd|dpop)$/i;

/** Texts that are secrets wherever they stand: a credential of HTTP, a JWT, the token of a service, who is named in a URL. */
const tokens =
  /(\b(?:Bearer|Basic) )[\w.~+/=-]{8,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b(?:gh[opsur]|github_pat|[rs]k_(?:live|test)|whsec|npm|rt|uat|usk)_\w{8,}|\b(?:sk|glpat|xox[a-z])-[\w-]{16,}|(:\/\/)[^\s/?#@]+(?=@)/g;

/** Parameters of a URL within a text. */
const parameters = /([?&#])([^\s=?&#"]+)=([^\s&#"]+)/g;

/** What an error may show of a request. */
export function summaryOf({ method, url, headers, body }: RequestSummary): RequestSummary {
  const shown = new URL(url);
  if (shown.username !== '') shown.username = MASK;
  if (shown.password !== '') shown.password = MASK;
  for (const [name, value] of Array.from(shown.searchParams)) {
    const masked = maskValue(name, value);
    if (masked !== value) shown.searchParams.set(name, masked);
  }
  const kept = Object.entries(headers).map(([name, value]) => [name, maskValue(name, value)]);
  return {
    method,
    url: shown.href,
    headers: Object.fromEntries(kept),
    body: body && maskBody(body, headers['content-type']),
  };
}

/** What may be shown of a text with a name. */
const maskValue = (name: string, value: string): string => (secret.test(name) ? MASK : maskText(value));

/** A text without the secrets that are known by how they look. */
export function maskText(text: string): string {
  return text
    .replace(tokens, (_, scheme = '', slashes = '') => `${scheme}${slashes}${MASK}`)
    .replace(parameters, (all, mark: string, name: string) => (secret.test(name) ? `${mark}${name}=${MASK}` : all));
}

/** A body: JSON, or lines, each of which may be JSON. */
function maskBody(body: string, type: string | undefined): string {
  if (type === 'text/csv') return maskText(body);
  if (type !== 'application/x-ndjson') return maskJson(body);
  return body.split('\n').map(maskLine).join('\n');
}

function maskLine(line: string): string {
  try {
    return maskJson(line);
  } catch {
    return maskText(line);
  }
}

function maskJson(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => {
    // Of a secret that is a list or an object nothing is shown either; that there is none is.
    const isCount = typeof value === 'number' && /tokens?$/i.test(name);
    if (secret.test(name) && value !== null && typeof value !== 'boolean' && !isCount) return MASK;
    return typeof value === 'string' ? maskText(value) : value;
  });
}

/** Writes a request as a curl command for a POSIX shell. */
export function toCurl({ method, url, headers, body }: RequestSummary): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quote(url)];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) parts.push('--data-raw', quote(body));
  return parts.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
