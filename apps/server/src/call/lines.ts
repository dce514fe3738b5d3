/** Finds what is answered line by line: the records of a list as they are now, of which few are made at a time. */
import { type DeclaredLines, type LinesControls, linesIn, lineTypes, type Operation } from '@understudy/contract/kit';
import { isRemoved } from '../kit/collection.js';
import type { Entries } from '../kit/listing.js';
import type { Identified } from '../kit/records.js';
import { built, scheduler } from '../listing/scheduler.js';
import { ViewAt } from '../store/model/view.js';
import type { FoundLines, FoundRows, Performed } from './call.js';
import type { AnyListing, AnyOutcome } from './handle.js';
import { type ListCall, type ListParts, ordered, searchFor } from './list.js';
import type { Performance } from './make-context.js';
import { loadedLater } from '../kit/made-once.js';

/**
 * The records of a listing: those that a client wrote as they are now, whoever writes while they are read. Seeded ones
 * follow from their position, and are made one by one.
 */
async function rowsOfListing(
  { operation, call, input }: ListCall,
  listing: AnyListing,
  { scanner, view: seen }: ListParts,
): Promise<FoundRows> {
  const { collection } = listing;
  const { search, isDescending } = searchFor(operation, listing, input);
  const read = call.view === undefined ? call.sandbox : { view: call.view };
  await built(read.view.dataset, [collection]);
  const { now } = seen;
  const { positions } = await scanner.find(read, search, now);
  const view = new ViewAt(read.view, now);
  const { dataset } = view;
  const written = new Map<number, Identified>();
  for (const record of view.changed(collection)) {
    const position = view.positionOf(collection, record.id);
    if (position !== undefined && !isRemoved(collection, record)) written.set(position, record);
  }
  const total = positions?.length ?? view.size(collection);
  return {
    total,
    rowAt: (index) => {
      const nth = isDescending ? total - 1 - index : index;
      const position = positions === undefined ? nth : (positions[nth] ?? -1);
      const record = written.get(position) ?? collection.seeded(dataset, position);
      return Object(listing.show?.(record) ?? record) as object;
    },
  };
}

async function rowsOfEntries(run: Performance, { entries }: Entries<object>): Promise<FoundRows> {
  const { rows } = await ordered(run, entries);
  return { total: rows.length, rowAt: (index) => rows.at(index)?.item };
}

function declaredOf({ name, output }: Operation): DeclaredLines {
  const declared = linesIn(output);
  if (declared === undefined) throw new TypeError(`${name} answers no lines`);
  return declared;
}

/** What is answered line by line. */
export async function lines(run: Performance, outcome: AnyOutcome, parts: ListParts): Promise<Performed> {
  const { operation, input } = run;
  if (!('collection' in outcome) && !('entries' in outcome)) {
    throw new TypeError(`the handler of ${operation.name} gave no list to make lines from`);
  }
  const rows = 'collection' in outcome ? await rowsOfListing(run, outcome, parts) : await rowsOfEntries(run, outcome);
  const { row, lines: said } = declaredOf(operation);
  // The schema of the operation has parsed it.
  const controls = input as LinesControls;
  const answer = { media_type: 'text/csv; charset=utf-8', text: '' };
  return { status: 200, answer, lines: { row, lines: said, controls, ...rows } };
}

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
  const { total, controls, lines: declared } = found;
  const isCsv = controls.format === 'csv';
  // Most servers never write any.
  const { csvText } = await csv();
  if (isCsv) yield (controls.bom ? BOM : '') + csvText([declared.columns]);
  for (let from = 0; from < total; from += ROWS) {
    const rows = await scheduler.run(rowsFrom(found, from));
    yield isCsv
      ? csvText(rows.map((row) => declared.columns.map((column) => fieldOf(row[column]))))
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
