/** Reads a journal on and on, and compares each entry once. */
import type { JournalEntry } from '../../generated/types.js';
import type { ExpectedRequest, ExpectedTimes } from './expected-request.js';
import type { JournalQuery, JournalSource } from './journal-source.js';
import { type EntryMatch, fits, matchEntry, mayFit } from './match-entry.js';

const now = performance.now.bind(performance);
const { setTimeout } = globalThis;

/** The time of the machine. */
export const realTime = {
  /** In ms from some moment on. */
  now,
  /** Lets everything else go on for a moment. */
  pause: (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 10);
    }),
};

/** Longest time for which one answer is waited for, in s. */
const LONGEST_WAIT = 30;

/** What is asked, and for how long. */
export interface Asking {
  /** In ms. */
  readonly ms: number;
  /** Asks once, with an answer after so many seconds at the latest, and says whether there was anything in it. */
  readonly ask: (wait: number) => Promise<boolean>;
}

/** Asks on and on, and ends once it is so, or after its time. */
export async function askUntil(isSo: () => boolean, { ms, ask }: Asking): Promise<void> {
  const end = realTime.now() + ms;
  for (let left = ms; !isSo() && left > 0; left = end - realTime.now()) {
    const begun = realTime.now();
    const wait = Math.min(Math.ceil(left) / 1000, LONGEST_WAIT);
    const isAnswered = await ask(wait);
    // Not every server waits: one whose `sleep` a test has replaced answers at once, again and again.
    if (!isAnswered && realTime.now() - begun < wait * 500) await realTime.pause();
  }
}

/** The least and the most requests. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The range that `times` stands for. @throws RangeError if nothing can be in it. */
export function rangeOf(times: ExpectedTimes | undefined): Range {
  if (times === undefined) return { min: 1, max: Infinity };
  const { min = 0, max = Infinity } = typeof times === 'number' ? { min: times, max: times } : times;
  if (min > max) throw new RangeError(`toHaveReceived: times has a min of ${min} above its max of ${max}`);
  return { min, max };
}

/** Whether so many were found: undefined where the journal does not know enough to say. */
export function isIn({ min, max }: Range, { count, unsure, incomplete }: Found): boolean | undefined {
  if (count > max) return false;
  const most = incomplete ? Infinity : count + unsure.length;
  if (count >= min && most <= max) return true;
  return most < min ? false : undefined;
}

/** A range in words. */
export function shownRange({ min, max }: Range): string {
  if (min === max) return counted(min);
  if (max === Infinity) return `at least ${counted(min)}`;
  return min === 0 ? `at most ${counted(max)}` : `${min} to ${counted(max)}`;
}

/** A number of requests. */
export const counted = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`;

/** Entries of the journal, or verdicts, of a page. */
export const PAGE = 50;

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
    const ask = async (wait: number) => (await this.#read({ wait, min: 1 })) > 0;
    await askUntil(() => this.#count >= count, { ms, ask });
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
