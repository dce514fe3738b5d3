/** Keeps the journals in a PostgreSQL database within what all of them may take. */
import { type JournalLimits, MAX_JOURNALS } from '../../../../journal/journal-store.js';
import { shareOf } from '../../journal-excess.js';
import { bytesOf } from '../../journal-head.js';
import type { JournalTable } from './journal-table.js';
import type { RunTable } from './run-table.js';

/** More gives way than has to, so that it need not be done with every batch. */
const KEPT = 7 / 8;

/** How many journals may be new before somebody looks how many there are. */
const COUNT_EVERY = 100;

/** How much a store keeps. */
export interface PostgresJournalLimits extends JournalLimits {
  readonly journals?: number;
}

/** Does some work in a transaction. */
export type During = <Result>(work: (table: JournalTable, runs: RunTable) => Promise<Result>) => Promise<Result>;

/** The room that journals have. */
export class JournalRetention {
  readonly #limits: PostgresJournalLimits;
  readonly #during: During;
  #begun = 0;

  constructor(limits: PostgresJournalLimits, during: During) {
    this.#limits = limits;
    this.#during = during;
  }

  /** Notes that so many journals were new. */
  began(journals: number): void {
    this.#begun += journals;
  }

  /** Lets the largest journals give way where all are too large together, and the least used ones where there are too many. */
  async make(total: number): Promise<void> {
    const { totalBytes, journals = MAX_JOURNALS } = this.#limits;
    for (let bytes = total; bytes > totalBytes;) {
      bytes = await this.#during(async (table, runs) => {
        const head = await table.largest();
        if (head === undefined) return 0;
        const rest = await runs.shed(head, shareOf(head));
        return table.keep([rest], bytesOf(rest) - bytesOf(head));
      });
    }
    if (this.#begun < Math.min(COUNT_EVERY, journals)) return;
    this.#begun = 0;
    await this.#during(async (table, runs) => {
      const count = await table.count();
      if (count > journals) await runs.remove(await table.forget(count - Math.floor(journals * KEPT)));
    });
  }
}
