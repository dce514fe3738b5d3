/** Clocks of sandboxes: real, frozen at an instant, or running on from one. The only reader of the system's time. */

/** How a clock goes: with the system, standing at an instant (ms since 1970), or apart from the system by an offset (ms). */
export type ClockState =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at: number }
  | { readonly mode: 'running'; readonly offset: number };

/** How a clock is configured: `real`, or the instant to stand at, in ms since 1970. */
export type ClockSetting = 'real' | number;

/** Latest instant there is, in ms since 1970: the end of year 9999, which ISO 8601 writes with four digits. */
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The state that a configured clock starts in. */
export function startingClock(setting: ClockSetting): ClockState {
  return setting === 'real' ? { mode: 'real' } : { mode: 'frozen', at: setting };
}

/** The present of a clock, in ms since 1970. */
export function readClock(state: ClockState): number {
  if (state.mode === 'frozen') return state.at;
  return Date.now() + (state.mode === 'running' ? state.offset : 0);
}

/** The same present, from now on standing still; or standing at another instant. */
export function freezeClock(state: ClockState, at = readClock(state)): ClockState {
  return { mode: 'frozen', at };
}

/** The same present, from now on running. */
export function resumeClock(state: ClockState): ClockState {
  return state.mode === 'frozen' ? { mode: 'running', offset: state.at - Date.now() } : state;
}

/** A present later by some ms; a standing clock goes on standing, a running one goes on running. */
export function advanceClock(state: ClockState, ms: number): ClockState {
  if (state.mode === 'frozen') return { mode: 'frozen', at: state.at + ms };
  return { mode: 'running', offset: (state.mode === 'running' ? state.offset : 0) + ms };
}
