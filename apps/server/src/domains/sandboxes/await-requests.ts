/** Waits until enough requests have come. */
import type { Services } from '../../call/services.js';
import { checkWanted } from '../../kit/problem-error.js';
import { type IsWanted, type ReadJournal, wantedOf } from './wanted-requests.js';

/** What somebody waits for in the journal of a sandbox. */
export interface AwaitedRequests {
  readonly sandbox: string;
  /** Only requests after this sequence count. */
  readonly after: number;
  readonly isWanted: IsWanted;
  /** How many of them are enough. */
  readonly min: number;
  /** Longest time to wait, in ms. */
  readonly ms: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

type Waiting = Pick<Services, 'journals' | 'sleep' | 'turns'>;

/** Waits for the next request of a sandbox; false once the time is over. */
async function isNext(
  journals: Waiting['journals'],
  { sandbox, ms }: AwaitedRequests,
  from: Progress,
): Promise<boolean> {
  try {
    await journals.changed(sandbox, from.last, { ms, signal: from.over });
    return true;
  } catch (error) {
    if (from.over.aborted) return false;
    throw error;
  }
}

/** How far a wait has come. */
interface Progress {
  readonly last: number;
  /** Aborted once the time is over. */
  readonly over: AbortSignal;
}

/** Reads on until enough requests have come, and are still there; undefined once the time is over. */
async function enough(
  { journals, turns }: Waiting,
  awaited: AwaitedRequests,
  over: AbortSignal,
): Promise<ReadJournal | undefined> {
  const { sandbox, after, min, isWanted } = awaited;
  let last = after;
  let found = 0;
  for (;;) {
    const read = await journals.read(sandbox, last);
    const news = await wantedOf(read, isWanted, { turns });
    found += news.entries.length;
    if (found >= min) {
      if (last === after) return news;
      // Some may have been dropped or cleared meanwhile.
      const all = await wantedOf(await journals.read(sandbox, after), isWanted, { turns });
      found = all.entries.length;
      if (found >= min) return all;
    }
    last = Math.max(last, read.last);
    if (!(await isNext(journals, awaited, { last, over }))) return undefined;
  }
}

/**
 * The wanted requests that there are once there are enough, or the time is over, or the server stops. Of those that came while it
 * waited it keeps nothing but their number.
 *
 * @throws ProblemError where the client hangs up
 */
export async function awaitRequests(awaited: AwaitedRequests, server: Waiting): Promise<ReadJournal> {
  const { journals, sleep } = server;
  const over = new AbortController();
  const end = (): void => over.abort();
  awaited.signal.addEventListener('abort', end, { once: true });
  sleep(awaited.ms, over.signal).then(end, end);
  try {
    checkWanted(awaited.signal);
    const read = await enough(server, awaited, over.signal);
    checkWanted(awaited.signal);
    return read ?? (await wantedOf(await journals.read(awaited.sandbox, awaited.after), awaited.isWanted, server));
  } finally {
    awaited.signal.removeEventListener('abort', end);
    end();
  }
}
