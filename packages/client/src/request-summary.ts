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
const secret = /password|secret|token|authorization|cookie|verifier|assertion|^code$/i;

/** What an error may show of a request. */
export function summaryOf({ method, url, headers, body }: RequestSummary): RequestSummary {
  const shown = new URL(url);
  if (shown.username !== '') shown.username = MASK;
  if (shown.password !== '') shown.password = MASK;
  for (const name of new Set(shown.searchParams.keys())) {
    if (secret.test(name)) shown.searchParams.set(name, MASK);
  }
  const kept = Object.entries(headers).map(([name, value]) => [name, secret.test(name) ? MASK : value]);
  return { method, url: shown.href, headers: Object.fromEntries(kept), body: body && maskJson(body) };
}

function maskJson(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    typeof value === 'string' && secret.test(name) ? MASK : value,
  );
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
