/** Answers a computed list, whose entries are no records: a page of it, or another form of all of it. */
import type {
  ArrivalsControl,
  FieldsControl,
  FormatControl,
  ListControls,
  Operation,
  SortControl,
} from '@understudy/contract/kit';
import { range } from '../kit/collection.js';
import type { Entries, EntryAt, Form, Rows } from '../kit/entries.js';
import { badRequest } from '../kit/problem-error.js';
import { filterOf } from '../listing/condition.js';
import { anchorsOf, type Ordered, outlineOf } from '../listing/entries.js';
import { orderOf } from '../listing/order.js';
import { paginate } from '../listing/paginate.js';
import { sortPositions } from '../listing/sort-positions.js';
import { scheduler } from '../listing/scheduler.js';
import type { Performed } from './call-result.js';
import { delayMs } from './finish-outcome.js';
import type { Performance } from './make-context.js';

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
    if (!conditions.every(({ member, holds }) => holds(fields[member]))) return false;
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
export async function ordered({ operation, input }: Performance, all: Rows<EntryAt<object>>): Promise<Ordered> {
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
  const page = paginate({ length: rows.length, positions: undefined, anchors, arrivals }, controls, {
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
