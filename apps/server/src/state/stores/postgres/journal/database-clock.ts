/** The clock of the database as this process sees it. */
import { journalNow } from '../../../../journal/journal-store.js';
import type { Clocks } from '../../journal-head.js';
import { type ClockReading, StoreClock } from '../../store-clock.js';
import type { PostgresPool } from '../pool.js';
import { CLOCK } from './head-statements.js';
import { statement } from './statement.js';

/** The clock is asked until it is known so closely, in ms, but no more often than that. */
const CLOSE = { ms: 1, readings: 5 };

/** That clock. */
export class DatabaseClock {
  readonly #pool: PostgresPool;
  readonly #clock = new StoreClock();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Gets to know it. */
  async know(): Promise<void> {
    for (let readings = 0; this.#clock.doubt > CLOSE.ms && readings < CLOSE.readings; readings++) {
      const asked = journalNow();
      const [row] = await this.#pool.query<{ now: number }>(statement('clock', CLOCK, []));
      if (row !== undefined) this.#clock.read({ asked, now: row.now, heard: journalNow() });
    }
  }

  /** Takes in a reading, and answers the time with what is known then. */
  read(reading: ClockReading): Clocks {
    this.#clock.read(reading);
    return { now: reading.now, later: this.#clock.later };
  }
}
