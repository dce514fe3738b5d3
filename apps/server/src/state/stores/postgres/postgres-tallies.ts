/** The counts in a PostgreSQL database: all who wait to count in one sandbox share a transaction. */
import type { CountStep, Tally, TallyEntry } from '../../../faults/tally.js';
import { escapeKey, readKey } from '../rows.js';
import { storeUnavailable } from '../store.js';
import { counted, readTally, TALLY_LIMITS, type TallyLimits, tallyText } from '../tally-entries.js';
import type { PostgresPool, Query } from './pool.js';
import * as sql from './tally-statements.js';

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

type TallyRow = Readonly<Record<'key' | 'value', string>>;

function entriesOf(rows: readonly TallyRow[]): TallyEntry[] {
  return rows.flatMap(({ key, value }) => {
    const tally = readTally(value);
    return tally === undefined ? [] : [[readKey(key), tally] as const];
  });
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
    return entriesOf(
      await this.#pool.query<TallyRow>({ name: 'understudy_tallies', text: sql.ALL, values: [sandbox] }),
    );
  }

  /** Runs some work while nobody else counts in a sandbox. */
  during<Result>(sandbox: string, work: (query: Query) => Promise<Result>): Promise<Result> {
    return this.#pool.transaction({ space: sql.TALLY_LOCK, name: sandbox }, work);
  }

  /** Puts others in the place of those of a sandbox, in a transaction of {@link during}. */
  async replace(query: Query, sandbox: string, entries: readonly TallyEntry[]): Promise<void> {
    await query({ name: 'understudy_tallies_settle', text: sql.SETTLE, values: [] });
    await query({ name: 'understudy_tallies_clear', text: sql.CLEAR, values: [sandbox] });
    if (entries.length > 0) await this.#put(query, sandbox, { entries, added: entries.length });
  }

  #plan(): void {
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
      const settled = await this.during(sandbox, (query) => this.#count(query, sandbox, callers));
      for (const settle of settled) settle();
    } catch (error) {
      for (const { fail } of callers) fail(error);
    } finally {
      this.#underWay.delete(sandbox);
      this.#plan();
    }
  }

  async #count(query: Query, sandbox: string, callers: readonly Caller[]): Promise<(() => void)[]> {
    const keys = [...new Set(callers.flatMap((caller) => caller.keys))].map(escapeKey);
    const rows = await query<TallyRow>({ name: 'understudy_tallies_held', text: sql.HELD, values: [sandbox, keys] });
    const held = new Map(entriesOf(rows));
    const entries = new Map<string, Tally>();
    const settled = callers.map(({ count, fail }) => {
      try {
        const made = count(held);
        for (const [key, tally] of made.entries) {
          held.set(key, tally);
          entries.delete(key);
          entries.set(key, tally);
        }
        return made.settle;
      } catch (error) {
        // A step that fails is no failure of the others.
        return () => fail(error);
      }
    });
    const known = new Set(rows.map(({ key }) => readKey(key)));
    const added = [...entries.keys()].filter((key) => !known.has(key)).length;
    if (entries.size > 0) await this.#put(query, sandbox, { entries: [...entries], added });
    return settled;
  }

  /** Keeps counts, of which so many are under new keys. */
  async #put(
    query: Query,
    sandbox: string,
    { entries, added }: { readonly entries: readonly TallyEntry[]; readonly added: number },
  ): Promise<void> {
    const columns = [entries.map(([key]) => escapeKey(key)), entries.map(([, tally]) => tallyText(tally))];
    await query({ name: 'understudy_tallies_put', text: sql.PUT, values: [sandbox, ...columns] });
    if (added === 0) return;
    const grown = { name: 'understudy_tallies_grown', text: sql.GROWN, values: [sandbox, added] };
    const [now] = await query<{ in_store: number; in_sandbox: number }>(grown);
    if (now === undefined) return;
    const tooMany = Math.max(0, now.in_sandbox - this.#limits.perSandbox);
    if (tooMany > 0) await query({ name: 'understudy_tallies_forget', text: sql.FORGET, values: [tooMany, sandbox] });
    const tooManyInAll = now.in_store - tooMany - this.#limits.perStore;
    if (tooManyInAll <= 0) return;
    await query({ name: 'understudy_tallies_forget_any', text: sql.FORGET_ANY, values: [tooManyInAll] });
  }
}
