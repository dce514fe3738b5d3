/** The requests of a sandbox: as a list, awaited, and as a stream. */
import type { DroppedRequests, JournalEntry, sandboxes as declared } from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import type { Entries, EntryAt } from '../../kit/listing.js';
import { nearest, type ProblemFault } from '@understudy/contract/kit';
import { globs } from '../../faults/glob.js';
import { inboxPath } from '../../kit/sandbox-address.js';
import { quoted } from '../../faults/read-faults.js';
import { badRequest, checkWanted } from '../../kit/problem-error.js';
import type { ContextOf } from '../../kit/context.js';
import type { EventSource } from '../../kit/event-source.js';

type IsWanted = (entry: JournalEntry) => boolean;

/** A call that lists requests. */
export type ListCall = ContextOf<typeof declared, 'listRequests'> | ContextOf<typeof declared, 'listInbox'>;

/** The operations and the path that a call lists requests of. */
function targetOf({ input }: ListCall): {
  readonly operation?: string | undefined;
  readonly path?: string | undefined;
} {
  return 'box' in input ? { path: inboxPath(input.box) } : input;
}

/** Whether a path is the wanted one, or begins like it where that ends with a star. */
function isPath(path: string, wanted: string): boolean {
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}

/** The sequence that a call wants to read on after; 0 where it names none. */
function sequenceIn({ input: { since } }: ListCall): number {
  return typeof since === 'number' ? since : 0;
}

type ReadJournal = Awaited<ReturnType<Services['journals']['read']>>;

/** Tells which requests pass all filters of a call. */
function wantedBy(ctx: ListCall): IsWanted {
  const { input, passes } = ctx;
  const { since } = input;
  const { operation, path } = targetOf(ctx);
  const isOperation = operation === undefined ? undefined : globs(operation.split(','));
  const earliest = typeof since === 'string' ? Date.parse(since) : undefined;
  return (entry) =>
    (path === undefined || isPath(entry.path, path)) &&
    (isOperation === undefined || (entry.operation !== null && isOperation(entry.operation))) &&
    (earliest === undefined || Date.parse(entry.received_at) >= earliest) &&
    passes(entry);
}

/** So few are looked through at once: taking turns would take longer. */
const FEW = 100;

function* chosen({ entries }: ReadJournal, isWanted: IsWanted) {
  const found: ReadJournal['entries'][number][] = [];
  for (const one of entries) {
    if (isWanted(one.entry())) found.push(one);
    yield;
  }
  return found;
}

async function wantedOf(
  read: ReadJournal,
  isWanted: IsWanted,
  { scheduler }: Pick<Services, 'scheduler'>,
): Promise<ReadJournal> {
  const choosing = chosen(read, isWanted);
  const entries = read.entries.length <= FEW ? scheduler.runShort(choosing) : await scheduler.run(choosing);
  return { ...read, entries };
}

/** What somebody waits for in the journal of a sandbox. */
interface AwaitedRequests {
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

type Waiting = Pick<Services, 'journals' | 'sleep' | 'scheduler'>;

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

interface Progress {
  readonly last: number;
  /** Aborted once the time is over. */
  readonly over: AbortSignal;
}

/** Reads on until enough requests have come, and are still there; undefined once the time is over. */
async function enough(
  { journals, scheduler }: Waiting,
  awaited: AwaitedRequests,
  over: AbortSignal,
): Promise<ReadJournal | undefined> {
  const { sandbox, after, min, isWanted } = awaited;
  let last = after;
  let found = 0;
  for (;;) {
    const read = await journals.read(sandbox, last);
    const news = await wantedOf(read, isWanted, { scheduler });
    found += news.entries.length;
    if (found >= min) {
      if (last === after) return news;
      // Some may have been dropped or cleared meanwhile.
      const all = await wantedOf(await journals.read(sandbox, after), isWanted, { scheduler });
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
async function awaitRequests(awaited: AwaitedRequests, server: Waiting): Promise<ReadJournal> {
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

function wrongOperations(given: string, names: readonly string[]): ProblemFault[] {
  const wrong = given.split(',').find((pattern) => !names.some(globs(pattern)));
  if (wrong === undefined) return [];
  const meant = nearest(wrong, names);
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  const detail = `matches no operation of the API: ${quoted(wrong)}${hint}`;
  return [{ parameter: 'operation', code: 'unknown', detail }];
}

function wrongPath(given: string): ProblemFault[] {
  if (given.startsWith('/') || given === '*') return [];
  const detail = `must be a path below the base URL, such as /api/education/*, but is ${quoted(given)}`;
  return [{ parameter: 'path', code: 'invalid_format', detail }];
}

/** Checks the filters of a call. @throws ProblemError for an operation that there is not, or what is no path. */
function checkFilters(ctx: ListCall, { operations }: Services): void {
  const { operation, path } = targetOf(ctx);
  const faults = [
    ...(operation === undefined ? [] : wrongOperations(operation, operations)),
    ...(path === undefined ? [] : wrongPath(path)),
  ];
  if (faults.length > 0) throw badRequest(faults);
}

/** Whether a call asks for the first page: a further one shows more of what was waited for. */
const isFirstPage = ({ page, cursor }: ListCall['input']): boolean => page === 1 && cursor === undefined;

/** The sequence to read on after: the first, where the one that was given is of a server that was started anew meanwhile. */
async function startOf(ctx: ListCall, { journals }: Services): Promise<number> {
  const since = sequenceIn(ctx);
  if (since === 0) return 0;
  const { last } = await journals.read(ctx.input.name, since, 1);
  return since > last ? 0 : since;
}

/** A request in a list; it is made where it is answered. */
function listed({ sequence, entry }: ReadJournal['entries'][number]): EntryAt<JournalEntry> {
  return {
    position: sequence,
    get item() {
      return entry();
    },
  };
}

/** The requests of a sandbox. */
export async function listRequests(ctx: ListCall, server: Services): Promise<Entries<JournalEntry>> {
  checkFilters(ctx, server);
  const { name, wait, min } = ctx.input;
  const after = await startOf(ctx, server);
  const isWanted = wantedBy(ctx);
  const isAwaited = wait > 0 && isFirstPage(ctx.input);
  const awaited = { sandbox: name, after, isWanted, min, ms: wait * 1000, signal: ctx.signal() };
  const { entries, ...meta } = isAwaited
    ? await awaitRequests(awaited, server)
    : await wantedOf(await server.journals.read(name, after), isWanted, server);
  const baseUrl = ctx.baseUrlOf(name);
  return {
    entries: entries.map(listed),
    meta,
    formats: {
      har: async (items) => ({ document: await server.archive(items, baseUrl), filename: `${name}.har` }),
    },
  };
}

type FollowCall = ContextOf<typeof declared, 'streamRequests'>;

type JournalEvent =
  | { readonly id: string; readonly event: 'request'; readonly data: JournalEntry }
  | { readonly id: string; readonly event: 'dropped'; readonly data: DroppedRequests };

/** Events that are made at once: whoever reads slowly has no more of them made. */
const AT_ONCE = 100;

/** A sequence as an event's id, or the other way round; 0 stands before the first. */
const SEQUENCE = /^(?:0|[1-9]\d{0,15})$/;

function checkSequence({ input: { last_event_id: id }, problem }: FollowCall): void {
  if (id === undefined || SEQUENCE.test(id)) return;
  const detail = `last_event_id is ${JSON.stringify(id)}, which is no sequence of a request`;
  throw problem('invalid_cursor', { detail });
}

const dropped = (last: number, count: number): JournalEvent => ({
  id: String(last),
  event: 'dropped',
  data: { count },
});

/** The event of a request. Its entry is made when it is sent, in turn with what else the server has to do. */
function requestEvent(sequence: number, entry: () => JournalEntry): JournalEvent {
  return {
    id: String(sequence),
    event: 'request',
    get data() {
      return entry();
    },
  };
}

/** The events of what was read; an event says where requests are missing in it. */
function eventsOf({ entries }: ReadJournal, after: number): JournalEvent[] {
  let last = after;
  return entries.flatMap(({ sequence, entry }): JournalEvent[] => {
    const missing = sequence - last - 1;
    last = sequence;
    const event = requestEvent(sequence, entry);
    return missing > 0 ? [dropped(sequence - 1, missing), event] : [event];
  });
}

/**
 * What of a journal comes after the last event. A reader who has seen none is not told of what was cleared before it came;
 * one who has is told of all that it has missed.
 */
function newsIn(read: ReadJournal, after: number | undefined): JournalEvent[] {
  const [first] = read.entries;
  const next = first?.sequence ?? read.last + 1;
  if (after !== undefined) {
    if (first !== undefined || read.last <= after) return eventsOf(read, after);
    return [dropped(read.last, read.last - after)];
  }
  const start = eventsOf(read, next - 1);
  return read.dropped > 0 && next > 1 ? [dropped(next - 1, read.dropped), ...start] : start;
}

/** The journal of a sandbox as a source of events. */
export async function followRequests(ctx: FollowCall, server: Services): Promise<EventSource<JournalEvent>> {
  const { name } = ctx.input;
  const { journals } = server;
  checkSequence(ctx);
  const sequence = (id: string | undefined): number | undefined => (id === undefined ? undefined : Number(id));
  const since = ctx.input.last_event_id;
  // Before the head of an answer: who asks for a list would get a problem as well where there is no journal to be had.
  let first: ReadJournal | undefined = await journals.read(name, sequence(since), AT_ONCE);
  // What was cleared has a sequence, though no event.
  let last = 0;
  return {
    after: async (id) => {
      const after = sequence(id);
      const read = id === since && first !== undefined ? first : await journals.read(name, after, AT_ONCE);
      first = undefined;
      last = read.last;
      if (after === undefined || after <= last) return { events: newsIn(read, after) };
      // A server in memory that was started anew counts from 1 again.
      return { events: newsIn(await journals.read(name, 0, AT_ONCE), undefined) };
    },
    watch: (waiter) => journals.watch(name, last, waiter),
    unwatch: (waiter) => journals.unwatch(name, waiter),
  };
}
