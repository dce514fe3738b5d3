/** Reads Retry-After (RFC 9110 §10.2.3). */

const FIFTY_YEARS_MS = 50 * 365.25 * 86_400_000;

/** The instant in ms; undefined where the text is no date of HTTP. */
function httpDate(text: string, now: number): number | undefined {
  // Date.parse takes almost anything for a date, `1.5` too, and one without a zone for local time.
  const day =
    /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text) ??
    /^\w{6,9}, (\d\d)-(\w{3})-(\d\d) (\d\d:\d\d:\d\d) GMT$/.exec(text);
  const asctime = /^\w{3} (\w{3}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/.exec(text);
  const [date, month, year = '', time] = day?.slice(1) ?? [2, 1, 4, 3].map((part) => asctime?.[part]);
  const at = (full: string | number) => Date.parse(`${date} ${month} ${full} ${time} GMT`);
  // Two digits mean the last year that they fit which is not more than fifty years ahead.
  const isLate = year.length === 2 && at(`20${year}`) > now + FIFTY_YEARS_MS;
  const instant = at(year.length === 2 ? `${isLate ? 19 : 20}${year}` : year);
  return Number.isNaN(instant) ? undefined : instant;
}

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
