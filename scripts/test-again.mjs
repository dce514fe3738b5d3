/**
 * `npm run test:again`: runs the tests of `npm test` twenty times in a row, each fourth time beside two busy loops, and
 * prints how long each run took and what failed. `-- 4 test/faults` runs the server's tests of that filter four times.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { followParent } from '../tooling/src/follow-parent.mjs';
import { bootstrap } from './bootstrap.mjs';
import { failuresIn } from './failures-in.mjs';
import { root, run } from './run.mjs';

/** Runs in which two processors have something else to do, of so many. */
const EVERY = 4;

const [count = '20', ...filters] = process.argv.slice(2);
const times = Number(count);
if (!Number.isInteger(times) || times < 1) {
  console.error(`"${count}" is no number of runs, such as 20`);
  process.exit(2);
}

followParent();
await bootstrap();

/** @returns {() => void} ends them */
function busyLoops() {
  const loops = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const end = () => loops.forEach((loop) => loop.kill('SIGKILL'));
  process.on('exit', end);
  return () => {
    process.off('exit', end);
    end();
  };
}

/** Colours would be in the way of what names a failure. */
const env = { NO_COLOR: '1', FORCE_COLOR: '0' };
const ofServer = `node node_modules/vitest/vitest.mjs run ${filters.map((filter) => JSON.stringify(filter)).join(' ')}`;

/** Runs the tests once: all of them, or those of the server that filters name. */
function runTests() {
  if (filters.length === 0) return run('node scripts/check-tests.mjs', { env });
  return run(ofServer, { cwd: join(root, 'apps/server'), env });
}

const runs = [];
for (let n = 1; n <= times; n++) {
  const isBusy = n % EVERY === 0;
  const stop = isBusy ? busyLoops() : () => undefined;
  const { ok, output, seconds } = await runTests();
  stop();
  const failures = ok ? [] : [...new Set(failuresIn(output))];
  runs.push({ n, isBusy, ok, seconds, failures });
  console.log(`run ${n} of ${times}: ${ok ? 'ok' : 'failed'}, ${seconds.toFixed(0)} s${isBusy ? ', busy' : ''}`);
  if (!ok) console.log(failures.length > 0 ? failures.join('\n') : output.slice(-4000));
}

console.log('\n| run | beside busy loops | seconds | failed |\n| --- | --- | --- | --- |');
for (const { n, isBusy, ok, seconds, failures } of runs) {
  const names = failures.map((failure) => failure.split('\n', 1)[0].replaceAll('|', String.raw`\|`));
  const what = ok ? '' : names.join('<br>') || 'it ended without a result';
  console.log(`| ${n} | ${isBusy ? 'yes' : ''} | ${seconds.toFixed(0)} | ${what} |`);
}
const failed = runs.filter(({ ok }) => !ok);
console.log(`\n${runs.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
