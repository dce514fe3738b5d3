/** `understudy openapi`: prints the document of what is served, or what was understood of one that is to be. */
import { existsSync } from 'node:fs';
import { jsonOption } from '../options/commands.js';
import { readOptions } from '../options/options.js';
import { writeWhole } from './write-whole.js';
import type { Command, CommandLine, Invocation } from './command.js';
import { documentFor, documentOptions } from './document-options.js';
import { FAILED } from './failure.js';

/** The file that an operand names; undefined where it is the address of a server. */
function fileIn({ operands: [operand = ''] }: CommandLine): string | undefined {
  if (operand === '' || /^https?:\/\//i.test(operand)) return undefined;
  // `localhost:4010` is an address, and a name with an ending is a file, there or not.
  return existsSync(operand.replace(/^[a-z][a-z0-9-]*=/, '')) || /\.(?:ya?ml|json)$/i.test(operand)
    ? operand
    : undefined;
}

/** What was understood of a document: a table, and what is wrong; the exit code says whether any of it is not served. */
async function understood(file: string, given: CommandLine, write: Invocation['write']): Promise<number> {
  const { readUnderstood } = await import('./understood-document.js');
  const { json } = readOptions(jsonOption, given);
  const { text, hasFaults } = await readUnderstood(file, readOptions(documentOptions, given), { json });
  writeWhole(write)(text);
  return hasFaults ? FAILED : 0;
}

/** `understudy openapi`. */
export const command: Command = {
  options: () => ({ ...jsonOption, ...documentOptions }),
  run: async (given, { write }) => {
    const file = fileIn(given);
    if (file !== undefined) return understood(file, given, write);
    writeWhole(write)(`${JSON.stringify(await documentFor(given), undefined, 2)}\n`);
    return 0;
  },
};
