/** Makes the tables of the journals anew where somebody dropped or emptied them, as a crash of the database does. */
import { storeUnavailable } from '../../store.js';
import { stateOf } from '../failure.js';
import type { PostgresPool, Query } from '../pool.js';
import { filled, IS_WHOLE, JOURNAL_TABLES } from './journal-schema.js';
import { TablesEmptied } from './journal-table.js';
import { statement } from './statement.js';

/** A table, or a sequence, that is not there (PostgreSQL documentation, appendix A). */
const UNDEFINED_TABLE = '42P01';

/** Marks the lock of whoever makes them; any number that is no other lock's. */
const LOCK = { space: 0x556e_646a, name: 'journals' };

const isGone = (error: unknown): boolean => error instanceof TablesEmptied || stateOf(error) === UNDEFINED_TABLE;

/** New journals go on from a number that none of the lost ones has given: who follows one misses nothing that comes. */
async function mend(query: Query): Promise<void> {
  const run = (text: string, index: number) => query<{ whole: boolean }>(statement(`mend_${index}`, text, []));
  const steps = [...JOURNAL_TABLES, `select ${IS_WHOLE} as whole`];
  let rows: readonly { readonly whole: boolean }[] = [];
  for (const [index, text] of steps.entries()) rows = await run(text, index);
  // Another process was first.
  if (rows[0]?.whole === true) return;
  const emptying = 'truncate understudy_journals, understudy_journal_parts, understudy_journal_total';
  const filling = [emptying, ...filled(`nextval('understudy_journal_numbers')`)];
  for (const [index, text] of filling.entries()) await run(text, steps.length + index);
}

/** The tables of the journals. */
export class MendedTables {
  readonly #pool: PostgresPool;
  #mending: Promise<void> | undefined;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Does some work on the tables, once more where they had to be made anew; throws as for a store that is away where they cannot be. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    try {
      await this.#mend();
      return await work();
    } catch (error) {
      // Somebody dropped them again.
      throw isGone(error) ? storeUnavailable(error) : error;
    }
  }

  #mend(): Promise<void> {
    this.#mending ??= this.#pool.transaction({ lock: LOCK }, mend).finally(() => {
      this.#mending = undefined;
    });
    return this.#mending;
  }
}
