/** Prints problem-kinds.ts: the kinds as values, to tell a known one from one that a newer server has. */
import { opening } from './names.mjs';
import { literal } from './print-type.mjs';

/** @returns {string} the file */
export function printProblemKinds({ schemas }) {
  const lines = schemas.ProblemKind.enum.map((value) => `  ${literal(value)},`);
  return `${opening('Every problem kind as a value.')}
import type { ProblemKind } from './types.js';

/** Every problem kind of the API. */
export const problemKinds: readonly ProblemKind[] = [
${lines.join('\n')}
];
`;
}
