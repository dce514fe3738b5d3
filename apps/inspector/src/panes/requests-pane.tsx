/** What the app sent and got: live, newest first, filtered, each with its details. */
import type { JournalEntry } from '@understudy/client';
import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { copy } from '../clipboard.js';
import { Details } from '../details.js';
import { EmptyRequests } from '../empty-requests.js';
import { Field, optionsOf } from '../fields.js';
import { durationText, timeText } from '../format.js';
import { useHotkeys } from '../hotkeys.js';
import {
  clear,
  entryOf,
  filter,
  type Filter,
  journal,
  missing,
  NO_FILTER,
  refusal,
  selected,
  version,
} from '../journal.js';
import { editRule } from '../rule-draft.js';
import { sendAgain } from '../send-again.js';
import { LANES, type Series } from '../series.js';
import { StatusText } from '../status-text.js';
import { verdictsOf } from '../verdicts.js';
import { VirtualList } from '../virtual-list.js';

/** Height of a row, in px. */
const HEIGHT = 26;

/** The newest entry that is listed, by its sequence; undefined for all, as they come. Whoever has scrolled reads. */
const newest = signal<number | undefined>(undefined);

const idOf = (entry: JournalEntry | undefined): string | undefined =>
  entry === undefined ? undefined : `request-${entry.sequence}`;

/** Which lines run beside a row, and which of them it is an attempt of. */
function lanesOf(sequence: number, near: readonly Series[]) {
  return near.flatMap(({ attempts, lane }) => {
    const first = attempts[0]?.sequence ?? 0;
    const last = attempts.at(-1)?.sequence ?? 0;
    if (sequence < first || sequence > last) return [];
    const isAttempt = attempts.some((attempt) => attempt.sequence === sequence);
    return [{ lane, isAttempt, isFirst: sequence === first, isLast: sequence === last }];
  });
}

function Gutter({ sequence, near }: { sequence: number; near: readonly Series[] }) {
  const lines = lanesOf(sequence, near);
  const isRetry = lines.some(({ isAttempt, isFirst }) => isAttempt && !isFirst);
  return (
    <span class="gutter" role="gridcell">
      {lines.length > 0 && (
        <svg width={LANES * 7} height={HEIGHT} aria-hidden="true">
          {lines.map(({ lane, isAttempt, isFirst, isLast }) => (
            <g key={lane}>
              <path d={`M${lane * 7 + 4} ${isLast ? HEIGHT / 2 : 0}V${isFirst ? HEIGHT / 2 : HEIGHT}`} />
              {isAttempt && <circle cx={lane * 7 + 4} cy={HEIGHT / 2} r="3" />}
            </g>
          ))}
        </svg>
      )}
      {isRetry && <span class="hidden">retry</span>}
    </span>
  );
}

/** Width of the bar of a duration, in percent: by its logarithm from 0.1 ms to 10 s. */
const widthOf = (ms: number): number => Math.min(100, Math.max(2, (Math.log10(Math.max(ms, 0.1)) + 1) * 20));

function RequestRow({ entry, index, near }: { entry: JournalEntry; index: number; near: readonly Series[] }) {
  const isSelected = selected.value === entry.sequence;
  const found = verdictsOf(entry.sequence);
  return (
    <div
      id={idOf(entry)}
      class="row"
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      style={{ top: `${index * HEIGHT}px` }}
      onClick={() => (selected.value = entry.sequence)}
    >
      <Gutter sequence={entry.sequence} near={near} />
      <span class="number" role="gridcell">
        {entry.sequence}
      </span>
      <span class={`method ${entry.method.toLowerCase()}`} role="gridcell">
        {entry.method}
      </span>
      <span class="path" role="gridcell">
        {entry.path}
        {entry.query !== '' && <span class="soft">?{entry.query}</span>}
      </span>
      <span class="marks" role="gridcell">
        {entry.fault !== null && <span class="mark mark-fault">⚡ {entry.fault.fault.split(';')[0]}</span>}
        {found[0] !== undefined && (
          <span class={`mark verdict-${found[0].severity}`}>▲ {found[0].code ?? found[0].rule}</span>
        )}
      </span>
      <span role="gridcell">
        <StatusText entry={entry} />
      </span>
      <span class="duration" role="gridcell">
        <span class="bar" style={{ width: `${widthOf(entry.duration_ms)}%` }} />
        <span>{durationText(entry.duration_ms)}</span>
      </span>
      <span class="time" role="gridcell">
        {timeText(entry.received_at)}
      </span>
    </div>
  );
}

const statuses = { '': 'any status', '2': '2xx', '3': '3xx', '4': '4xx', '5': '5xx', none: 'no answer' } as const;

/** How many entries are listed. */
const listed = (): number => (newest.value === undefined ? journal.matching : journal.indexOf(newest.value + 1));

function change(part: Partial<Filter>): void {
  newest.value = undefined;
  filter.value = { ...filter.value, ...part };
}

function Filters({ count }: { count: number }) {
  const { text, onlyFailures } = filter.value;
  const choices = [
    ['method', optionsOf(journal.methods, 'any method')],
    ['status', { '': Object.entries(statuses) }],
    ['operation', optionsOf(journal.operations, 'any operation')],
  ] as const;
  const isFiltered = count !== journal.count;
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        id="filter"
        type="search"
        aria-label="Filter by text"
        placeholder="Filter  /"
        value={text}
        onInput={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      {choices.map(([name, options]) => (
        <Field
          key={name}
          isBare
          label={name}
          value={filter.value[name]}
          options={options}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <label class="switch">
        <input
          type="checkbox"
          checked={onlyFailures}
          onChange={({ currentTarget }) => change({ onlyFailures: currentTarget.checked })}
        />
        only failures
      </label>
      <span class="soft count" role="status">
        {isFiltered ? `${count.toLocaleString('en')} of ` : ''}
        {journal.count.toLocaleString('en')} requests
        {missing.value > 0 ? `, ${missing.value.toLocaleString('en')} no longer there` : ''}
      </span>
      <button type="button" class="quiet" onClick={() => void clear()}>
        Clear
      </button>
    </form>
  );
}

/** Selects the row that is so many rows further down, the first one where none was. */
function move(by: number): void {
  const count = listed();
  const { value: sequence } = selected;
  const at = sequence === undefined ? (by > 0 ? -1 : count) : count - 1 - journal.indexOf(sequence);
  const next = journal.at(count - 1 - Math.min(count - 1, Math.max(0, at + by)));
  if (next !== undefined) selected.value = next.sequence;
}

/** The pane. */
export function RequestsPane() {
  void version.value;
  const rows = useRef<HTMLDivElement>(null);
  const count = listed();
  const entry = entryOf(selected.value);
  // Keys may come faster than the page is drawn.
  const withSelected = (act: (one: JournalEntry) => void) => () => {
    const one = entryOf(selected.value);
    if (one !== undefined) act(one);
  };
  useHotkeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: () => (selected.value === undefined ? move(1) : document.querySelector<HTMLElement>('.details')?.focus()),
    c: withSelected((one) => void copy(one.curl)),
    s: withSelected((one) => void sendAgain(one)),
    r: withSelected((one) => editRule(one)),
    Escape: () => {
      if (selected.value !== undefined) selected.value = undefined;
      else change(NO_FILTER);
      document.querySelector<HTMLElement>('.scroller')?.focus();
    },
  });
  const fresh = journal.matching - count;
  const current = entry === undefined ? undefined : count - 1 - journal.indexOf(entry.sequence);
  const view = (first: number) => {
    // At the top rows come as they are; below, nothing moves under who reads.
    if (first === 0) newest.value = undefined;
    else newest.value ??= journal.at(count - 1)?.sequence;
  };
  return (
    <div class="requests">
      <Filters count={journal.matching} />
      <div class={entry === undefined ? 'split' : 'split with-details'}>
        <div class="list" ref={rows}>
          {refusal.value !== undefined && <p class="error refusal">{refusal.value}</p>}
          {fresh > 0 && (
            <button
              type="button"
              class="fresh"
              onClick={() => {
                newest.value = undefined;
                rows.current?.querySelector('.scroller')?.scrollTo(0, 0);
              }}
            >
              ↑ {fresh.toLocaleString('en')} new
            </button>
          )}
          {count === 0 ? (
            <EmptyRequests isFiltered={journal.count > 0} onClear={() => change(NO_FILTER)} />
          ) : (
            <Rows count={count} current={current} entry={entry} onView={view} />
          )}
        </div>
        {entry !== undefined && <Details key={entry.id} entry={entry} />}
      </div>
    </div>
  );
}

interface RowsProps {
  readonly count: number;
  readonly current: number | undefined;
  readonly entry: JournalEntry | undefined;
  readonly onView: (first: number) => void;
}

function Rows({ count, current, entry, onView }: RowsProps) {
  const range = useRef({ first: 0, last: 40 });
  const last = journal.at(count - 1 - range.current.first)?.sequence ?? Infinity;
  const first = journal.at(Math.max(0, count - 1 - range.current.last - 20))?.sequence ?? 0;
  const near = journal.series.filter(
    ({ attempts }) => (attempts.at(-1)?.sequence ?? 0) >= first && (attempts[0]?.sequence ?? 0) <= last + 20,
  );
  return (
    <VirtualList
      count={count}
      height={HEIGHT}
      label="Requests, newest first"
      current={current}
      currentId={idOf(entry)}
      onView={(top, bottom) => {
        range.current = { first: top, last: bottom };
        onView(top);
      }}
      row={(index) => {
        const one = journal.at(count - 1 - index);
        return one === undefined ? null : <RequestRow key={one.sequence} entry={one} index={index} near={near} />;
      }}
    />
  );
}
