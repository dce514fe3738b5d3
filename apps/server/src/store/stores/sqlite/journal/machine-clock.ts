/** The monotonic clock of the machine: all processes on a file see the same, and nobody puts it right. */
import { journalNow } from '../../../../journal/entry.js';

/** Its time, in ms since whenever; it begins anew with the machine. */
export const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Where the time is read. */
interface Sources {
  /** The clock of the machine. */
  readonly machine: () => number;
  /** The clock of exchanges. */
  readonly own: () => number;
}

/** How much later the clock of the machine is than that of exchanges. */
export class MachineClock {
  readonly #sources: Sources;
  #later = 0;

  constructor(sources: Sources = { machine: machineNow, own: journalNow }) {
    this.#sources = sources;
  }

  /**
   * The time, and how much later it is. The two clocks are read one after the other, and on a busy machine the process may
   * be halted in between for long: then nothing is known but that the difference lies between two bounds. What was found
   * before holds as long as it lies there, so that what was answered later in this process is later by the clock of the
   * machine as well, however little.
   */
  read(): { readonly now: number; readonly later: number } {
    const { machine, own } = this.#sources;
    const before = own();
    const now = machine();
    const after = own();
    this.#later = Math.min(Math.max(this.#later, now - after), now - before);
    return { now, later: this.#later };
  }
}
