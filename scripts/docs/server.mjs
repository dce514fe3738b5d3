/** The built server, as the pages speak of it. */
import { runServer } from '../../tooling/src/server/index.mjs';

/** The address of the server in the pages. */
export const DOCUMENTED_ORIGIN = 'http://127.0.0.1:4010';

/** @returns {Promise<string>} what `understudy serve --help` prints, each entry on one line */
export const helpText = () => helpOf('serve');

/** @returns {Promise<string>} the help of every command, each entry on one line */
export async function helpTexts() {
  const { stdout } = await runServer(['--help']);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  if (!names.includes('serve')) throw new Error('the help names no commands');
  return [stdout, ...(await Promise.all(names.map(helpOf)))].join('\n');
}

/**
 * @param {string} command
 * @returns {Promise<string>} its help, each entry on one line
 */
export async function helpOf(command) {
  return unwrapped((await runServer([command, '--help'])).stdout);
}

/** The help with each entry on one line: what is indented further goes on from the line before. */
function unwrapped(help) {
  return help.replaceAll(/\n {10,}(?=\S)/g, ' ');
}
