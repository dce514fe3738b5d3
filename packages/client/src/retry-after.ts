/** Reads Retry-After (RFC 9110 §10.2.3). */
import { httpDate } from './http-date.js';

/** The time to wait in ms; undefined where the header is missing or means nothing. */
export function retryAfterMs(headers: { get(name: string): string | null }): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // By the server's own clock where it sends one: the two may differ by more than the wait.
  const own = Date.now();
  const now = httpDate(headers.get('date')?.trim() ?? '', own) ?? own;
  const at = httpDate(value, now);
  return at === undefined ? undefined : Math.max(0, at - now);
}
