/** Compares the tables in the pages with the server, or writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { serverTables } from './server-tables.mjs';
import { withTable } from '../../tooling/src/tables.mjs';

/**
 * @param {string} help what `understudy serve --help` prints
 * @param {boolean} isWriting writes tables that are out of date
 * @returns {Promise<{ where: string, what: string }[]>} which tables are out of date
 */
export async function checkTables(help, isWriting) {
  const faults = [];
  for (const { page, name, table } of await serverTables(help)) {
    const path = join(root, page);
    const text = readFileSync(path, 'utf8');
    const wanted = withTable(text, name, { table });
    if (isWriting) writeFileSync(path, wanted);
    else if (text !== wanted) {
      faults.push({ where: page, what: `its table of ${name} is out of date: run npm run check:docs -- --write` });
    }
  }
  return faults;
}
