/** Lists: their pages, their orders and their searches. */
import type { Operation } from '@understudy/contract/kit';
import { type Bench, callReady, type ReadyCall } from '../bench.js';
import { type Check, ofOperations } from '../check.js';
import { Fault, holds, same, shown } from '../finding.js';
import { faultNames, type Transport, type TransportAnswer, transports } from '../host.js';

/** A record of a list, whatever it is. */
type Entry = Readonly<Record<string, unknown>>;

/** A page of a list. */
export interface Page {
  readonly data: readonly Entry[];
  readonly pagination: {
    readonly page: number;
    readonly total: number;
    readonly nextCursor?: string | null;
    readonly prevCursor?: string | null;
    readonly hasMore?: boolean;
  };
}

const isList = ({ answers }: Operation): boolean => answers === 'list';

/** What one record of a list differs by from all others: its id, or its name where it has no id, or all of it. */
const identityOf = (entry: Entry): unknown => entry['id'] ?? entry['name'] ?? JSON.stringify(entry);

/** The page that an answer holds; anything else is a fault. */
export function pageOf({ asked, status, text, value }: TransportAnswer): Page {
  const { data, pagination } = (value ?? {}) as Partial<Page>;
  const isPage = status === 200 && Array.isArray(data) && pagination !== undefined;
  holds(isPage, { asked, expected: 'a page of a list', actual: `${status} ${shown(text)}` });
  return value as Page;
}

/** A call of a list that has records. */
export async function filled(operation: Operation, bench: Bench): Promise<ReadyCall> {
  return bench.ready(await bench.filled(operation), operation);
}

interface Walk {
  readonly style: string;
  readonly perPage: number;
  /** Records after which to stop. */
  readonly limit: number;
  readonly more?: object;
  readonly over?: Transport | undefined;
}

/** Records of a list, page after page, and the last request. */
async function walk(
  ready: ReadyCall,
  { style, perPage, limit, more = {}, over = transports[0] }: Walk,
): Promise<{ readonly asked: string; readonly entries: readonly Entry[] }> {
  const entries: Entry[] = [];
  let position: object = { page: 1 };
  for (let number = 2; ; number++) {
    const controls = { ...more, ...position, per_page: perPage, pagination_style: style };
    const answer = await callReady(ready, { over, more: controls });
    const { data, pagination } = pageOf(answer);
    const { asked } = answer;
    entries.push(...data);
    const { nextCursor, hasMore } = pagination;
    if (style === 'cursor') same({ what: 'hasMore', asked, actual: hasMore, expected: nextCursor !== null });
    const isDone = data.length === 0 || (style === 'cursor' && nextCursor === null);
    if (isDone || entries.length >= limit) return { asked, entries: entries.slice(0, limit) };
    position = style === 'cursor' ? { cursor: nextCursor } : { page: number };
  }
}

/** Records on each page so that a list has some seven of them. */
const partsOf = (total: number): number => Math.min(50, Math.max(1, Math.ceil(total / 7)));

function expectCursorRefused({ asked, status, problem, text }: TransportAnswer): void {
  const isRefused = status === 400 && problem?.['kind'] === 'invalid_cursor';
  holds(isRefused, { asked, expected: '400 invalid_cursor', actual: `${status} ${shown(text)}` });
}

const [rest, trpc] = transports;

/** The journal grows with every request, and sandboxes say when they were used: none is asked twice with the same answer. */
const grows = ({ name }: Operation): boolean =>
  ['sandboxes.listRequests', 'sandboxes.listInbox', 'sandboxes.listSandboxes'].includes(name);

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

async function expectSorted(ready: ReadyCall, sort: string): Promise<void> {
  const { operation } = ready;
  // What a computed key needs may be a condition as well.
  const { total } = pageOf(await callReady(ready, { more: { per_page: 1, sort } })).pagination;
  const perPage = Math.max(1, Math.min(50, Math.ceil(total / 3)));
  const how = { perPage, limit: Math.min(total, WALKED), more: { sort } };
  const { asked, entries } = await walk(ready, { ...how, style: 'page' });
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
    const other = await walk(ready, { ...how, style });
    same({ what: 'the order of style=page', asked: other.asked, actual: other.entries, expected: entries });
  }
  // What is computed of a record need not be shown of it.
  if (isComputed || total > WALKED) return;
  const plain = await walk(ready, { ...how, style: 'page', more: {} });
  const stable = plain.entries.toSorted((a, b) => side(valueOf(a, sort), valueOf(b, sort), sort));
  same({ what: 'equal ones in the order of the list', asked, actual: entries, expected: stable });
}

/** A cursor holds for the sort that it was given for, and for no other. */
async function expectBound(ready: ReadyCall, [up, down]: readonly string[]): Promise<void> {
  const controls = { per_page: 1, pagination_style: 'cursor' };
  const cursorFor = async (more: object) =>
    pageOf(await callReady(ready, { more: { ...controls, ...more } })).pagination.nextCursor;
  const [sorted, plain] = [await cursorFor({ sort: up }), await cursorFor({})];
  if (typeof sorted !== 'string' || typeof plain !== 'string') return;
  for (const more of [{ sort: down, cursor: sorted }, { cursor: sorted }, { sort: up, cursor: plain }]) {
    expectCursorRefused(await callReady(ready, { more: { ...controls, ...more } }));
  }
  pageOf(await callReady(ready, { more: { ...controls, sort: up, cursor: sorted } }));
}

function wrongSorts([key = '']: readonly string[]): string[] {
  const ends = ['', ',', '-', 'nothing', 'constructor', `${key},`, `,${key}`, `${key} `, `--${key}`, `+${key}`];
  return [...ends, `${key},${key}`, `${key},-${key}`];
}

async function expectRefused(ready: ReadyCall): Promise<void> {
  const { sorts } = ready.operation.meta;
  for (const over of transports) {
    for (const sort of wrongSorts(sorts)) {
      const answer = await callReady(ready, { over, more: { sort } });
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
  const twice = await callReady(ready, { query: `sort=${key}&sort=${key}` });
  same({ what: 'faults in', asked: twice.asked, actual: faultNames(twice), expected: ['sort'] });
}

/** Sorted by several keys, over tRPC and on another server. */
async function expectSameElsewhere(operation: Operation, bench: Bench): Promise<void> {
  if (grows(operation)) return;
  const [one, other] = await bench.pair(operation);
  await Promise.all([bench.fill(one), bench.fill(other)]);
  const [ready, twin] = [await bench.ready(one, operation), await bench.ready(other, operation)];
  const more = { sort: operation.meta.sorts.map((key, i) => (i % 2 ? key : `-${key}`)).join(',') };
  const { value, text } = await callReady(ready, { over: rest, more });
  const overTrpc = await callReady(ready, { over: trpc, more });
  same({ what: 'the same as over REST', asked: overTrpc.asked, actual: overTrpc.value, expected: value });
  const second = await callReady(twin, { over: rest, more });
  const [own, theirs] = [text.replaceAll(one.host.origin, ''), second.text.replaceAll(other.host.origin, '')];
  same({ what: 'the same on another server', asked: second.asked, actual: theirs, expected: own });
}

/** The texts of a member, which may be a list of them. */
function textsOf(entry: Entry, field: string): string[] {
  const value = entry[field];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === 'string');
}

/** Pages, orders and searches of lists. */
export const listChecks: readonly Check[] = [
  ofOperations({
    name: 'paging-styles',
    proves: 'The three paging styles walk the same records in the same order, each once, over REST and tRPC.',
    of: isList,
    run: async (operation, bench) => {
      for (const over of transports) {
        const ready = await filled(operation, bench);
        const first = await callReady(ready, { over, more: { per_page: 50 } });
        const { total } = pageOf(first).pagination;
        const perPage = partsOf(total);
        const limit = Math.min(total, perPage * 12);
        const pages = await walk(ready, { over, style: 'page', perPage, limit });
        const { asked, entries } = pages;
        same({ what: 'records', asked, actual: entries.length, expected: limit });
        const ids = entries.map(identityOf);
        same({ what: 'different ids', asked, actual: new Set(ids).size, expected: limit });
        for (const style of ['link', 'cursor']) {
          const other = await walk(ready, { over, style, perPage, limit });
          const theirs = other.entries.map(identityOf);
          same({ what: 'ids in the order of style=page', asked: other.asked, actual: theirs, expected: ids });
        }
        const past = await callReady(ready, { over, more: { page: 1_000_000 } });
        const { data, pagination } = pageOf(past);
        same({ what: 'a page past the end', asked: past.asked, actual: [data, pagination.page], expected: [[], 1e6] });
      }
    },
  }),
  ofOperations({
    name: 'cursors',
    proves: 'A cursor goes forth and back, and is refused where it was changed or belongs to another query.',
    of: isList,
    run: async (operation, bench) => {
      const ready = await filled(operation, bench);
      const style = { pagination_style: 'cursor', per_page: 1 };
      const first = pageOf(await callReady(ready, { more: style }));
      const { nextCursor } = first.pagination;
      expectCursorRefused(await callReady(ready, { more: { ...style, cursor: 'AAAAAAAAAAAAAAAAAAAA' } }));
      if (typeof nextCursor !== 'string') return;
      const changed = `${nextCursor.startsWith('A') ? 'B' : 'A'}${nextCursor.slice(1)}`;
      const search = operation.meta.searches.length > 0 ? [{ cursor: nextCursor, q: 'zz' }] : [];
      const cut = { cursor: nextCursor.slice(0, -1) };
      for (const wrong of [{ cursor: changed }, cut, { cursor: nextCursor, per_page: 2 }, ...search]) {
        expectCursorRefused(await callReady(ready, { more: { ...style, ...wrong } }));
      }
      const second = pageOf(await callReady(ready, { more: { ...style, cursor: nextCursor } }));
      const back = await callReady(ready, { more: { ...style, cursor: second.pagination.prevCursor } });
      const ids = ({ data }: Page) => data.map(identityOf);
      same({ what: 'the page before', asked: back.asked, actual: ids(pageOf(back)), expected: ids(first) });
    },
  }),
  ofOperations({
    name: 'sorts',
    proves:
      'Each key of a list sorts it in both directions, null last and equal ones in the order of the list, in all paging styles; other keys are refused.',
    of: ({ answers, meta }) => answers === 'list' && meta.sorts.length > 0,
    run: async (operation, bench) => {
      const ready = await filled(operation, bench);
      const keys = operation.meta.sorts.flatMap((name) => [name, `-${name}`]);
      for (const sort of keys) await expectSorted(ready, sort);
      await expectBound(ready, keys);
      await expectRefused(ready);
      await expectSameElsewhere(operation, bench);
    },
  }),
  ofOperations({
    name: 'searches',
    proves: 'q finds a record by the text of each searched field, in any case, and no record without the text.',
    of: ({ answers, meta }) => answers === 'list' && meta.searches.length > 0,
    run: async (operation, bench) => {
      const ready = await filled(operation, bench);
      const { data } = pageOf(await callReady(ready, { more: { per_page: 50 } }));
      const { searches: fields } = operation.meta;
      for (const field of fields) {
        const entry = data.find((one) => textsOf(one, field).some((text) => text.trim() !== ''));
        const text = entry === undefined ? undefined : textsOf(entry, field).find((one) => one.trim() !== '');
        if (entry === undefined || text === undefined) continue;
        const answer = await callReady(ready, { more: { q: text.toUpperCase(), per_page: 50 } });
        const { asked } = answer;
        const found = pageOf(answer);
        const isFound = found.pagination.total > 50 || found.data.some(({ id }) => id === entry['id']);
        const record = `${String(entry['id'])}, whose ${field} is ${JSON.stringify(text)}`;
        holds(isFound, { asked, expected: `to find ${record}`, actual: `${found.pagination.total} others` });
        // A searched field that is not shown cannot be looked at.
        const isShown = fields.every((name) => data.some((one) => name in one));
        const stranger = found.data.find((one) => {
          const all = fields.flatMap((name) => textsOf(one, name));
          return isShown && !all.some((value) => value.toLowerCase().includes(text.toLowerCase()));
        });
        if (stranger !== undefined) {
          const expected = `only records with ${JSON.stringify(text)} in ${fields.join(', ')}`;
          throw new Fault({ asked, expected, actual: JSON.stringify(stranger) });
        }
      }
      const nothing = await callReady(ready, { more: { q: 'qqqq-no-record-has-this' } });
      same({ what: 'records', asked: nothing.asked, actual: pageOf(nothing).data.length, expected: 0 });
    },
  }),
];
