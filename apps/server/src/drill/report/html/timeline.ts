/** The timeline of a plan as SVG: a row for each URL, a mark for each attempt, with faults and verdicts. */
import { html, type Html } from '../../../kit/html.js';
import type { PlanResult, SeenRequest } from '../../result.js';
import { requestText } from '../words.js';

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

/** A scale. */
interface Scale {
  /** The position of a time in ms, in units of the drawing. */
  readonly at: (ms: number) => number;
  /** Times in ms at which a line stands, each with its text. */
  readonly ticks: readonly { readonly ms: number; readonly text: string }[];
}

/** About how many ticks there are. */
const TICKS = 8;

/** The next step of 1, 2 or 5 times a power of ten that is not less. */
function niceStep(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(ms));
  return ([1, 2, 5, 10].find((factor) => factor * power >= ms) ?? 10) * power;
}

const tickText = (ms: number, step: number): string => (step < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/**
 * A scale.
 *
 * @param longest the last time, in ms
 * @param from position of the beginning
 * @param to position of the last time
 */
function scaleOf(longest: number, from: number, to: number): Scale {
  const whole = Math.max(longest, 10);
  const step = niceStep(whole / TICKS);
  const ticks = Array.from({ length: Math.floor(whole / step) + 1 }, (_, index) => index * step);
  return {
    at: (ms) => Math.round((from + (Math.min(Math.max(ms, 0), whole) / whole) * (to - from)) * 10) / 10,
    ticks: ticks.map((ms) => ({ ms, text: tickText(ms, step) })),
  };
}

const WIDTH = 1120;
const LABELS = 330;
const MARGIN = 24;
const HEAD = 30;
const ROW = 34;
const FLAG_WIDTH = 16;

/** Longest label of a row, in characters. */
const LABEL_LENGTH = 46;

/** The mark of each outcome: it can be told without its colour. Drawn around 0, 0. */
const shapes: Readonly<Record<Outcome, Html>> = {
  success: html`<circle r="5" />`,
  refused: html`<rect x="-4.5" y="-4.5" width="9" height="9" />`,
  failed: html`<path d="M0 -6 6 5 -6 5Z" />`,
  broken: html`<path d="M-5 -5 5 5M5 -5-5 5" />`,
};

const shorten = (text: string): string => (text.length <= LABEL_LENGTH ? text : `${text.slice(0, LABEL_LENGTH - 1)}…`);

/** A mark by itself, for the legend. */
export function shapeOf(outcome: Outcome): Html {
  return html`<svg class="mark ${outcome}" viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">
    ${shapes[outcome]}
  </svg>`;
}

/** Where a mark is drawn, and the plan that it is of. */
interface Drawn {
  readonly scale: Scale;
  readonly y: number;
  readonly result: PlanResult;
}

function flag(letters: readonly string[], result: PlanResult): Html | undefined {
  const [first] = letters;
  if (first === undefined) return undefined;
  const text = letters.length === 1 ? first : `${first}+`;
  return html`<a href="#${result.plan.name}-${first}"
    ><rect class="flag" x="-8" y="-22" width="16" height="13" rx="3" /><text class="letter" y="-12">${text}</text></a
  >`;
}

/** The marks of a row; of flags with the same letters that would cover each other the first stands. */
function marksAt(marks: readonly Mark[], drawn: Drawn): Html[] {
  const flagged = new Map<string, number>();
  return marks.map((mark) => {
    const { request, letters } = mark;
    const text = letters.join();
    const x = drawn.scale.at(Date.parse(request.received_at) - drawn.result.beganAt + request.duration_ms);
    if (x - (flagged.get(text) ?? -Infinity) < FLAG_WIDTH) return markAt({ ...mark, letters: [] }, drawn);
    flagged.set(text, x);
    return markAt(mark, drawn);
  });
}

function markAt({ request, outcome, letters }: Mark, { scale, y, result }: Drawn): Html {
  const began = Date.parse(request.received_at) - result.beganAt;
  const [from, to] = [scale.at(began), scale.at(began + request.duration_ms)];
  const ring = request.fault === null ? undefined : html`<circle class="fault" r="9" />`;
  return html`<line class="took ${outcome}" x1="${from}" x2="${to}" y1="${y}" y2="${y}" />
    <g class="mark ${outcome}" transform="translate(${to} ${y})">
      <title>${requestText(request, result.beganAt)}</title>
      ${shapes[outcome]}${ring}${flag(letters, result)}
    </g>`;
}

function rowAt({ label, marks }: Row, drawn: Drawn): Html {
  return html`<g>
    <line class="row" x1="0" x2="${WIDTH}" y1="${drawn.y + ROW / 2}" y2="${drawn.y + ROW / 2}" />
    <text class="label" x="8" y="${drawn.y + 4}">
      <title>${label}</title>
      ${shorten(label)}
    </text>
    ${marksAt(marks, drawn)}
  </g>`;
}

/** The timeline of a plan. */
export function timeline(result: PlanResult, { rows }: Rows): Html {
  const height = HEAD + rows.length * ROW + 4;
  const longest = rows
    .flatMap(({ marks }) => marks)
    .reduce(
      (most, { request }) => Math.max(most, Date.parse(request.received_at) - result.beganAt + request.duration_ms),
      0,
    );
  const scale = scaleOf(longest, LABELS, WIDTH - MARGIN);
  return html`<svg
    class="timeline"
    viewBox="0 0 ${WIDTH} ${height}"
    role="img"
    aria-label="Timeline of the plan ${result.plan.name}"
  >
    ${scale.ticks.map(
      ({ ms, text }) =>
        html`<line class="tick" x1="${scale.at(ms)}" x2="${scale.at(ms)}" y1="${HEAD - 8}" y2="${height}" />
          <text class="time" x="${scale.at(ms)}" y="14">${text}</text>`,
    )}
    ${rows.map((row, index) => rowAt(row, { scale, y: HEAD + index * ROW + ROW / 2 + 4, result }))}
  </svg>`;
}
