/** The counts of a process: as many as may be kept, in the order in which they were used. */
import { LRUCache } from 'lru-cache';
import type { CountStep, Tally, TallyEntry } from '../../../faults/tally.js';
import { TALLY_LIMITS, type TallyLimits } from '../store.js';
import { counted } from '../tally-entries.js';

interface Kept {
  readonly sandbox: string;
  readonly key: string;
  tally: Tally;
}

/** By size instead of by number, since room for the latter is taken at once. */
const atMost = (maxSize: number) => ({ maxSize, sizeCalculation: () => 1 });

/** Keeps counts by sandbox and key. */
export class MemoryTallies {
  readonly #limits: TallyLimits;
  readonly #sandboxes = new Map<string, LRUCache<string, Kept>>();
  readonly #all: LRUCache<Kept, true>;

  constructor(limits: TallyLimits = TALLY_LIMITS) {
    this.#limits = limits;
    this.#all = new LRUCache<Kept, true>({
      ...atMost(limits.perStore),
      dispose: (_used, kept, reason) => {
        if (reason === 'evict') this.#remove(kept);
      },
    });
  }

  /** Counts; what a step throws leaves everything as it was. */
  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result {
    const { entries, result } = counted(keys, step, (key) => this.#sandboxes.get(sandbox)?.peek(key)?.tally);
    this.#put(sandbox, entries);
    return result;
  }

  /** The counts of a sandbox, those used last at the end. */
  of(sandbox: string): TallyEntry[] {
    const kept = [...(this.#sandboxes.get(sandbox)?.rvalues() ?? [])];
    return kept.flatMap((one): TallyEntry[] => (one === undefined ? [] : [[one.key, one.tally]]));
  }

  /** Puts others in the place of those of a sandbox. */
  replace(sandbox: string, entries: readonly TallyEntry[]): void {
    for (const kept of this.#sandboxes.get(sandbox)?.values() ?? []) {
      if (kept !== undefined) this.#all.delete(kept);
    }
    this.#sandboxes.delete(sandbox);
    this.#put(sandbox, entries);
  }

  clear(): void {
    this.#sandboxes.clear();
    this.#all.clear();
  }

  #put(sandbox: string, entries: readonly TallyEntry[]): void {
    for (const [key, tally] of entries) {
      const keys = this.#keysOf(sandbox);
      const kept = keys.get(key) ?? { sandbox, key, tally };
      kept.tally = tally;
      // The sandbox first: what makes room in it makes room in all.
      keys.set(key, kept);
      this.#all.set(kept, true);
    }
  }

  #keysOf(sandbox: string): LRUCache<string, Kept> {
    let keys = this.#sandboxes.get(sandbox);
    if (keys !== undefined) return keys;
    keys = new LRUCache<string, Kept>({
      ...atMost(this.#limits.perSandbox),
      dispose: (kept, _key, reason) => {
        if (reason === 'evict') this.#all.delete(kept);
      },
    });
    this.#sandboxes.set(sandbox, keys);
    return keys;
  }

  #remove({ sandbox, key }: Kept): void {
    const keys = this.#sandboxes.get(sandbox);
    keys?.delete(key);
    if (keys?.size === 0) this.#sandboxes.delete(sandbox);
  }
}
