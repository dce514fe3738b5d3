/** Dates and instants in texts: one without an offset from UTC is read as UTC, so that no machine's time zone matters. */

/** A date, or an instant (RFC 3339 §5.6), also one that databases write without an offset or with a space. */
const INSTANT =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?<offset>Z|[+-]\d{2}:\d{2})?)?$/;

/** Whether a text has the form of a date or an instant. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text);
}

/** The ms since 1970 of a date or an instant; NaN where a text is none. */
export function instantOf(text: string): number {
  const { date, time, offset = 'Z' } = INSTANT.exec(text)?.groups ?? {};
  if (date === undefined) return Number.NaN;
  return Date.parse(time === undefined ? date : `${date}T${time}${offset}`);
}
