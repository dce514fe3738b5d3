/** Lists: the page of records that a call asks for, and what is answered line by line, of which few are made at a time. */
import {
  type ArrivalsControl,
  type DeclaredLines,
  type FieldsControl,
  type FormatControl,
  type LinesControls,
  type ListControls,
  type Operation,
  type SortControl,
  lineTypes,
  linesIn,
  neededBy,
} from '@understudy/contract/kit';
import { isRemoved, range } from '../kit/collection.js';
import { type Eventual, andThen, loadedLater } from '../kit/made-once.js';
import { type Entries, type EntryAt, type Form, type Rows, both } from '../kit/listing.js';
import { badRequest } from '../kit/problem-error.js';
import { filterOf } from '../listing/matcher.js';
import { type Ordered, type Sequence, anchorsOf, indexFrom, outlineOf, paginate } from '../listing/paginate.js';
import { lookAt, orderOf, sortPositions } from '../listing/order.js';
import type { Found } from '../listing/scanner.js';
import { built, scheduler } from '../listing/scheduler.js';
import type { ShowPage } from '../kit/pages.js';
import type { Call, FoundLines, FoundRows, Performed } from './call.js';
import { shownPages } from './apply-faults.js';
import { delayMs } from './finish-outcome.js';
import type { Performance } from './make-context.js';
import type { Identified, Records } from '../kit/records.js';
import { type View, ViewAt } from '../store/model/view.js';
import type { AnyListing, AnyOutcome } from './handle.js';
import type { Services } from './services.js';

/** What every list has in its input, and what those have that can be sorted, shown in part, or given in other forms. */
type Controls = ListControls & SortControl & FieldsControl & ArrivalsControl & FormatControl;

/** Tells which items of a list pass the conditions and the search of an input. */
export function passing({ name, meta }: Operation, input: unknown): (item: object) => boolean {
  // Every operation that answers a list has the paging controls in its input.
  const controls = input as Controls;
  const { conditions = [] } = filterOf({ name, filters: meta.filters }, { ...controls }) ?? {};
  const text = (controls.q ?? '').toLowerCase();
  return (item) => {
    const fields = item as Readonly<Record<string, unknown>>;
    const valueOf = (member: string) => fields[member];
    if (!conditions.every(({ member, holds }) => holds(valueOf(member), valueOf))) return false;
    return (
      text === '' ||
      meta.searches.some((member) =>
        String(fields[member] ?? '')
          .toLowerCase()
          .includes(text),
      )
    );
  };
}

/** The form other than a page that an input asks for, of a list that has any. */
function formIn({ meta }: Operation, input: unknown): string | undefined {
  const { format = '' } = input as FormatControl;
  return Object.hasOwn(meta.formats, format) ? format : undefined;
}

/** Refuses to give a list in another form, where only a page of it can be answered. */
export function checkForm(operation: Operation, input: unknown): void {
  const form = formIn(operation, input);
  if (form === undefined) return;
  const detail = `must be json over tRPC; ${operation.method} ${operation.path}?format=${form} answers the other form`;
  throw badRequest([{ pointer: '#/format', code: 'invalid_value', detail }]);
}

/** So few entries are looked through, or made, at once: taking turns would take longer. */
const FEW = { found: 100, made: 20 };

/** The entries that pass. */
function* passed(all: Rows<EntryAt<object>>, passes: (item: object) => boolean) {
  const found: EntryAt<object>[] = [];
  for (let index = 0; index < all.length; index++) {
    const entry = all.at(index);
    if (entry !== undefined && passes(outlineOf(entry))) found.push(entry);
    yield;
  }
  return found;
}

/** The items of some entries, or promises of them: they may be made only now. */
function* made(entries: readonly EntryAt<object>[]) {
  const items: object[] = [];
  for (const { item } of entries) {
    items.push(item);
    yield;
  }
  return items;
}

async function itemsOf(entries: readonly EntryAt<object>[]): Promise<object[]> {
  return Promise.all(
    entries.length <= FEW.made ? scheduler.runShort(made(entries)) : await scheduler.run(made(entries)),
  );
}

async function formOf(form: string, items: readonly object[], { operation, formats }: FormParts): Promise<Form> {
  const make = formats[form];
  if (make === undefined) throw new TypeError(`the handler of ${operation.name} does not make the format ${form}`);
  return make(items);
}

interface FormParts {
  readonly operation: Operation;
  readonly formats: NonNullable<Entries<object>['formats']>;
}

/** The entries that pass, in the order that the input asks for. */
async function ordered({ operation, input }: Performance, all: Rows<EntryAt<object>>): Promise<Ordered> {
  const { sort, q = '', ...conditions } = input as Controls;
  const isWhole =
    q === '' && filterOf({ name: operation.name, filters: operation.meta.filters }, conditions) === undefined;
  if (isWhole && sort === undefined) return { rows: all, anchors: anchorsOf(all, undefined) };
  const finding = passed(all, passing(operation, input));
  const found = all.length <= FEW.found ? scheduler.runShort(finding) : await scheduler.run(finding);
  if (sort === undefined) return { rows: found, anchors: anchorsOf(found, undefined) };
  const order = orderOf<object>({ sort, operation: operation.name });
  const valuesOf = (entry: EntryAt<object> | undefined) => order.values(entry && outlineOf(entry));
  const sorting = sortPositions(range(0, found.length), { ...order, values: (index) => valuesOf(found[index]) });
  const rows = Array.from(await scheduler.run(sorting)).flatMap((index) => found[index] ?? []);
  return { rows, anchors: anchorsOf(rows, order) };
}

/** The page of some entries that the input asks for, or the other form of all of them. */
export async function listEntries(run: Performance, all: Entries<object>): Promise<Performed> {
  const { operation, input, call } = run;
  // Every operation that answers a list has the paging controls in its input.
  const controls = input as Controls;
  const { sort, fields: _, format: _format, ...query } = controls;
  const { rows, anchors } = await ordered(run, all.entries);
  const arrivals = operation.meta.arrivals ? controls.arrivals : 0;
  const shows = call.faultOutcome?.content && (await shownPages(call));
  const page = paginate({ length: rows.length, positions: undefined, anchors, arrivals, shows }, controls, {
    key: operation.name,
    query: JSON.stringify({
      ...query,
      ...(operation.meta.arrivals ? { arrivals: 0 } : {}),
      page: 0,
      cursor: '',
      pagination_style: '',
      sort,
    }),
  });
  const shown = (indexes: ArrayLike<number>) => itemsOf(Array.from(indexes).flatMap((index) => rows.at(index) ?? []));
  const { formats = {}, meta } = all;
  const delay = operation.meta.scope === 'registry' ? 0 : delayMs(call);
  const answer = { pagination: page.pagination, meta: { delayMs: delay, ...meta } };
  const form = formIn(operation, input);
  if (form === undefined) return { status: 200, answer: { data: await shown(page.positions), ...answer }, page };
  const other = await formOf(form, await shown(range(0, rows.length)), { operation, formats });
  return { status: 200, answer: { data: [], ...answer }, form: other };
}

/** A list to answer, with the input that was parsed for it. */
interface ListCall {
  readonly operation: Operation;
  readonly call: Call;
  readonly input: unknown;
}

/** What a list is looked for with. */
interface ListParts extends Pick<Services, 'scanner'> {
  /** The records as its handler has seen them. */
  readonly view: ViewAt;
}

/** Gives positions by index, that of one record before all others where it is among them. */
function inOrder(
  view: Records,
  { collection, first }: Pick<AnyListing, 'collection' | 'first'>,
  sequence: Sequence,
): (index: number) => number {
  const at = (index: number): number => sequence.positions?.[index] ?? index;
  const moved = first === undefined ? undefined : view.positionOf(collection, first);
  if (moved === undefined) return at;
  const index = indexFrom(sequence, moved);
  if (index >= sequence.length || at(index) !== moved) return at;
  return (i) => (i === 0 ? moved : at(i <= index ? i - 1 : i));
}

/** What a listing is looked through for, by an input. */
function searchFor({ name, meta }: Operation, listing: AnyListing, input: unknown) {
  // Every operation that answers a list has the paging controls in its input, and `sort` where it can be sorted.
  const controls = input as ListControls & SortControl & ArrivalsControl & Readonly<Record<string, unknown>>;
  const { sort } = controls;
  // Who says how to sort wants no record before the others.
  const first = sort === undefined ? listing.first : undefined;
  const q = meta.open || meta.searches.length > 0 ? (controls.q ?? '') : '';
  const needs: Record<string, unknown> = {};
  if (Object.keys(meta.computes).length > 0) {
    for (const needed of neededBy({ computes: meta.computes }, controls).keys()) needs[needed] = controls[needed];
  }
  const read = (record: { readonly id: string }) => lookAt(listing, record);
  const order = sort === undefined ? undefined : orderOf({ sort, operation: name, needs, lookAt: read });
  const filter = listing.filter ?? filterOf({ name, filters: meta.filters, computes: meta.computes }, controls);
  const isDescending = listing.newestFirst === true && sort === undefined;
  const arrivals = meta.arrivals ? controls.arrivals : 0;
  return {
    controls,
    first,
    needs,
    isDescending,
    arrivals,
    search: { listing, filter, q, fields: meta.open ? undefined : meta.searches, order },
  };
}

/** The page of a listing that the input asks for: at once, where what it looks into is there. */
export function list(own: ListCall, listing: AnyListing, { scanner, view: seen }: ListParts): Eventual<Performed> {
  const { operation, call, input } = own;
  const asked = searchFor(operation, listing, input);
  const read = call.view === undefined ? call.sandbox : { view: call.view };
  const find = () => scanner.find(read, asked.search, seen.now);
  const found = andThen(built(read.view.dataset, [listing.collection]), find);
  const shows = call.faultOutcome?.content && shownPages(call);
  const cut = (all: Found) =>
    andThen(shows, (shown) => pageOf(own, { listing, asked, found: all, seen, read, shows: shown }));
  return andThen(found, cut);
}

/** What a page is cut out of. */
interface Cuttable {
  readonly listing: AnyListing;
  readonly asked: ReturnType<typeof searchFor>;
  readonly found: Found;
  readonly read: { readonly view: View };
  readonly seen: ViewAt;
  readonly shows: ShowPage | undefined;
}

function pageOf({ operation, call }: ListCall, { listing, asked, found, seen, read, shows }: Cuttable): Performed {
  const { collection, where, only } = listing;
  const { name } = operation;
  const { controls, first, needs, isDescending, arrivals, search } = asked;
  const { sort } = controls;
  const { q, order, filter } = search;
  const { now } = seen;
  const { positions, period } = found;
  // Somebody may have written meanwhile.
  const view = new ViewAt(read.view, now);
  const length = positions === undefined ? view.size(collection) : positions.length;
  const at = inOrder(view, { collection, first }, { length, positions });
  // In an order of its own a list is paged by index, not by position.
  const isOrdered = first !== undefined;
  const sorted = order && { ...order, values: (position: number) => order.values(view.at(collection, position)) };
  const query = [name, where, first, q.toLowerCase(), controls.per_page];
  const page = paginate(
    { length, positions: isOrdered ? undefined : positions, order: sorted, isDescending, arrivals, shows },
    controls,
    {
      key: view.dataset.seed,
      // Read only where there are cursors.
      get query() {
        return JSON.stringify([
          ...query,
          ...(sort === undefined ? [] : [sort, needs]),
          ...(filter === undefined ? [] : [filter.given]),
          ...(only === undefined ? [] : [only.by]),
        ]);
      },
    },
  );
  const records = page.positions.flatMap((position) => view.at(collection, isOrdered ? at(position) : position) ?? []);
  const data = records.map((record) => listing.show?.(record) ?? record);
  const answer = { data, pagination: page.pagination, meta: { delayMs: delayMs(call) } };
  return { status: 200, answer, page, period: [view.period, seen.period].reduce(both, period) };
}

/** What is answered instead of a page when the browser is sent elsewhere: an answer the contract allows. */
export function nothing(call: Call) {
  return {
    data: [],
    pagination: { page: 1, perPage: 10, total: 0, totalPages: 0 },
    meta: { delayMs: delayMs(call) },
  };
}

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
  const { total, controls, lines: declared, altered = (text) => text } = found;
  const isCsv = controls.format === 'csv';
  // Most servers never write any.
  const { csvText } = await csv();
  if (isCsv) yield (controls.bom ? BOM : '') + csvText([declared.columns]);
  for (let from = 0; from < total; from += ROWS) {
    const rows = await scheduler.run(rowsFrom(found, from));
    yield isCsv
      ? csvText(rows.map((row) => declared.columns.map((column) => fieldOf(row[column]))))
      : altered(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
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
