/** Reads a journal on and on, and compares each entry once. */
import type { JournalEntry } from '../../generated/types.js';
import type { ExpectedRequest } from './expected-request.js';
import type { JournalQuery, JournalSource } from './journal-source.js';
import { type EntryMatch, fits, matchEntry, mayFit } from './match-entry.js';
import { realTime } from './real-time.js';

/** Entries of a page. */
const PAGE = 50;
/** Longest time for which one answer is waited for, in s. */
const LONGEST_WAIT = 30;

/** What was found so far. */
export interface Found {
  /** How many are as expected. */
  readonly count: number;
  /** How many may be, as far as the journal knows. */
  readonly unsure: readonly EntryMatch[];
  /** Whether the journal has lost entries. */
  readonly incomplete: boolean;
}

/** Follows a journal for requests that are as expected. */
export class Watch {
  readonly #source: JournalSource;
  readonly #expected: ExpectedRequest;
  readonly #filters: Partial<JournalQuery>;
  readonly #unsure: EntryMatch[] = [];
  #count = 0;
  #seen = 0;
  #incomplete = false;

  constructor(source: JournalSource, expected: ExpectedRequest) {
    this.#source = source;
    this.#expected = expected;
    this.#filters = filtersOf(expected);
  }

  get found(): Found {
    return { count: this.#count, unsure: this.#unsure, incomplete: this.#incomplete };
  }

  /** Reads what there is. */
  async look(): Promise<void> {
    let isWhole = false;
    while (!isWhole) isWhole = (await this.#read({})) < PAGE;
  }

  /** Ends once there are so many, or after so many ms. The server holds its answer back until there is another request. */
  async reach(count: number, ms: number): Promise<void> {
    const end = realTime.now() + ms;
    for (let left = ms; this.#count < count && left > 0; left = end - realTime.now()) {
      const begun = realTime.now();
      const wait = Math.min(Math.ceil(left) / 1000, LONGEST_WAIT);
      const read = await this.#read({ wait, min: 1 });
      // Not every server waits: one whose `sleep` a test has replaced answers at once, again and again.
      if (read === 0 && realTime.now() - begun < wait * 500) await realTime.pause();
    }
  }

  /** Reads one page after what was seen, and gives how many entries it had. */
  async #read(wait: Pick<JournalQuery, 'wait' | 'min'>): Promise<number> {
    const { data, meta } = await this.#source.read({ ...this.#filters, since: this.#seen, per_page: PAGE, ...wait });
    this.#incomplete ||= meta.incomplete;
    for (const entry of data) await this.#compare(entry);
    return data.length;
  }

  async #compare(entry: JournalEntry): Promise<void> {
    this.#seen = Math.max(this.#seen, entry.sequence);
    const match = await matchEntry(entry, this.#expected);
    if (fits(match)) this.#count += 1;
    else if (mayFit(match)) this.#unsure.push(match);
  }
}

/** What the server can sort out: less to send, and no wake-up for other requests. */
function filtersOf({ method, path, status, operation }: ExpectedRequest): Partial<JournalQuery> {
  return {
    ...(typeof method === 'string' && /^\w+$/.test(method) ? { method: method.toUpperCase() } : {}),
    // An asterisk at its end would stand for any text.
    ...(typeof path === 'string' && !path.endsWith('*') ? { path } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof operation === 'string' && /^[\w.]+$/.test(operation) ? { operation } : {}),
  };
}
