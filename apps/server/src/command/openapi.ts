/** `understudy openapi`: prints the OpenAPI document. */
import { writeWhole } from './write-whole.js';
import type { Command } from './command.js';
import { documentFor, documentOptions } from './document-options.js';

/** `understudy openapi`. */
export const command: Command = {
  options: () => documentOptions,
  run: async (given, { write }) => {
    writeWhole(write)(`${JSON.stringify(await documentFor(given), undefined, 2)}\n`);
    return 0;
  },
};
