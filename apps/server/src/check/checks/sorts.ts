/** Every list that declares sorts is sorted by each of its keys, in both directions and all paging styles. */
import type { Operation } from '@understudy/contract/kit';
import { type Bench, callReady, type ReadyCall } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { faultNames, transports } from '../transport.js';
import { type Entry, filled, pageOf, walk } from './paging.js';

const [rest, trpc] = transports;

/** The journal grows with every request, and sandboxes say when they were used: none is asked twice with the same answer. */
const grows = ({ name }: Operation): boolean => ['sandboxes.listRequests', 'sandboxes.listSandboxes'].includes(name);

/** What comes first of two values by a key. */
function side(first: unknown, second: unknown, key: string): number {
  if (first === second) return 0;
  if (first === null || second === null) return first === null ? 1 : -1;
  const isLess = (first as string | number) < (second as string | number);
  return isLess === key.startsWith('-') ? 1 : -1;
}

const valueOf = (entry: Entry | undefined, key: string): unknown => entry?.[key.replace('-', '')] ?? null;

/** Records that are walked at most, of a list that is sorted. */
const WALKED = 200;

async function expectSorted(operation: Operation, ready: ReadyCall, sort: string): Promise<void> {
  // What a computed key needs may be a condition as well.
  const { total } = pageOf(await callReady(operation, ready, { more: { per_page: 1, sort } })).pagination;
  const perPage = Math.max(1, Math.min(50, Math.ceil(total / 3)));
  const how = { perPage, limit: Math.min(total, WALKED), more: { sort } };
  const { asked, entries } = await walk(operation, ready, { ...how, style: 'page' });
  const isComputed = Object.hasOwn(operation.meta.computes, sort.replace('-', ''));
  for (const [i, entry] of isComputed ? [] : entries.entries()) {
    const [before, value] = [valueOf(entries[i - 1], sort), valueOf(entry, sort)];
    const isSorted = i === 0 || side(before, value, sort) <= 0;
    holds(isSorted, { asked, expected: `sorted by ${sort}`, actual: `${shown(before)} before ${shown(value)}` });
  }
  // The journal has more records with each page that is read of it.
  if (grows(operation)) return;
  const distinct = new Set(entries.map((entry) => JSON.stringify(entry)));
  same({ what: 'different records', asked, actual: distinct.size, expected: how.limit });
  for (const style of ['link', 'cursor']) {
    const other = await walk(operation, ready, { ...how, style });
    same({ what: 'the order of style=page', asked: other.asked, actual: other.entries, expected: entries });
  }
  // What is computed of a record need not be shown of it.
  if (isComputed || total > WALKED) return;
  const plain = await walk(operation, ready, { ...how, style: 'page', more: {} });
  const stable = plain.entries.toSorted((a, b) => side(valueOf(a, sort), valueOf(b, sort), sort));
  same({ what: 'equal ones in the order of the list', asked, actual: entries, expected: stable });
}

/** A cursor holds for the sort that it was given for, and for no other. */
async function expectBound(operation: Operation, ready: ReadyCall, [up, down]: readonly string[]): Promise<void> {
  const controls = { per_page: 1, pagination_style: 'cursor' };
  const cursorFor = async (more: object) =>
    pageOf(await callReady(operation, ready, { more: { ...controls, ...more } })).pagination.nextCursor;
  const [sorted, plain] = [await cursorFor({ sort: up }), await cursorFor({})];
  if (typeof sorted !== 'string' || typeof plain !== 'string') return;
  for (const more of [{ sort: down, cursor: sorted }, { cursor: sorted }, { sort: up, cursor: plain }]) {
    const { asked, status, problem, text } = await callReady(operation, ready, { more: { ...controls, ...more } });
    const isRefused = status === 400 && problem?.['kind'] === 'invalid_cursor';
    holds(isRefused, { asked, expected: '400 invalid_cursor', actual: `${status} ${shown(text)}` });
  }
  pageOf(await callReady(operation, ready, { more: { ...controls, sort: up, cursor: sorted } }));
}

function wrongSorts([key = '']: readonly string[]): string[] {
  const ends = ['', ',', '-', 'nothing', 'constructor', `${key},`, `,${key}`, `${key} `, `--${key}`, `+${key}`];
  return [...ends, `${key},${key}`, `${key},-${key}`];
}

async function expectRefused(operation: Operation, ready: ReadyCall): Promise<void> {
  const { sorts } = operation.meta;
  for (const over of transports) {
    for (const sort of wrongSorts(sorts)) {
      const answer = await callReady(operation, ready, { over, more: { sort } });
      const { asked, status, text, problem } = answer;
      holds(status === 400, { asked, expected: 'the status 400', actual: `${status} ${shown(text)}` });
      same({ what: 'faults in', asked, actual: faultNames(answer), expected: ['sort'] });
      const [fault] = (problem?.['errors'] ?? []) as { code?: string; detail?: string }[];
      same({ what: 'the code', asked, actual: fault?.code, expected: 'invalid_format' });
      const detail = fault?.detail ?? '';
      const keys = sorts.join(', ');
      holds(detail.includes(keys), { asked, expected: `a detail that names ${keys}`, actual: shown(detail) });
    }
  }
  const [key = ''] = sorts;
  const twice = await callReady(operation, ready, { query: `sort=${key}&sort=${key}` });
  same({ what: 'faults in', asked: twice.asked, actual: faultNames(twice), expected: ['sort'] });
}

/** Sorted by several keys, over tRPC and on another server. */
async function expectSameElsewhere(operation: Operation, bench: Bench): Promise<void> {
  if (grows(operation)) return;
  const [one, other] = await bench.pair(operation);
  await Promise.all([bench.fill(one), bench.fill(other)]);
  const [ready, twin] = [await bench.ready(one, operation), await bench.ready(other, operation)];
  if (ready === undefined || twin === undefined) return;
  const more = { sort: operation.meta.sorts.map((key, i) => (i % 2 ? key : `-${key}`)).join(',') };
  const { value, text } = await callReady(operation, ready, { over: rest, more });
  const overTrpc = await callReady(operation, ready, { over: trpc, more });
  same({ what: 'the same as over REST', asked: overTrpc.asked, actual: overTrpc.value, expected: value });
  const second = await callReady(operation, twin, { over: rest, more });
  const [own, theirs] = [text.replaceAll(one.host.origin, ''), second.text.replaceAll(other.host.origin, '')];
  same({ what: 'the same on another server', asked: second.asked, actual: theirs, expected: own });
}

/** The check. */
export const sorts = ofOperations({
  name: 'sorts',
  proves:
    'Each key of a list sorts it in both directions, null last and equal ones in the order of the list, in all paging styles; other keys are refused.',
  of: ({ answers, meta }) => answers === 'list' && meta.sorts.length > 0,
  run: async (operation, bench) => {
    const ready = await filled(operation, bench);
    if (ready === undefined) return;
    const keys = operation.meta.sorts.flatMap((name) => [name, `-${name}`]);
    for (const sort of keys) await expectSorted(operation, ready, sort);
    await expectBound(operation, ready, keys);
    await expectRefused(operation, ready);
    await expectSameElsewhere(operation, bench);
  },
});
