/** A process on the clients' core that does one job after the other and answers with what it measured. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { end, remember } from './children.mjs';

/** Starts a worker from a module that answers `{ id, job }` with `{ id, result }` or `{ id, failure }`. */
export function startWorker(module) {
  const child = remember(fork(fileURLToPath(module)));
  const waiting = new Map();
  let count = 0;
  child.on('message', ({ id, result, failure }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) resolve(result);
    else reject(new Error(failure));
  });
  child.once('exit', (code) => {
    waiting.forEach(({ reject }) => reject(new Error(`the worker ended with code ${code}`)));
  });
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const id = (count += 1);
        waiting.set(id, { resolve, reject });
        child.send({ id, job });
      }),
    stop: () => end(child),
  };
}
