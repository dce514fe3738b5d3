/** Clocks of sandboxes: real, frozen at an instant, or running on from one. The only reader of the system's time. */
import { EARLIEST_INSTANT, LATEST_INSTANT } from '@understudy/contract/kit';

/** How a clock goes: with the system, standing at an instant (ms since 1970), or apart from the system by an offset (ms). */
export type ClockState =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at: number }
  | { readonly mode: 'running'; readonly offset: number };

/** How a clock is configured: `real`, or the instant to stand at, in ms since 1970. */
export type ClockSetting = 'real' | number;

/** The nearest instant that can be written with a year of four digits, in ms since 1970. */
function bounded(ms: number): number {
  return Math.min(Math.max(ms, EARLIEST_INSTANT), LATEST_INSTANT);
}

/** An instant as text, to the millisecond in UTC (RFC 3339 §5.6); one past the year 9999 is the last of that year. */
export function instantText(ms: number): string {
  return new Date(bounded(ms)).toISOString();
}

/** The state that a configured clock starts in. */
export function startingClock(setting: ClockSetting): ClockState {
  return setting === 'real' ? { mode: 'real' } : { mode: 'frozen', at: setting };
}

/** The present of a clock, in ms since 1970. At the end of the year 9999 every clock stands. */
export function readClock(state: ClockState): number {
  if (state.mode === 'frozen') return bounded(state.at);
  return bounded(Date.now() + (state.mode === 'running' ? state.offset : 0));
}

/** How a clock goes at present: one that has run to the end of the year 9999 is frozen there. */
export function clockMode(state: ClockState): ClockState['mode'] {
  return readClock(state) === LATEST_INSTANT ? 'frozen' : state.mode;
}

/** The same present, from now on standing still; or standing at another instant. */
export function freezeClock(state: ClockState, at = readClock(state)): ClockState {
  return { mode: 'frozen', at };
}

/** The same present, from now on running. */
export function resumeClock(state: ClockState): ClockState {
  return state.mode === 'frozen' ? { mode: 'running', offset: readClock(state) - Date.now() } : state;
}

/** A present later by some ms; a standing clock goes on standing, a running one goes on running. */
export function advanceClock(state: ClockState, ms: number): ClockState {
  if (state.mode === 'frozen') return { mode: 'frozen', at: readClock(state) + ms };
  return { mode: 'running', offset: (state.mode === 'running' ? state.offset : 0) + ms };
}

/** Whether a present later by some ms would lie past the year 9999. */
export function endsBefore(state: ClockState, ms: number): boolean {
  return readClock(state) + ms > LATEST_INSTANT;
}

/** Clients allow for so much, in s: what most libraries do by default, and a network. */
const TOLERANCE_S = 60;

/** A length of time in the unit that fits it. */
function span(seconds: number): string {
  const [size, unit] = seconds >= 86_400 ? [86_400, 'day'] : seconds >= 3600 ? [3600, 'hour'] : [60, 'minute'];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * How a sandbox that is so many seconds ahead of the machine looks to clients that go by their own clock; undefined where
 * it is no matter.
 */
export function clockApart(ahead: number): { readonly where: string; readonly seen: string } | undefined {
  if (Math.abs(ahead) <= TOLERANCE_S) return undefined;
  const isAhead = ahead > 0;
  return {
    where: `The clock of the sandbox is ${span(Math.abs(ahead))} ${isAhead ? 'ahead of' : 'behind'} that of the machine`,
    seen: isAhead ? 'issued in the future' : 'expired',
  };
}

/** How a clock goes, as a text that differs where it does; undefined where it goes with that of the machine. */
export function clockText(clock: ClockState | undefined): string | undefined {
  if (clock === undefined || clock.mode === 'real') return undefined;
  return clock.mode === 'frozen' ? `at ${clock.at}` : `by ${clock.offset}`;
}

const SECOND_MS = 1000;

/** The second that was last written, in s since 1970, and how it is written down to its full stop. */
const last = { second: Number.NaN, text: '' };

/** A time, in ms since 1970, as ISO 8601 has it. */
export function isoTime(ms: number): string {
  const whole = Math.trunc(ms);
  const second = Math.floor(whole / SECOND_MS);
  if (second !== last.second) {
    last.text = new Date(second * SECOND_MS).toISOString().slice(0, -4);
    last.second = second;
  }
  return `${last.text}${String(whole - second * SECOND_MS).padStart(3, '0')}Z`;
}
