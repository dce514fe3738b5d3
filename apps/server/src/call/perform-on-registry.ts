/** Performs a call on the registry of sandboxes: its handler works with parts of the server instead of records. */
import type { FieldsControl, ListControls, SortControl } from '@understudy/contract';
import type { RegistryContext } from '../kit/context.js';
import type { Entries } from '../kit/handler.js';
import { baseUrlOf } from '../kit/sandbox-address.js';
import { filterOf } from '../listing/condition.js';
import { orderOf } from '../listing/order.js';
import { paginate } from '../listing/paginate.js';
import { sortPositions } from '../listing/sort-positions.js';
import { turns } from '../listing/turns.js';
import { answerHead } from './answer-head.js';
import { envelope } from './envelope.js';
import { handle } from './handle.js';
import type { Performance } from './make-context.js';
import type { Performed } from './beside.js';
import { idempotencyScope } from './idempotency-key.js';
import type { Services } from './services.js';

/** The page of some entries that the input asks for. */
async function listEntries({ operation, input }: Performance, { entries, meta }: Entries<object>): Promise<Performed> {
  // Every operation that answers a list has the paging controls in its input, and `sort` where it can be sorted.
  const controls = input as ListControls & SortControl & FieldsControl;
  const { sort, fields: _, ...query } = controls;
  const text = (controls.q ?? '').toLowerCase();
  const { conditions = [] } = filterOf({ name: operation.name, filters: operation.meta.filters }, query) ?? {};
  const found = entries.filter(({ item }) => {
    const fields: Readonly<Record<string, unknown>> = { ...item };
    if (!conditions.every(({ member, holds }) => holds(fields[member]))) return false;
    return text === '' || operation.meta.searches.some((name) => String(fields[name]).toLowerCase().includes(text));
  });
  const byPosition = new Map(found.map(({ position, item }) => [position, item]));
  const ascending = found.map(({ position }) => position);
  const order = sort === undefined ? undefined : orderOf({ sort, operation: operation.name });
  const sorted = order && { ...order, values: (position: number) => order.values(byPosition.get(position)) };
  const positions = sorted === undefined ? ascending : await turns.run(sortPositions(ascending, sorted));
  const page = paginate({ length: found.length, positions, order: sorted }, controls, {
    key: operation.name,
    query: JSON.stringify({ ...query, page: 0, cursor: '', pagination_style: '', sort }),
  });
  const data = page.positions.flatMap((position) => byPosition.get(position) ?? []);
  return { status: 200, answer: { data, pagination: page.pagination, meta: { delayMs: 0, ...meta } }, page };
}

/** Performs a call of an operation on the registry. */
export async function performOnRegistry(run: Performance, services: Services): Promise<Performed> {
  const { operation, call, input, problem } = run;
  const ctx = {
    // The schema of the operation has parsed it.
    input: input as Record<string, unknown>,
    baseUrlOf: (sandbox) => baseUrlOf(call.origin, sandbox),
    problem,
    idempotency: idempotencyScope(call, operation.meta),
  } satisfies RegistryContext;
  const outcome = await handle(run, ctx, services);
  if ('entries' in outcome) return listEntries(run, outcome);
  if ('failure' in outcome) throw outcome.failure;
  if (!('value' in outcome)) throw new TypeError(`${operation.name} answers records, which the registry has none of`);
  return { ...answerHead(operation, outcome), answer: envelope(operation, call, outcome) };
}
