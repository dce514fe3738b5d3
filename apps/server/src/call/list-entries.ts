/** Answers a list whose entries are no records: a page of it, or another form of all of it. */
import type { FieldsControl, FormatControl, ListControls, Operation, SortControl } from '@understudy/contract';
import type { Entries, EntryAt, Form } from '../kit/handler.js';
import { badRequest } from '../kit/problem-error.js';
import { filterOf } from '../listing/condition.js';
import { orderOf } from '../listing/order.js';
import { paginate } from '../listing/paginate.js';
import { sortPositions } from '../listing/sort-positions.js';
import { turns } from '../listing/turns.js';
import type { Performed } from './beside.js';
import type { Performance } from './make-context.js';

/** What every list has in its input, and what those have that can be sorted, shown in part, or given in other forms. */
type Controls = ListControls & SortControl & FieldsControl & FormatControl;

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

/** Whoever reads the item has it made. */
const outlineOf = (entry: EntryAt<object>): object => entry.outline ?? entry.item;

/** The entries that pass. */
function* passed({ entries }: Entries<object>, passes: (item: object) => boolean) {
  const found: EntryAt<object>[] = [];
  for (const entry of entries) {
    if (passes(outlineOf(entry))) found.push(entry);
    yield;
  }
  return found;
}

/** The items of some entries: they may be made only now. */
function* made(entries: readonly EntryAt<object>[]) {
  const items: object[] = [];
  for (const { item } of entries) {
    items.push(item);
    yield;
  }
  return items;
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

/** The page of some entries that the input asks for, or the other form of all of them. */
export async function listEntries({ operation, input }: Performance, all: Entries<object>): Promise<Performed> {
  // Every operation that answers a list has the paging controls in its input.
  const controls = input as Controls;
  const { sort, fields: _, format: _format, ...query } = controls;
  const finding = passed(all, passing(operation, input));
  const found = all.entries.length <= FEW.found ? turns.runShort(finding) : await turns.run(finding);
  const byPosition = new Map(found.map((entry) => [entry.position, entry]));
  const ascending = found.map(({ position }) => position);
  const order = sort === undefined ? undefined : orderOf({ sort, operation: operation.name });
  const valuesOf = (entry: EntryAt<object> | undefined) => order?.values(entry && outlineOf(entry)) ?? [];
  const sorted = order && { ...order, values: (position: number) => valuesOf(byPosition.get(position)) };
  const positions = sorted === undefined ? ascending : await turns.run(sortPositions(ascending, sorted));
  const page = paginate({ length: found.length, positions, order: sorted }, controls, {
    key: operation.name,
    query: JSON.stringify({ ...query, page: 0, cursor: '', pagination_style: '', sort }),
  });
  const shown = async (some: Iterable<number>): Promise<object[]> => {
    const entries = Array.from(some).flatMap((position) => byPosition.get(position) ?? []);
    return entries.length <= FEW.made ? turns.runShort(made(entries)) : turns.run(made(entries));
  };
  const { formats = {}, meta } = all;
  const answer = { pagination: page.pagination, meta: { delayMs: 0, ...meta } };
  const form = formIn(operation, input);
  if (form === undefined) return { status: 200, answer: { data: await shown(page.positions), ...answer }, page };
  const other = await formOf(form, await shown(positions), { operation, formats });
  return { status: 200, answer: { data: [], ...answer }, form: other };
}
