/** Durations by labels: as many series as a server may have, and one for all beyond. */
import { Durations } from './durations.js';

/** The label that says so of the series that all beyond share (OpenTelemetry Metrics SDK, cardinality limits). */
const OVERFLOW = { otel_metric_overflow: 'true' } as const;

/** Series of one metric; a Prometheus keeps each of them. */
const MAX_SERIES = 2000;

/** Labels by name. */
export type Labels = Readonly<Record<string, string>>;

/** Durations by labels. */
export class DurationTable {
  readonly #series = new Map<string, { readonly labels: Labels; readonly durations: Durations }>();

  /** The durations with some labels; all labels of one table have the same names in the same order. */
  of(labels: Labels): Durations {
    const key = Object.values(labels).join('\n');
    const found = this.#series.get(key);
    if (found !== undefined) return found.durations;
    if (this.#series.size >= MAX_SERIES) return this.#overflow();
    const durations = new Durations();
    this.#series.set(key, { labels, durations });
    return durations;
  }

  /** All series. */
  get series(): Iterable<{ readonly labels: Labels; readonly durations: Durations }> {
    return this.#series.values();
  }

  #overflow(): Durations {
    const key = OVERFLOW.otel_metric_overflow;
    const found = this.#series.get(key)?.durations ?? new Durations();
    this.#series.set(key, { labels: OVERFLOW, durations: found });
    return found;
  }
}
