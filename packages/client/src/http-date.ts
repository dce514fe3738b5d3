/** Reads the dates of HTTP headers (RFC 9110 §5.6.7): those that are written today, and the two obsolete forms. */

const FIFTY_YEARS_MS = 50 * 365.25 * 86_400_000;

/** The instant in ms; undefined where the text is no date of HTTP. */
export function httpDate(text: string, now: number): number | undefined {
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
