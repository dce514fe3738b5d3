/** Asks a server that holds its answers back, until something is so or its time is over. */

const now = performance.now.bind(performance);
const { setTimeout } = globalThis;

/** The time of the machine. */
export const realTime = {
  /** In ms from some moment on. */
  now,
  /** Lets everything else go on for a moment. */
  pause: (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 10);
    }),
};

/** Longest time for which one answer is waited for, in s. */
const LONGEST_WAIT = 30;

/** What is asked, and for how long. */
export interface Asking {
  /** In ms. */
  readonly ms: number;
  /** Asks once, with an answer after so many seconds at the latest, and says whether there was anything in it. */
  readonly ask: (wait: number) => Promise<boolean>;
}

/** Asks on and on, and ends once it is so, or after its time. */
export async function askUntil(isSo: () => boolean, { ms, ask }: Asking): Promise<void> {
  const end = realTime.now() + ms;
  for (let left = ms; !isSo() && left > 0; left = end - realTime.now()) {
    const begun = realTime.now();
    const wait = Math.min(Math.ceil(left) / 1000, LONGEST_WAIT);
    const isAnswered = await ask(wait);
    // Not every server waits: one whose `sleep` a test has replaced answers at once, again and again.
    if (!isAnswered && realTime.now() - begun < wait * 500) await realTime.pause();
  }
}
