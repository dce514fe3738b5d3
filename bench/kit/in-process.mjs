/** Runs a measurement of the library in a process of its own, so that its memory is nobody else's. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * @param {string} main the server's main.js; the library is built beside it
 * @param {string} script file in bench/kit that prints what it measured as JSON
 */
export async function inProcess(main, script) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const library = join(dirname(main), 'index.js');
  const { stdout } = await run(process.execPath, ['--expose-gc', file, library], { maxBuffer: 1_000_000 });
  return JSON.parse(stdout);
}
