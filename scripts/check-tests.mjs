/**
 * Runs the tests of all packages: those of the server on two processors, and beside them the others two packages at a
 * time, which leaves neither processor idle while a test waits.
 */
import { run } from './run.mjs';

const SERVER = '@understudy/server';

const built = await run('turbo run build --output-logs=errors-only', { inherit: true });
if (!built.ok) process.exit(built.code);

// What they depend on is built; two builds at once would be in each other's way.
const test = (filter, concurrency) =>
  run(`turbo run test --only --continue --concurrency=${concurrency} --filter=${filter}`, { inherit: true });
const ended = await Promise.all([test(SERVER, 1), test(`!${SERVER}`, 2)]);
process.exitCode = ended.find(({ ok }) => !ok)?.code ?? 0;
