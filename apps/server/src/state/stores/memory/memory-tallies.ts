/** The counts of a process: as many as may be kept, in the order in which they were used. */
import { type CountStep, NO_TALLY, type Tally, type TallyEntry } from '../../../faults/tally.js';
import { TALLY_LIMITS, type TallyLimits } from '../store.js';

/** The first of a map or a set: what was used longest ago, where each use puts it at the end. */
function oldest<Key>(of: { readonly keys: () => Iterator<Key> }): Key | undefined {
  const { done, value } = of.keys().next();
  return done === true ? undefined : value;
}

/** Keeps counts by sandbox and key. Maps keep the order in which things were put into them, and cost less than a cache. */
export class MemoryTallies {
  readonly #limits: TallyLimits;
  /** Both in the order in which they were used. */
  readonly #sandboxes = new Map<string, Map<string, Tally>>();
  #size = 0;

  constructor(limits: TallyLimits = TALLY_LIMITS) {
    this.#limits = limits;
  }

  /** Counts; what a step throws leaves everything as it was. */
  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result {
    const kept = this.#sandboxes.get(sandbox);
    const { tallies, result } = step(keys.map((key) => kept?.get(key) ?? NO_TALLY));
    if (tallies.length < keys.length) throw new Error('a step must answer a count for each key');
    this.#put(sandbox, keys, tallies);
    return result;
  }

  /** The counts of a sandbox, those used last at the end. */
  of(sandbox: string): TallyEntry[] {
    return [...(this.#sandboxes.get(sandbox) ?? [])];
  }

  /** Puts others in the place of those of a sandbox. */
  replace(sandbox: string, entries: readonly TallyEntry[]): void {
    this.#size -= this.#sandboxes.get(sandbox)?.size ?? 0;
    this.#sandboxes.delete(sandbox);
    const [keys, tallies] = [entries.map(([key]) => key), entries.map(([, tally]) => tally)];
    this.#put(sandbox, keys, tallies);
  }

  clear(): void {
    this.#sandboxes.clear();
    this.#size = 0;
  }

  #put(sandbox: string, keys: readonly string[], tallies: readonly Tally[]): void {
    if (keys.length === 0) return;
    const kept = this.#sandboxes.get(sandbox) ?? new Map<string, Tally>();
    const before = kept.size;
    for (const [i, key] of keys.entries()) {
      kept.delete(key);
      kept.set(key, tallies[i] ?? NO_TALLY);
    }
    this.#sandboxes.delete(sandbox);
    this.#sandboxes.set(sandbox, kept);
    this.#size += kept.size - before;
    while (kept.size > this.#limits.perSandbox) this.#forget(kept);
    while (this.#size > this.#limits.perStore) this.#forgetAny();
  }

  /** Forgets the key that was used longest ago. */
  #forget(kept: Map<string, Tally>): void {
    const key = oldest(kept);
    if (key !== undefined && kept.delete(key)) this.#size -= 1;
  }

  /** The same, of the sandbox that was used longest ago. */
  #forgetAny(): void {
    const sandbox = oldest(this.#sandboxes);
    const kept = sandbox === undefined ? undefined : this.#sandboxes.get(sandbox);
    if (sandbox === undefined || kept === undefined) return;
    this.#forget(kept);
    if (kept.size === 0) this.#sandboxes.delete(sandbox);
  }
}
