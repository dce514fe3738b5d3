/** Lists: the three paging styles agree, cursors belong to their query, and a page past the end is empty. */
import type { Operation } from '@understudy/contract/kit';
import { callReady, type Bench, type ReadyCall } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { type Transport, type TransportAnswer, transports } from '../transport.js';

/** A record of a list, whatever it is. */
export type Entry = Readonly<Record<string, unknown>>;

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

/** Whether an operation answers a list. */
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

/** A call of a list that has records; undefined where no call of it succeeds. */
export async function filled(operation: Operation, bench: Bench): Promise<ReadyCall | undefined> {
  return bench.ready(await bench.filled(operation), operation);
}

/** How a list is walked. */
interface Walk {
  readonly style: string;
  readonly perPage: number;
  /** Records after which to stop. */
  readonly limit: number;
  readonly more?: object;
  readonly over?: Transport | undefined;
}

/** Records of a list, page after page, and the last request. */
export async function walk(
  operation: Operation,
  ready: ReadyCall,
  { style, perPage, limit, more = {}, over = transports[0] }: Walk,
): Promise<{ readonly asked: string; readonly entries: readonly Entry[] }> {
  const entries: Entry[] = [];
  let position: object = { page: 1 };
  for (let number = 2; ; number++) {
    const controls = { ...more, ...position, per_page: perPage, pagination_style: style };
    const answer = await callReady(operation, ready, { over, more: controls });
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

/** The check. */
export const pagingStyles = ofOperations({
  name: 'paging-styles',
  proves: 'The three paging styles walk the same records in the same order, each once, over REST and tRPC.',
  of: isList,
  run: async (operation, bench) => {
    for (const over of transports) {
      const ready = await filled(operation, bench);
      if (ready === undefined) return;
      const first = await callReady(operation, ready, { over, more: { per_page: 50 } });
      const { total } = pageOf(first).pagination;
      const perPage = partsOf(total);
      const limit = Math.min(total, perPage * 12);
      const pages = await walk(operation, ready, { over, style: 'page', perPage, limit });
      const { asked, entries } = pages;
      same({ what: 'records', asked, actual: entries.length, expected: limit });
      const ids = entries.map(identityOf);
      same({ what: 'different ids', asked, actual: new Set(ids).size, expected: limit });
      for (const style of ['link', 'cursor']) {
        const other = await walk(operation, ready, { over, style, perPage, limit });
        const theirs = other.entries.map(identityOf);
        same({ what: 'ids in the order of style=page', asked: other.asked, actual: theirs, expected: ids });
      }
      const past = await callReady(operation, ready, { over, more: { page: 1_000_000 } });
      const { data, pagination } = pageOf(past);
      same({ what: 'a page past the end', asked: past.asked, actual: [data, pagination.page], expected: [[], 1e6] });
    }
  },
});

function expectCursorRefused({ asked, status, problem, text }: TransportAnswer): void {
  const isRefused = status === 400 && problem?.['kind'] === 'invalid_cursor';
  holds(isRefused, { asked, expected: '400 invalid_cursor', actual: `${status} ${shown(text)}` });
}

/** The check. */
export const cursors = ofOperations({
  name: 'cursors',
  proves: 'A cursor goes forth and back, and is refused where it was changed or belongs to another query.',
  of: isList,
  run: async (operation, bench) => {
    const ready = await filled(operation, bench);
    if (ready === undefined) return;
    const style = { pagination_style: 'cursor', per_page: 1 };
    const first = pageOf(await callReady(operation, ready, { more: style }));
    const { nextCursor } = first.pagination;
    expectCursorRefused(await callReady(operation, ready, { more: { ...style, cursor: 'AAAAAAAAAAAAAAAAAAAA' } }));
    if (typeof nextCursor !== 'string') return;
    const changed = `${nextCursor.startsWith('A') ? 'B' : 'A'}${nextCursor.slice(1)}`;
    const search = operation.meta.searches.length > 0 ? [{ cursor: nextCursor, q: 'zz' }] : [];
    for (const wrong of [
      { cursor: changed },
      { cursor: nextCursor.slice(0, -1) },
      { cursor: nextCursor, per_page: 2 },
    ]) {
      expectCursorRefused(await callReady(operation, ready, { more: { ...style, ...wrong } }));
    }
    for (const wrong of search)
      expectCursorRefused(await callReady(operation, ready, { more: { ...style, ...wrong } }));
    const second = pageOf(await callReady(operation, ready, { more: { ...style, cursor: nextCursor } }));
    const back = await callReady(operation, ready, { more: { ...style, cursor: second.pagination.prevCursor } });
    const ids = ({ data }: Page) => data.map(identityOf);
    same({ what: 'the page before', asked: back.asked, actual: ids(pageOf(back)), expected: ids(first) });
  },
});
