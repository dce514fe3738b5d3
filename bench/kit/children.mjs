/** Remembers the processes that the benchmark started, and ends them, by their pid, when it ends. */

const running = new Set();

/** Remembers a child until it has ended. */
export function remember(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends a child, and waits until it is gone. */
export function end(child) {
  if (!running.has(child)) return Promise.resolve();
  return new Promise((resolve) => {
    // A peer that does not heed a polite request would be measured again in the next suite.
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => process.exit(code));
}
