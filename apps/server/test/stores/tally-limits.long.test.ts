/** Which counts a store keeps where it may keep few: held against a model, and while many count at once. */
import fc from 'fast-check';
import Database from 'libsql';
import { expect, it } from 'vitest';
import type { CountStep, Tally, TallyEntry } from '../../src/faults/action.js';
import { MemoryTallies } from '../../src/store/stores/memory-store.js';
import { PostgresPool } from '../../src/store/stores/postgres/pool.js';
import { PostgresTallies } from '../../src/store/stores/postgres/postgres-tallies.js';
import { Statements } from '../../src/store/stores/sqlite/connection.js';
import { SqliteTallies } from '../../src/store/stores/sqlite/sqlite-store.js';
import { match, matched } from './counting.js';
import { postgresBackend, sqliteBackend } from './stores.js';

const LIMITS = { perSandbox: 3, perStore: 5 };

/** The counts of a process. */
interface Counting {
  readonly tally: <Result>(
    sandbox: string,
    keys: readonly string[],
    step: CountStep<Result>,
  ) => Result | Promise<Result>;
  readonly of: (sandbox: string) => readonly TallyEntry[] | Promise<readonly TallyEntry[]>;
  readonly replace: (sandbox: string, entries: readonly TallyEntry[]) => unknown;
}

/** Two processes on one store. */
interface Shared {
  readonly processes: readonly Counting[];
  /** Keys that there are, and that the store believes there are. */
  readonly keys: () => Promise<readonly [found: number, counted: number]>;
  readonly close: () => Promise<unknown>;
}

async function inMemory(): Promise<Shared> {
  const one = new MemoryTallies(LIMITS);
  const process: Counting = {
    tally: (...parameters) => one.tally(...parameters),
    of: (sandbox) => one.of(sandbox),
    replace: (...parameters) => one.replace(...parameters),
  };
  const keys = async () => {
    const found = SANDBOXES.flatMap((sandbox) => one.of(sandbox)).length;
    return [found, found] as const;
  };
  return { processes: [process, process], keys, close: async () => undefined };
}

async function inSqlite(): Promise<Shared> {
  const backend = await sqliteBackend();
  await (await backend.open()).close();
  const open = [0, 1].map(() => new Database(backend.address.slice('sqlite:'.length), { timeout: 2000 }));
  const processes = open.map((db): Counting => {
    const own = new SqliteTallies(new Statements(db), LIMITS);
    const alone = <Result>(work: () => Result): Result => db.transaction(work).immediate() as Result;
    return {
      tally: (...parameters) => alone(() => own.tally(...parameters)),
      of: (sandbox) => own.of(sandbox),
      replace: (...parameters) => alone(() => own.replace(...parameters)),
    };
  });
  const keys = async () => {
    const sql = 'select (select count(*) from tallies), tallies from world';
    return open[0]?.prepare(sql).raw().get() as [number, number];
  };
  const close = () => {
    for (const db of open) db.close();
    return backend.remove();
  };
  return { processes, keys, close };
}

async function inPostgres(): Promise<Shared> {
  const { address, open } = await postgresBackend();
  await (await open()).close();
  const pools = [0, 1].map(() => new PostgresPool(address));
  const processes = pools.map((pool): Counting => {
    const own = new PostgresTallies(pool, LIMITS);
    return {
      tally: (...parameters) => own.tally(...parameters),
      of: (sandbox) => own.of(sandbox),
      replace: (sandbox, entries) =>
        own.during(sandbox, async (table) => {
          await table.clear();
          await table.put(entries);
        }),
    };
  });
  const keys = async () => {
    const sql = 'select (select count(*)::integer from understudy_tallies) as found, keys from understudy_tallied';
    const rows = await pools[0]?.query<{ found: number; keys: number }>(sql);
    return [rows?.[0]?.found ?? -1, rows?.[0]?.keys ?? -1] as const;
  };
  return { processes, keys, close: () => Promise.all(pools.map((pool) => pool.close())) };
}

const kinds = [
  ['memory', inMemory],
  ['sqlite', inSqlite],
  ['postgres', inPostgres],
] as const;

const SANDBOXES = ['a', 'b', 'c'];
const KEYS = ['k0', 'k1', 'k2', 'k3', 'k4'];

/** What a process does: counts under some keys, or puts others in the place of what a sandbox has. */
const action = fc.record({
  process: fc.nat({ max: 1 }),
  sandbox: fc.constantFrom(...SANDBOXES),
  keys: fc.uniqueArray(fc.constantFrom(...KEYS)),
  replaces: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** What a store should keep. */
class Model {
  readonly #bySandbox: boolean;
  /** Those used last at the end. */
  #kept: { readonly sandbox: string; readonly key: string; readonly tally: Tally }[] = [];

  /** @param bySandbox whether a store that is full forgets keys of the sandbox that was used longest ago */
  constructor(bySandbox: boolean) {
    this.#bySandbox = bySandbox;
  }

  of(sandbox: string): TallyEntry[] {
    return this.#kept.flatMap((kept): TallyEntry[] => (kept.sandbox === sandbox ? [[kept.key, kept.tally]] : []));
  }

  /** Answers how often each key had matched. */
  tally(sandbox: string, keys: readonly string[]): number[] {
    const before = keys.map((key) => this.of(sandbox).find(([known]) => known === key)?.[1].matched ?? 0);
    this.#put(
      sandbox,
      keys.map((key, i) => [key, matched((before[i] ?? 0) + 1)]),
    );
    return before;
  }

  replace(sandbox: string, entries: readonly TallyEntry[]): void {
    this.#kept = this.#kept.filter((kept) => kept.sandbox !== sandbox);
    this.#put(sandbox, entries);
  }

  #put(sandbox: string, entries: readonly TallyEntry[]): void {
    const keys = entries.map(([key]) => key);
    const others = this.#kept.filter((kept) => kept.sandbox !== sandbox || !keys.includes(kept.key));
    const all = [...others, ...entries.map(([key, tally]) => ({ sandbox, key, tally }))];
    const tooMany = all.filter((kept) => kept.sandbox === sandbox).slice(0, -LIMITS.perSandbox);
    this.#kept = all.filter((kept) => !tooMany.includes(kept));
    while (this.#kept.length > LIMITS.perStore) this.#kept.splice(this.#oldest(), 1);
  }

  #oldest(): number {
    if (!this.#bySandbox) return 0;
    const lastUses = SANDBOXES.map((sandbox) => this.#kept.findLastIndex((kept) => kept.sandbox === sandbox));
    const first = SANDBOXES[lastUses.indexOf(Math.min(...lastUses.filter((use) => use >= 0)))];
    return this.#kept.findIndex((kept) => kept.sandbox === first);
  }
}

it.each(kinds)('%s keeps what a model keeps, whichever process counts', async (name, share) => {
  const { processes, keys, close } = await share();
  const act = async (model: Model, { process, sandbox, keys: named, replaces }: Action): Promise<void> => {
    const counting = processes[process];
    if (!replaces || named.length > 3) {
      expect(await counting?.tally(sandbox, named, match)).toEqual(model.tally(sandbox, named));
      return;
    }
    const entries = named.map((key, i): TallyEntry => [key, matched(10 + i)]);
    await counting?.replace(sandbox, entries);
    model.replace(sandbox, entries);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
      const model = new Model(name === 'memory');
      for (const sandbox of SANDBOXES) await processes[0]?.replace(sandbox, []);
      for (const one of actions) await act(model, one);
      for (const sandbox of SANDBOXES) expect(await processes[1]?.of(sandbox)).toEqual(model.of(sandbox));
      const total = SANDBOXES.flatMap((sandbox) => model.of(sandbox)).length;
      expect(await keys()).toEqual([total, total]);
    }),
    { numRuns: 25 },
  );
  await close();
});

it.each(kinds)('%s never keeps more, and fails nobody, while many count and replace at once', async (_name, share) => {
  const { processes, keys, close } = await share();
  const worker = async (counting: Counting, seed: number): Promise<void> => {
    for (let i = 0; i < 25; i++) {
      const sandbox = SANDBOXES[(seed + i) % 3] ?? 'a';
      const named = KEYS.slice(seed % 3, (seed % 3) + 1 + (i % 3));
      if ((seed + i) % 9 === 0) await counting.replace(sandbox, [['k0', matched(1)]]);
      else await counting.tally(sandbox, named, match);
      const [found, counted] = await keys();
      expect(found).toBeLessThanOrEqual(LIMITS.perStore);
      expect(counted).toBe(found);
    }
  };
  await Promise.all(processes.flatMap((counting, p) => [0, 1, 2, 3].map((w) => worker(counting, p * 4 + w))));
  for (const sandbox of SANDBOXES) {
    expect((await processes[0]?.of(sandbox))?.length).toBeLessThanOrEqual(LIMITS.perSandbox);
  }
  await close();
});
