/** A journal in a database: what is counted of it, and what of a batch it takes. */
import { byteLength } from '#platform/bytes';
import type { Clearing, JournalLimits, PendingEntry } from '../../journal/journal-store.js';

/** What a database has of a journal beside its entries; times are in ms since 1970, by the clock of the database. */
export interface JournalHead {
  readonly sandbox: string;
  /** The highest sequence that was given, and what that was when the journal was last cleared. */
  readonly last: number;
  readonly cleared: number;
  /** Up to which sequence nothing moves any more: somebody may have seen it. */
  readonly settled: number;
  /** When the last answer of all was ready. */
  readonly latest: number;
  /** How many entries there are. */
  readonly entries: number;
  /** Bytes of their parts. */
  readonly facts: number;
  readonly headers: number;
  readonly bodies: number;
  /** What was received, and what was answered before is left out. */
  readonly begun_at: number;
  readonly cleared_at: number;
  /** Whether somebody has written to the sandbox. */
  readonly written: boolean;
}

/** The parts of an entry as they are named in a row. */
export const PARTS = { facts: 0, headers: 1, bodies: 2 } as const;

/** A part of an entry. */
export interface PartRow {
  readonly sandbox: string;
  readonly part: number;
  readonly sequence: number;
  readonly value: string;
  /** When its request came in, and when its answer was ready; only in the row of the facts. */
  readonly received: number | null;
  readonly answered: number | null;
}

/** An entry as a row. */
export interface EntryRow {
  readonly sequence: number;
  readonly facts: string;
  readonly headers: string | null;
  readonly bodies: string | null;
}

/** A journal that nobody has used; it counts on from a number. */
export function newHead(sandbox: string, after = 0): JournalHead {
  const none = { latest: 0, entries: 0, facts: 0, headers: 0, bodies: 0 };
  return { sandbox, last: after, cleared: after, settled: after, ...none, begun_at: 0, cleared_at: 0, written: false };
}

/** Bytes of all that a journal has. */
export const bytesOf = ({ facts, headers, bodies }: JournalHead): number => facts + headers + bodies;

/** Turns times of this process into those of a database: it may be another machine, with another clock. */
export interface Clocks {
  /** The time of the database, in ms since whenever. */
  readonly now: number;
  /** How much later that is than `journalNow`. */
  readonly later: number;
}

/** Whether something came before an instant; one that is yet to come shows that the clock was put back. */
const isBefore = (at: number, instant: number, now: number): boolean => at < instant && instant <= now;

/** A batch for one journal. */
export interface HeadBatch {
  readonly entries: readonly PendingEntry[];
  /** How many entries before these were lost. */
  readonly lost: number;
  readonly clocks: Clocks;
}

/** Processes that append at once may have asked for the time in another order, but not so many ms apart. */
const PUT_BACK_MS = 1000;

/** Appends a batch to a journal: what is then counted of it, and the rows to add. Their numbers may still change. */
export function appended(head: JournalHead, { entries, lost, clocks: { now, later } }: HeadBatch) {
  const rows: PartRow[] = [];
  const bytes = { facts: head.facts, headers: head.headers, bodies: head.bodies };
  let { last, entries: count, written } = head;
  // Of a clock that was put back nothing can be said but the order in which entries came.
  const isBack = head.latest > now + PUT_BACK_MS;
  let latest = isBack ? 0 : head.latest;
  const settled = isBack ? last : head.settled;
  last += lost;
  for (const entry of entries) {
    const [received, answered] = [entry.since + later, Math.min(entry.answeredAt + later, now)];
    if (isBefore(received, head.begun_at, now) || isBefore(answered, head.cleared_at, now)) continue;
    last += 1;
    count += 1;
    latest = Math.max(latest, answered);
    if (!entry.isMinor) written = true;
    const texts = entry.texts();
    for (const name of ['facts', 'headers', 'bodies'] as const) {
      const value = texts[name];
      if (value === null) continue;
      bytes[name] += byteLength(value);
      const times = name === 'facts' ? { received, answered } : { received: null, answered: null };
      rows.push({ sandbox: head.sandbox, part: PARTS[name], sequence: last, value, ...times });
    }
  }
  return { head: { ...head, ...bytes, last, settled, latest, entries: count, written }, rows };
}

/** So many entries may wait for somebody to put them in order before whoever appends does. */
const MAX_UNSETTLED = 1000;

/** Whether so many entries wait for their order that whoever appends sees to it. */
export const isUnsettled = ({ last, settled }: JournalHead): boolean => last - settled > MAX_UNSETTLED;

/** How long it takes until all that a journal has is settled, in ms, where entries have come so many ms after their answers. */
export function unsettledMs({ latest }: JournalHead, now: number, settleMs: number): number {
  return Math.min(settleMs, Math.max(0, latest - (now - settleMs)));
}

/** How many entries, and how many bytes, are left of a journal that was cleared. */
export type Left = Pick<JournalHead, 'entries' | 'facts' | 'headers' | 'bodies'>;

/** When what goes came, as it is named in a row, and the last time of which it does. */
export function clearedUpTo({ what, at }: Clearing, { now, later }: Clocks) {
  return { column: what, upTo: Math.min(now, at + later) } as const;
}

/** A journal once it is cleared; what has come since is left. */
export function clearedHead(head: JournalHead, clearing: Clearing, { clocks, left }: { clocks: Clocks; left: Left }) {
  const { upTo } = clearedUpTo(clearing, clocks);
  // One that is done late does not take back what a later one has done.
  const latest = (before: number): number => (before > clocks.now ? upTo : Math.max(before, upTo));
  const begun = clearing.what === 'received' ? { begun_at: latest(head.begun_at) } : {};
  const written = left.entries > 0 || clearing.what !== 'received' ? head.written : false;
  const settled = left.entries === 0 ? head.last : head.settled;
  const cleared = { settled, cleared: head.last - left.entries, cleared_at: latest(head.cleared_at) };
  return { ...head, ...left, ...begun, ...cleared, written };
}

/** More gives way than has to, so that it need not be done with every batch. */
const KEPT = 7 / 8;

/** What is to give way: so many entries, and so many bytes of headers and of bodies. */
export interface Excess {
  readonly entries: number;
  readonly headers: number;
  readonly bodies: number;
}

/** Headers and bodies that are to give way until so many bytes are left: bodies first, but no more than half. */
function detailExcess({ headers, bodies }: JournalHead, kept: number) {
  const excess = Math.max(0, headers + bodies - kept);
  const fromBodies = Math.min(excess, Math.max(0, bodies - kept / 2));
  const fromHeaders = Math.min(excess - fromBodies, headers);
  return { headers: fromHeaders, bodies: excess - fromHeaders };
}

/** What gives way where one journal is too large. */
export function excessOf(head: JournalHead, { entries, bytes }: JournalLimits): Excess {
  const isTooLarge = head.headers + head.bodies > bytes;
  return {
    entries: head.entries > entries ? head.entries - Math.ceil(entries * KEPT) : 0,
    ...(isTooLarge ? detailExcess(head, Math.floor(bytes * KEPT)) : { headers: 0, bodies: 0 }),
  };
}

/** What gives way of the largest journal where all are too large together: a quarter of its details, or of its entries. */
export function shareOf(head: JournalHead): Excess {
  const { entries, facts, headers, bodies } = head;
  if (facts > 3 * (headers + bodies)) return { entries: Math.ceil(entries / 4), headers: 0, bodies: 0 };
  return { entries: 0, ...detailExcess(head, Math.floor(((headers + bodies) * 3) / 4)) };
}
