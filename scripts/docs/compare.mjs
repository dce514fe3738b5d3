/** Compares what a page shows with the output. */
import { isDeepStrictEqual } from 'node:util';

/**
 * @param {string[]} promised lines that must come, in this order, with any others between them
 * @param {string} output
 * @returns {string | undefined} what is wrong
 */
export function compareLines(promised, output) {
  const lines = output.split(/\r?\n/).map((line) => line.trim());
  let from = 0;
  for (const line of promised) {
    const found = lines.indexOf(line, from);
    if (found < 0) return `the page says that it prints\n  ${line}\nbut it printed\n${indented(output)}`;
    from = found + 1;
  }
  return undefined;
}

/**
 * @param {string} shown JSON on the page
 * @param {string} output
 * @returns {string | undefined} what is wrong
 */
export function compareJson(shown, output) {
  try {
    if (isDeepStrictEqual(JSON.parse(shown), JSON.parse(output))) return undefined;
  } catch {
    // The output is not JSON; it is shown below.
  }
  return `the answer differs from the one on the page:\n${indented(output)}`;
}

/**
 * @param {string} shown status line and headers on the page
 * @param {string} output of `curl -i`
 * @returns {string | undefined} what is wrong
 */
export function compareHead(shown, output) {
  const lower = (text) => text.replace(/^[\w-]+:/gm, (name) => name.toLowerCase());
  const promised = lower(shown).split('\n');
  return compareLines(
    promised.map((line) => line.trim()).filter((line) => line !== ''),
    lower(output),
  );
}

function indented(text) {
  return text.trimEnd().replace(/^/gm, '  ');
}
