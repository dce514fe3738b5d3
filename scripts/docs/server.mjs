/** The built server, as the pages speak of it. */
import { runServer } from '../../tooling/src/server/index.mjs';

/** The address of the server in the pages. */
export const DOCUMENTED_ORIGIN = 'http://127.0.0.1:4010';

/** @returns {Promise<string>} what `understudy --help` prints */
export async function helpText() {
  return (await runServer(['--help'])).stdout;
}

/** @returns {Promise<string>} the help of every command */
export async function helpTexts() {
  const all = await Promise.all(
    [['--help'], ...['drill', 'check', 'client'].map((name) => [name, '--help'])].map((words) => runServer(words)),
  );
  return all.map(({ stdout }) => stdout).join('\n');
}
