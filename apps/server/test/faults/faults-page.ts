/** The tables of docs/faults.md that tests make: compared with what a run gives, or written anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { rowsIn, tableOf, withTable } from '@understudy/tooling/tables';
import { expect } from 'vitest';

const PAGE = new URL('../../../../docs/faults.md', import.meta.url);

/** What writes the tables anew, in apps/server; where a client is missing its column stays as it is. */
const COMMAND = 'UPDATE_GOLDEN=1 npx vitest run test/faults';

/** A row: its first cell, and the others; a client that was not there leaves its cell out. */
export interface Row {
  readonly name: string;
  readonly cells: readonly (string | undefined)[];
}

/** Expects the page to show these rows. */
export function expectTable(table: string, head: readonly string[], rows: readonly Row[]): void {
  const text = readFileSync(PAGE, 'utf8');
  const shown = new Map(rowsIn(text, table, COMMAND).map(([name = '', ...cells]) => [name, cells]));
  const whole = rows.map(({ name, cells }) => [name, ...cells.map((cell, at) => cell ?? shown.get(name)?.[at] ?? '')]);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(PAGE, withTable(text, table, { table: tableOf(head, whole), command: COMMAND }));
  }
  const now = rowsIn(readFileSync(PAGE, 'utf8'), table, COMMAND);
  expect(lines(whole), `docs/faults.md shows other ${table}; in apps/server, ${COMMAND} writes them anew`).toEqual(
    lines(now),
  );
}

const lines = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(' | '));
