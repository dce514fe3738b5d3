/** The built server, as the pages speak of it. */
import { runServer } from '../../tooling/src/server/index.mjs';

/** The address of the server in the pages. */
export const DOCUMENTED_ORIGIN = 'http://127.0.0.1:4010';

/** @returns {Promise<string>} what `understudy serve --help` prints, each entry on one line */
export const helpText = () => helpOf('serve');

/** @returns {Promise<string>} the help of every command, each entry on one line */
export async function helpTexts() {
  const all = await helpOf();
  const names = [...all.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  if (!names.includes('serve')) throw new Error('the help names no commands');
  return [all, ...(await Promise.all(names.map((name) => helpOf(name))))].join('\n');
}

/**
 * @param {string[]} command the name of a command, or nothing
 * @returns {Promise<string>} its help, or that about all, each entry on one line
 */
export async function helpOf(...command) {
  return unwrapped((await runServer([...command, '--help'])).stdout);
}

/** The help with each entry on one line: what is indented further goes on from the line before. */
function unwrapped(help) {
  return help.replaceAll(/\n {10,}(?=\S)/g, ' ');
}
