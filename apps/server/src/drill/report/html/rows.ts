/** The rows of a timeline: attempts at the same method and URL stand in one row. */
import type { SeenRequest } from '../../observed.js';

/** How an attempt came out. */
export type Outcome = 'success' | 'refused' | 'failed' | 'broken';

/** An attempt, as a mark on a timeline. */
export interface Mark {
  readonly request: SeenRequest;
  readonly outcome: Outcome;
  /** Letters of the rules that it broke. */
  readonly letters: readonly string[];
}

/** A row of a timeline. */
export interface Row {
  readonly label: string;
  readonly marks: readonly Mark[];
}

/** The rows that are shown, and what is left out. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly hidden: number;
}

/** More rows than a person reads. */
const MAX_ROWS = 40;

/** More marks than a browser draws at once. */
const MAX_MARKS = 1500;

/** Query members that ask the server for something, and are no part of what is asked for. */
const CONTROLS = new Set(['delay', 'simulate_error', 'fault', 'cors']);

/** How an attempt came out: whether its answer came whole, and what it said. */
function outcomeOf({ status, ended }: Pick<SeenRequest, 'status' | 'ended'>): Outcome {
  if (ended !== 'complete' || status === null) return 'broken';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'success';
}

/** The URL below the sandbox, without controls, as it was sent. */
function urlOf({ path, query }: SeenRequest): string {
  const kept = query.split('&').filter((pair) => pair !== '' && !CONTROLS.has(pair.split('=')[0] ?? ''));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

const isNotable = ({ request, outcome, letters }: Mark): boolean =>
  outcome !== 'success' || letters.length > 0 || request.fault !== null;

const notableIn = ({ marks }: Row): number => marks.filter(isNotable).length;

/** The first of them by what is notable, in the order in which they were. */
function foremost<Item>(items: readonly Item[], count: number, weight: (item: Item) => number): Item[] {
  if (items.length <= count) return [...items];
  const kept = new Set(items.toSorted((one, other) => weight(other) - weight(one)).slice(0, count));
  return items.filter((item) => kept.has(item));
}

/**
 * The rows of a timeline, in the order in which they began. Where there are too many, those with failures, faults and
 * verdicts stay.
 */
export function rowsOf(requests: readonly SeenRequest[], letters: ReadonlyMap<number, readonly string[]>): Rows {
  const all = requests.map((request) => ({
    request,
    outcome: outcomeOf(request),
    letters: letters.get(request.sequence) ?? [],
  }));
  const marks = foremost(all, MAX_MARKS, (mark) => Number(isNotable(mark)));
  marks.sort(({ request: one }, { request: other }) => Date.parse(one.received_at) - Date.parse(other.received_at));
  const byUrl = new Map<string, Mark[]>();
  for (const mark of marks) {
    const label = `${mark.request.method} ${urlOf(mark.request)}`;
    const row = byUrl.get(label);
    if (row === undefined) byUrl.set(label, [mark]);
    else row.push(mark);
  }
  const rows = [...byUrl].map(([label, own]) => ({ label, marks: own }));
  const shown = foremost(rows, MAX_ROWS, notableIn);
  return { rows: shown, hidden: requests.length - shown.reduce((sum, row) => sum + row.marks.length, 0) };
}
