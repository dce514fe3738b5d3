/** The counts in a PostgreSQL database: all who wait to count in one sandbox share a transaction. */
import type { CountStep, Tally, TallyEntry } from '../../../faults/tally.js';
import { storeUnavailable, TALLY_LIMITS, type TallyLimits } from '../store.js';
import { counted } from '../tally-entries.js';
import type { PostgresPool, Query } from './pool.js';
import { ALL, TALLY_LOCK } from './tally-statements.js';
import { entriesOf, type TallyRow, TallyTable } from './tally-table.js';

/** Transactions under way at once, each for another sandbox: they leave connections to everybody else. */
const AT_ONCE = 4;

/** Who may wait. */
const MAX_WAITING = 2000;

/** Somebody who counts. */
interface Caller {
  readonly keys: readonly string[];
  /** Takes a step on what is held, and answers the counts to keep, and what to do once they are kept. */
  readonly count: (held: ReadonlyMap<string, Tally>) => {
    readonly entries: readonly TallyEntry[];
    readonly settle: () => void;
  };
  readonly fail: (error: unknown) => void;
}

/** Lets callers count one after the other; answers the counts to keep, and how to end each call once they are kept. */
function countAll(callers: readonly Caller[], held: Map<string, Tally>) {
  const entries = new Map<string, Tally>();
  const ends = callers.map(({ count, fail }) => {
    try {
      const { entries: own, settle } = count(held);
      for (const [key, tally] of own) {
        held.set(key, tally);
        // The key that is named last was used last.
        entries.delete(key);
        entries.set(key, tally);
      }
      return settle;
    } catch (error) {
      // A step that fails is no failure of the others.
      return () => fail(error);
    }
  });
  return { entries: [...entries], ends };
}

/** Counts for all requests of a process. */
export class PostgresTallies {
  readonly #pool: PostgresPool;
  readonly #limits: TallyLimits;
  /** Those who wait, by sandbox. */
  readonly #waiting = new Map<string, Caller[]>();
  /** Sandboxes in which a transaction counts at the moment. */
  readonly #underWay = new Set<string>();
  #callers = 0;
  #isPlanned = false;

  constructor(pool: PostgresPool, limits: TallyLimits = TALLY_LIMITS) {
    this.#pool = pool;
    this.#limits = limits;
  }

  async tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Promise<Result> {
    if (this.#callers >= MAX_WAITING) throw storeUnavailable(new Error(`${MAX_WAITING} requests wait to be counted`));
    this.#callers += 1;
    try {
      return await new Promise<Result>((resolve, fail) => {
        const count: Caller['count'] = (held) => {
          const { entries, result } = counted(keys, step, (key) => held.get(key));
          return { entries, settle: () => resolve(result) };
        };
        const callers = this.#waiting.get(sandbox) ?? [];
        this.#waiting.set(sandbox, callers);
        callers.push({ keys, count, fail });
        this.#plan();
      });
    } finally {
      this.#callers -= 1;
    }
  }

  /** The counts of a sandbox, those used last at the end. */
  async of(sandbox: string): Promise<TallyEntry[]> {
    return entriesOf(await this.#pool.query<TallyRow>({ name: 'understudy_tallies', text: ALL, values: [sandbox] }));
  }

  /** Runs some work while nobody else counts in a sandbox. */
  during<Result>(sandbox: string, work: (table: TallyTable, query: Query) => Promise<Result>): Promise<Result> {
    return this.#pool.transaction({ lock: { space: TALLY_LOCK, name: sandbox } }, (query) =>
      work(this.#table(query, sandbox), query),
    );
  }

  #table(query: Query, sandbox: string): TallyTable {
    return new TallyTable({ query, sandbox, limits: this.#limits });
  }

  /** Requests that are read from the network in one go are counted in one go. */
  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#begin();
    });
  }

  #begin(): void {
    for (const [sandbox, callers] of this.#waiting) {
      if (this.#underWay.size >= AT_ONCE) return;
      if (this.#underWay.has(sandbox)) continue;
      this.#waiting.delete(sandbox);
      this.#underWay.add(sandbox);
      void this.#turn(sandbox, callers);
    }
  }

  async #turn(sandbox: string, callers: Caller[]): Promise<void> {
    try {
      // Whoever counts is a request that may only read, and should not wait for the disk.
      const lock = { space: TALLY_LOCK, name: sandbox };
      const ends = await this.#pool.transaction({ lock, isSoon: true }, async (query) => {
        const table = this.#table(query, sandbox);
        const held = await table.held(new Set(callers.flatMap(({ keys }) => keys)));
        const made = countAll(callers, held);
        await table.put(made.entries);
        return made.ends;
      });
      for (const end of ends) end();
    } catch (error) {
      for (const { fail } of callers) fail(error);
    } finally {
      this.#underWay.delete(sandbox);
      this.#plan();
    }
  }
}
