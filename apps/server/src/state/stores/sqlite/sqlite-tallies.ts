/** The counts in a SQLite file; whoever changes them is in a transaction. */
import type Database from 'libsql';
import type { CountStep, TallyEntry } from '../../../faults/tally.js';
import { escapeKey, readKey } from '../rows.js';
import { TALLY_LIMITS, type TallyLimits } from '../store.js';
import { counted, readTally, tallyText } from '../tally-entries.js';

/** Prepares the statements; each gives what its columns say. */
function statements(db: Database.Database) {
  const find = db.prepare('select value from tallies where sandbox = ? and key = ?').raw();
  const all = db.prepare('select key, value from tallies where sandbox = ? order by used').raw();
  const inSandbox = db.prepare('select count(*) from tallies where sandbox = ?').raw();
  const inStore = db.prepare('update world set tallies = tallies + ? returning tallies').raw();
  const put = db.prepare(
    `insert into tallies (sandbox, key, used, value) select ?, ?, coalesce(max(used), 0) + 1, ? from tallies where true
     on conflict do update set used = excluded.used, value = excluded.value`,
  );
  const clear = db.prepare('delete from tallies where sandbox = ?');
  const forget = db.prepare(
    `delete from tallies where sandbox = ?1
     and key in (select key from tallies where sandbox = ?1 order by used limit ?2)`,
  );
  const forgetAny = db.prepare(
    `delete from tallies where (sandbox, key) in (select sandbox, key from tallies order by used limit ?)`,
  );

  return {
    find: (sandbox: string, key: string) => (find.get(sandbox, key) as [string] | undefined)?.[0],
    all: (sandbox: string) => all.all(sandbox) as [key: string, value: string][],
    inSandbox: (sandbox: string) => (inSandbox.get(sandbox) as [number])[0],
    /** Counts so many keys more in the store, and answers how many those are together. */
    inStore: (more: number) => (inStore.get(more) as [number])[0],
    put: (sandbox: string, key: string, value: string) => put.run(sandbox, key, value),
    /** Each answers how many keys it has forgotten. */
    clear: (sandbox: string) => clear.run(sandbox).changes,
    forget: (sandbox: string, keys: number) => forget.run(sandbox, keys).changes,
    forgetAny: (keys: number) => forgetAny.run(keys).changes,
  };
}

/** Keeps counts by sandbox and key. */
export class SqliteTallies {
  readonly #limits: TallyLimits;
  readonly #sql: ReturnType<typeof statements>;

  constructor(db: Database.Database, limits: TallyLimits = TALLY_LIMITS) {
    this.#limits = limits;
    this.#sql = statements(db);
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result {
    const held = new Map(
      keys.flatMap((key) => {
        const value = this.#sql.find(sandbox, escapeKey(key));
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
    const { entries, result } = counted(keys, step, (key) => readTally(held.get(key)));
    this.#put(sandbox, entries, entries.length - held.size);
    return result;
  }

  /** The counts of a sandbox, those used last at the end. */
  of(sandbox: string): TallyEntry[] {
    return this.#sql.all(sandbox).flatMap(([key, value]) => {
      const tally = readTally(value);
      return tally === undefined ? [] : [[readKey(key), tally] as const];
    });
  }

  /** Puts others in the place of those of a sandbox. */
  replace(sandbox: string, entries: readonly TallyEntry[]): void {
    const gone = this.#sql.clear(sandbox);
    if (gone > 0) this.#sql.inStore(-gone);
    this.#put(sandbox, entries, entries.length);
  }

  /** @param added how many of the keys are new */
  #put(sandbox: string, entries: readonly TallyEntry[], added: number): void {
    for (const [key, tally] of entries) this.#sql.put(sandbox, escapeKey(key), tallyText(tally));
    if (added === 0) return;
    const tooMany = this.#sql.inSandbox(sandbox) - this.#limits.perSandbox;
    const gone = tooMany > 0 ? this.#sql.forget(sandbox, tooMany) : 0;
    const tooManyInAll = this.#sql.inStore(added - gone) - this.#limits.perStore;
    if (tooManyInAll > 0) this.#sql.inStore(-this.#sql.forgetAny(tooManyInAll));
  }
}
