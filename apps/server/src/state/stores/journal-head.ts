/** A journal in a database: what is counted of it, and what of a batch it takes. */
import { byteLength } from '#platform/bytes';
import type { Clearing, JournalLimits, PendingEntry } from '../../journal/journal-store.js';

/** What a database has of a journal beside its entries; times are in ms since 1970, by the clock of the database. */
export interface JournalHead {
  readonly sandbox: string;
  /** The highest sequence that was given, and what that was when the journal was last cleared. */
  readonly last: number;
  readonly cleared: number;
  /** How many entries there are. */
  readonly entries: number;
  /** Bytes of their parts. */
  readonly facts: number;
  readonly headers: number;
  readonly bodies: number;
  /** What was received, and what ended before is left out. */
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
}

/** An entry as a row. */
export interface EntryRow {
  readonly sequence: number;
  readonly facts: string;
  readonly headers: string | null;
  readonly bodies: string | null;
}

/** A journal that nobody has used. */
export function newHead(sandbox: string): JournalHead {
  const none = { last: 0, cleared: 0, entries: 0, facts: 0, headers: 0, bodies: 0 };
  return { sandbox, ...none, begun_at: 0, cleared_at: 0, written: false };
}

/** Bytes of all that a journal has. */
export const bytesOf = ({ facts, headers, bodies }: JournalHead): number => facts + headers + bodies;

/** Turns times of this process into those of a database: it may be another machine, with another clock. */
export interface Clocks {
  /** The time of the database. */
  readonly now: number;
  /** What `journalNow` was before the database was asked for its time, so that nothing seems older than it is. */
  readonly asked: number;
}

/** Whether something came before an instant; one that is yet to come shows that the clock was put back. */
const isBefore = (at: number, instant: number, now: number): boolean => at < instant && instant <= now;

function isTooLate({ receivedAt, endedAt }: PendingEntry, head: JournalHead, { now, asked }: Clocks): boolean {
  const later = now - asked;
  return isBefore(receivedAt + later, head.begun_at, now) || isBefore(endedAt + later, head.cleared_at, now);
}

/** A batch for one journal. */
export interface HeadBatch {
  readonly entries: readonly PendingEntry[];
  /** How many entries before these were lost. */
  readonly lost: number;
  readonly clocks: Clocks;
}

/** Appends a batch to a journal: what is then counted of it, and the rows to add. */
export function appended(head: JournalHead, { entries, lost, clocks }: HeadBatch) {
  const rows: PartRow[] = [];
  const bytes = { facts: head.facts, headers: head.headers, bodies: head.bodies };
  let { last, entries: count, written } = head;
  last += lost;
  for (const entry of entries) {
    if (isTooLate(entry, head, clocks)) continue;
    last += 1;
    count += 1;
    if (!entry.isMinor) written = true;
    const texts = entry.texts();
    for (const name of ['facts', 'headers', 'bodies'] as const) {
      const value = texts[name];
      if (value === null) continue;
      bytes[name] += byteLength(value);
      rows.push({ sandbox: head.sandbox, part: PARTS[name], sequence: last, value });
    }
  }
  return { head: { ...head, ...bytes, last, entries: count, written }, rows };
}

const EMPTY = { entries: 0, facts: 0, headers: 0, bodies: 0 };

/** A journal once it is cleared. */
export function clearedHead(head: JournalHead, { what, at }: Clearing, { now, asked }: Clocks): JournalHead {
  const then = Math.min(now, at + now - asked);
  const begun = what === 'received' ? { begun_at: then, written: false } : {};
  return { ...head, ...EMPTY, ...begun, cleared: head.last, cleared_at: then };
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
