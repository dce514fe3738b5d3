/** Turns the signals that end a program into the end of a drill. */

/** Ctrl-C, the end asked for by a supervisor, and the terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that are listened to. */
export interface StopSignals {
  /** Aborted by the first of them; its reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Listens no more. */
  readonly release: () => void;
}

/** Listens to the signals that end a program. A second one does not wait for anything. */
export function stopSignals(): StopSignals {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals): void => {
    // What runs is killed at the exit.
    if (controller.signal.aborted) process.exit(1);
    controller.abort(name);
  };
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => signals.forEach((name) => process.off(name, onSignal)),
  };
}
