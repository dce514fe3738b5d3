/** Waits for a signal that ends the server. */

/** Settles with the first signal; a second one ends the process. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      // A second signal means not to wait for running requests.
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}
