/** Attempts of one call on a time axis, with the Retry-After of each answer drawn in: who came too early is seen at a glance. */
import type { JournalEntry } from '@understudy/client';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { durationText, timeText } from '../format.js';
import { journal, version } from '../journal.js';
import { show, showRequest } from '../route.js';
import { earlyBy, endOf, retryAfterOf, type Series, startOf } from '../series.js';
import { StatusText, statusClass } from '../status-text.js';

/** Series that are shown: the newest. */
const MOST = 50;

/** The series that somebody wants to see, by its first attempt. */
const wanted = signal<number | undefined>(undefined);

const keyOf = ({ attempts: [first] }: Series): number => first?.sequence ?? 0;

/** Shows a series. */
export function showSeries(series: Series): void {
  wanted.value = keyOf(series);
  show('timeline');
}

/** Where times are on the axis, in percent. */
type Axis = (ms: number) => number;

function Attempt({ entry, before, at }: { entry: JournalEntry; before: JournalEntry | undefined; at: Axis }) {
  const [start, end] = [startOf(entry), endOf(entry)];
  const wait = retryAfterOf(entry);
  const early = before === undefined ? 0 : earlyBy(before, entry);
  return (
    <div class="attempt">
      {wait !== undefined && (
        <span class="wait" style={{ left: `${at(end)}%`, width: `${at(end + wait) - at(end)}%` }}>
          <span>Retry-After {durationText(wait)}</span>
        </span>
      )}
      <span
        class={`span status-${statusClass(entry)}${early > 0 ? ' early' : ''}`}
        style={{ left: `${at(start)}%`, width: `${at(end) - at(start)}%` }}
      />
    </div>
  );
}

function sentenceOf(entry: JournalEntry, before: JournalEntry | undefined): string {
  if (before === undefined) return timeText(entry.received_at);
  const pause = startOf(entry) - endOf(before);
  const early = earlyBy(before, entry);
  const later = `${durationText(Math.max(0, pause))} later`;
  if (early > 0) return `${later}, ${durationText(early)} too early`;
  return retryAfterOf(before) === undefined ? later : `${later}, as asked`;
}

/** Whole steps of an axis, at most six of them. */
function ticksOf(length: number): number[] {
  const rough = length / 6;
  const size = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}

function SeriesView({ series }: { series: Series }) {
  const { attempts } = series;
  const [first] = attempts;
  const element = useRef<HTMLElement>(null);
  const isWanted = wanted.value === keyOf(series);
  useEffect(() => {
    if (isWanted) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  if (first === undefined) return null;
  const start = startOf(first);
  const end = Math.max(...attempts.map((entry) => endOf(entry) + (retryAfterOf(entry) ?? 0)), start + 10);
  // What waits for hours is drawn as far as there are attempts.
  const last = Math.min(end, Math.max(...attempts.map(endOf)) + 60_000);
  const at: Axis = (ms) => (Math.min(ms, last) - start) / ((last - start) / 100);
  return (
    <section ref={element} class={isWanted ? 'series wanted' : 'series'} aria-label={`${first.method} ${first.path}`}>
      <h3>
        {first.method} <span class="path">{first.path}</span>{' '}
        <span class="soft">
          {attempts.length} attempts in {durationText(Math.max(...attempts.map(endOf)) - start)}
        </span>
      </h3>
      <div class="axis" aria-hidden="true">
        {ticksOf(last - start).map((ms) => (
          <span key={ms} class="tick" style={{ left: `${at(start + ms)}%` }}>
            {durationText(ms)}
          </span>
        ))}
        {attempts.map((entry, index) => (
          <Attempt key={entry.id} entry={entry} before={attempts[index - 1]} at={at} />
        ))}
      </div>
      <ol>
        {attempts.map((entry, index) => {
          const before = attempts[index - 1];
          const isEarly = before !== undefined && earlyBy(before, entry) > 0;
          return (
            <li key={entry.id}>
              <button type="button" class="link" onClick={() => showRequest(entry.sequence)}>
                #{entry.sequence}
              </button>{' '}
              <StatusText entry={entry} />{' '}
              <span class={isEarly ? 'too-early' : ''}>
                {isEarly ? '▲ ' : ''}
                {sentenceOf(entry, before)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The pane. */
export function TimelinePane() {
  void version.value;
  const all = journal.series.slice(-MOST).toReversed();
  const chosen = journal.series.find((series) => keyOf(series) === wanted.value);
  const shown = chosen === undefined || all.includes(chosen) ? all : [chosen, ...all];
  return (
    <div class="pane">
      <header class="line">
        <h2>Timeline</h2>
        <span class="soft">Calls that were tried again, newest first</span>
      </header>
      {shown.length === 0 ? (
        <div class="empty">
          <h2>Nothing was tried again</h2>
          <p>
            Make a request fail, and see when the app tries again. <kbd>n</kbd> makes a rule.
          </p>
        </div>
      ) : (
        shown.map((series) => <SeriesView key={keyOf(series)} series={series} />)
      )}
    </div>
  );
}
