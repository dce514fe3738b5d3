/** A journal in a database, as it is counted. */
import type { Clearing } from '../../journal/journal-store.js';
import { runBytes, type Run } from '../../journal/runs/run.js';

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
  /** Bytes of their texts. */
  readonly facts: number;
  readonly headers: number;
  readonly bodies: number;
  /** What was received, and what was answered before is left out. */
  readonly begun_at: number;
  readonly cleared_at: number;
  /** Whether somebody has written to the sandbox. */
  readonly written: boolean;
}

/** How many entries there are, and how many bytes their texts have. */
export type RunTotals = Pick<JournalHead, 'entries' | 'facts' | 'headers' | 'bodies'>;

/** Those of no entries. */
export const NOTHING: RunTotals = { entries: 0, facts: 0, headers: 0, bodies: 0 };

/** A journal that nobody has used; it counts on from a number. */
export function newHead(sandbox: string, after = 0): JournalHead {
  const given = { last: after, cleared: after, settled: after };
  return { sandbox, ...given, ...NOTHING, latest: 0, begun_at: 0, cleared_at: 0, written: false };
}

/** A journal without some runs that it had, and with others. */
export function withRuns(head: JournalHead, runs: readonly Run[], gone: RunTotals = NOTHING): JournalHead {
  const more = runBytes(runs);
  return {
    ...head,
    entries: head.entries - gone.entries + runs.reduce((sum, { entries }) => sum + entries, 0),
    facts: head.facts - gone.facts + more.facts,
    headers: head.headers - gone.headers + more.headers,
    bodies: head.bodies - gone.bodies + more.bodies,
  };
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

/** Up to when entries are settled. */
export interface Settling {
  readonly upTo: number;
  /** Whether somebody wants to see each that is; else those of a run may wait for each other. */
  readonly isExact: boolean;
}

/** So many entries may wait for somebody to put them in order before whoever appends does. */
const MAX_UNSETTLED = 5000;

/** Whether so many entries wait for their order that whoever appends sees to it. */
export const isUnsettled = ({ last, settled }: JournalHead): boolean => last - settled > MAX_UNSETTLED;

/** How long it takes until all that a journal has is settled, in ms, where entries have come so many ms after their answers. */
export function unsettledMs({ latest }: JournalHead, now: number, settleMs: number): number {
  return Math.min(settleMs, Math.max(0, latest - (now - settleMs)));
}

/** When what goes came, as it is named in a row, and the last time of which it does. */
export function clearedUpTo({ what, at }: Clearing, { now, later }: Clocks) {
  return { column: what, upTo: Math.min(now, at + later) } as const;
}

/** A journal once it is cleared; what has come since is left. */
export function clearedHead(
  head: JournalHead,
  clearing: Clearing,
  { clocks, left }: { clocks: Clocks; left: RunTotals },
) {
  const { upTo } = clearedUpTo(clearing, clocks);
  // One that is done late does not take back what a later one has done.
  const latest = (before: number): number => (before > clocks.now ? upTo : Math.max(before, upTo));
  const begun = clearing.what === 'received' ? { begun_at: latest(head.begun_at) } : {};
  const written = left.entries > 0 || clearing.what !== 'received' ? head.written : false;
  const settled = left.entries === 0 ? head.last : head.settled;
  const cleared = { settled, cleared: head.last - left.entries, cleared_at: latest(head.cleared_at) };
  return { ...head, ...left, ...begun, ...cleared, written };
}
