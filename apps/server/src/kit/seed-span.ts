/** Spans of time that seeded instants are drawn from. */

/** From the first millisecond of a span up to, but not including, its end, both in ms since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;

const pattern = /^(?<year>\d{4})(?:-(?<month>0[1-9]|1[0-2])(?:-(?<day>\d{2}))?)?$/;

function wrong(text: string): RangeError {
  return new RangeError(
    `${JSON.stringify(text)} is no year (2025), month (2025-03), day (2025-03-14) or instant (2025-03-14T09:30:00.000Z)`,
  );
}

/** The span that a text names: a year, a month, a day, or an instant alone. */
function readSpan(text: string): Span {
  const { year, month, day } = pattern.exec(text)?.groups ?? {};
  const start = Date.parse(text);
  if (Number.isNaN(start) || (year === undefined && !text.includes('T'))) throw wrong(text);
  // Some engines take the 31st of a short month for the first of the next one.
  if (day !== undefined && new Date(start).getUTCDate() !== Number(day)) throw wrong(text);
  if (year === undefined) return { start, end: start + 1 };
  if (day !== undefined) return { start, end: start + DAY_MS };
  const [years, months] = [Number(year), month === undefined ? undefined : Number(month)];
  return { start, end: months === undefined ? Date.UTC(years + 1, 0) : Date.UTC(years, months) };
}

/** Spans of years, months and days, which a seed names again for each record. */
const known = new Map<string, Span>();

function spanNamed(text: string): Span {
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const span = readSpan(text);
  // Instants are many, and seldom named twice.
  if (!text.includes('T')) known.set(text, span);
  return span;
}

/**
 * The span that one text names, or from the start of what one names up to the start of what another names.
 *
 * @throws RangeError where a text names no time, or the second none after the first
 */
export function spanOf(from: string, to?: string): Span {
  const span = spanNamed(from);
  if (to === undefined) return span;
  const { start: end } = spanNamed(to);
  if (end <= span.start) throw new RangeError(`${JSON.stringify(to)} does not come after ${JSON.stringify(from)}`);
  return { start: span.start, end };
}
