/** Counts by one label, whose values are known before. */

/** Counts by one label. */
export class TallyBy {
  readonly #counts: Map<string, number>;

  /** @param values those that are counted; each stands at 0 from the start, so that its first rise is seen */
  constructor(values: Iterable<string>) {
    this.#counts = new Map(Array.from(values, (value) => [value, 0]));
  }

  /** Counts one; what is none of the values is counted nowhere. */
  add(value: string, count = 1): void {
    const before = this.#counts.get(value);
    if (before !== undefined) this.#counts.set(value, before + count);
  }

  /** Values and their counts. */
  get counts(): Iterable<readonly [value: string, count: number]> {
    return this.#counts;
  }
}
