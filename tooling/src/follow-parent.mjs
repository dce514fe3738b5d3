/** Ends this process when npm has gone: npm's shell dies of a signal without passing it on. */
import process from 'node:process';

export function followParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = () => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  };
  const timer = setInterval(watch, 200);
  timer.unref();
}
