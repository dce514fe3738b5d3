/** Reads Retry-After (RFC 9110 §10.2.3). */

/** The time to wait in ms; undefined where the header is missing or means nothing. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse takes almost anything for a date, `1.5` too; HTTP dates all name their zone.
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  // By the server's own clock where it sends one: the two may differ by more than the wait.
  const now = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(now) ? Date.now() : now));
}
