/** The journals of all processes on one PostgreSQL database. */
import pLimit from 'p-limit';
import { journalNow } from '../../../../journal/entry.js';
import {
  type JournalDatabase,
  type SqlJournalLimits,
  SqlJournals,
  StoreClock,
  TablesEmptied,
} from '../../../../journal/sql.js';
import type { Dialect, Steps } from '../../../../journal/sql-statements.js';
import { storeUnavailable } from '../../store.js';
import { PostgresPool, type Query, stateOf } from '../pool.js';
import { EMPTYING, filled, IS_WHOLE, JOURNAL_TABLES } from '../schema.js';

/** A table, or a sequence, that is not there (PostgreSQL documentation, appendix A). */
const UNDEFINED_TABLE = '42P01';

/** Marks the lock of whoever makes them; any number that is no other lock's. */
const LOCK = { space: 0x556e_646a, name: 'journals' };

/** The time, by which the database had the question. */
const CLOCK = 'select extract(epoch from statement_timestamp())::float8 * 1000 as now';

/** Sets more numbers aside, and answers up to which they are. */
const SET_ASIDE = `select nextval('understudy_journal_numbers')::float8 as number`;

/** The clock is asked until it is known so closely, in ms, but no more often than that. */
const CLOSE = { ms: 1, readings: 5 };

/** Connections: one for what is written, the others for what is read. */
const CONNECTIONS = 3;

/** Reads under way at once: they leave a connection to what is to be written. */
const READS = 2;

const dialect: Dialect = {
  each: (parameter) => `unnest(${parameter}::text[]) as given (name)`,
  list: (items) => items,
  holding: 'for update skip locked',
  isWhole: IS_WHOLE,
};

const isGone = (error: unknown): boolean => error instanceof TablesEmptied || stateOf(error) === UNDEFINED_TABLE;

/** Runs steps, one after the other. */
async function run<Result>(steps: Steps<Result>, query: Query): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await query(step.value.text, step.value.values));
  return step.value;
}

/** New journals go on from a number that none of the lost ones has given: who follows one misses nothing that comes. */
function* mend(): Steps<void> {
  for (const text of JOURNAL_TABLES) yield { text, values: [] };
  const [row] = (yield { text: `select ${IS_WHOLE} as whole`, values: [] }) as readonly { readonly whole: boolean }[];
  // Another process was first.
  if (row?.whole === true) return;
  for (const text of [EMPTYING, ...filled(`nextval('understudy_journal_numbers')`)]) yield { text, values: [] };
}

/** The tables of the journals, as one process sees them. */
class JournalTables implements JournalDatabase {
  readonly dialect = dialect;
  readonly #pool: PostgresPool;
  readonly #reads = pLimit(READS);
  readonly #clock = new StoreClock();
  #mending: Promise<void> | undefined;
  /** Up to which number some are set aside. */
  #aside = 0;

  /** @param pool of its own, so that no request waits for journals */
  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async clock(): Promise<StoreClock> {
    for (let readings = 0; readings === 0 || (this.#clock.doubt > CLOSE.ms && readings < CLOSE.readings); readings++) {
      const asked = journalNow();
      const [row] = await this.#pool.query<{ now: number }>(CLOCK);
      if (row !== undefined) this.#clock.read({ asked, now: row.now, heard: journalNow() });
    }
    return this.#clock;
  }

  read<Result>(steps: () => Steps<Result>): Promise<Result> {
    return this.#reads(() => this.#mended(() => run(steps(), this.#pool.query)));
  }

  transaction<Result>(steps: () => Steps<Result>, isForReader = false): Promise<Result> {
    const work = (): Promise<Result> =>
      this.#mended(() => this.#pool.transaction({ isSoon: true }, (query) => run(steps(), query)));
    return isForReader ? this.#reads(work) : work();
  }

  *gives(number: number): Steps<void> {
    while (number > this.#aside) {
      const [row] = (yield { text: SET_ASIDE, values: [] }) as readonly { readonly number: number }[];
      this.#aside = row?.number ?? number;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Does some work, once more where tables had to be made anew; throws as for a store that is away where they cannot be. */
  async #mended<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    try {
      this.#mending ??= this.#pool
        .transaction({ lock: LOCK }, (query) => run(mend(), query))
        .finally(() => {
          this.#mending = undefined;
        });
      await this.#mending;
      return await work();
    } catch (error) {
      // Somebody dropped them again.
      throw isGone(error) ? storeUnavailable(error) : error;
    }
  }
}

/** Opens the journals in a database, whose tables are there. */
export const openPostgresJournals = (url: string, limits: SqlJournalLimits): SqlJournals =>
  new SqlJournals(new JournalTables(new PostgresPool(url, CONNECTIONS)), limits);
