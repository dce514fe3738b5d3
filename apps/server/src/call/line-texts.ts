/** Writes lines as CSV or NDJSON, some rows at a time. */
import { loadedLater } from '../kit/loaded-later.js';
import { lineTypes } from '@understudy/contract/kit';
import { scheduler } from '../listing/scheduler.js';
import type { FoundLines } from './found-lines.js';

const csv = loadedLater(() => import('../kit/csv.js'));

/** Rows that are written at once: more than that is not held for a client that reads slowly. */
const ROWS = 200;

/** A byte order mark in UTF-8, as text. */
const BOM = '\uFEFF';

/** A value as one field of a CSV. */
export function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The rows from an index on, as many as are written at once; what no client is to see is left out of them. */
function* rowsFrom({ rowAt, row, total }: FoundLines, from: number) {
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (let index = from; index < Math.min(from + ROWS, total); index++) {
    const found = rowAt(index);
    if (found !== undefined) rows.push(row.parse(found));
    yield;
  }
  return rows;
}

/** The texts of all lines, in order. */
export async function* lineTexts(found: FoundLines): AsyncGenerator<string> {
  const { total, controls, lines } = found;
  const isCsv = controls.format === 'csv';
  // Most servers never write any.
  const { csvText } = await csv();
  if (isCsv) yield (controls.bom ? BOM : '') + csvText([lines.columns]);
  for (let from = 0; from < total; from += ROWS) {
    const rows = await scheduler.run(rowsFrom(found, from));
    yield isCsv
      ? csvText(rows.map((row) => lines.columns.map((column) => fieldOf(row[column]))))
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

/** All lines as one text, where no stream can be answered. */
export async function wholeText(found: FoundLines): Promise<string> {
  const texts: string[] = [];
  for await (const text of lineTexts(found)) texts.push(text);
  return texts.join('');
}

/** The same in a document. */
export async function linesDocument(found: FoundLines) {
  return { media_type: lineTypes[found.controls.format], text: await wholeText(found) };
}
