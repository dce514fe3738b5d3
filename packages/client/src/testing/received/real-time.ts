/** The time of the machine, as it was before a test set up fake timers: a server that is waited for knows nothing of those. */

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
