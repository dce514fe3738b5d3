/** The table of docs/openid-clients.md: what came of the clients, as the run writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tableOf, withTable } from '../../../tooling/src/tables.mjs';
import { kinds } from './kinds/index.mjs';
import { STEPS } from './table.mjs';

const PAGE = fileURLToPath(new URL('../../../docs/openid-clients.md', import.meta.url));

/** What writes the table. */
const COMMAND = 'npm run suite -- clients --write';

const capitalised = (text) => text[0].toUpperCase() + text.slice(1);
const head = ['Client', 'Version', ...STEPS.map(capitalised), 'What it needs beside its defaults'];

/** @typedef {{ entry: import('./table.mjs').Entry, faults: Readonly<Record<string, string | undefined>> }} Result */

/**
 * What came of a step: nothing where the client has no function for it.
 *
 * @param {Result} result
 * @param {string} step
 */
function cellOf({ entry, faults }, step) {
  if (!entry.steps.includes(step)) return '–';
  return step in faults && faults[step] === undefined ? 'passes' : 'fails';
}

/** @param {Result} result */
function rowOf(result) {
  const { entry } = result;
  const version = kinds[entry.kind].versionOf(entry);
  return [entry.name, version, ...STEPS.map((step) => cellOf(result, step)), entry.settings ?? '–'];
}

/**
 * Compares the page with what came of all clients, and writes it where that is wanted.
 *
 * @param {readonly Result[]} results
 * @param {boolean} isWriting
 * @returns {boolean} whether the page says the same
 */
export function comparePage(results, isWriting) {
  const text = readFileSync(PAGE, 'utf8');
  const page = withTable(text, 'clients', { table: tableOf(head, results.map(rowOf)), command: COMMAND });
  if (page === text) return true;
  if (isWriting) writeFileSync(PAGE, page);
  else console.log(`docs/openid-clients.md says something else: ${COMMAND}`);
  return isWriting;
}
