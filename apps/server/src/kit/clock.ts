/** The clock of a sandbox: real, or frozen at an instant. The only reader of the system's time for data. */

/** How a clock is set: it follows the system, or stands at an instant (ms since 1970). */
export type ClockSetting = 'real' | number;

/** Tells a sandbox what time it is. */
export class Clock {
  readonly #setting: ClockSetting;

  constructor(setting: ClockSetting) {
    this.#setting = setting;
  }

  /** The present, in ms since 1970. */
  now(): number {
    return this.#setting === 'real' ? Date.now() : this.#setting;
  }
}
