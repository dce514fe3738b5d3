/** Every operation that declares sorts: each key in both directions, over REST and tRPC, in all three paging styles. */
import { operations, prepareCall } from '@understudy/tooling/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../support.js';
import { type Entry, type Page, startSorted } from './sorted.js';
import { faultNames, type TransportAnswer, transports } from './transport.js';

const sorted = operations.filter(({ meta }) => meta.sorts.length > 0);
const others = operations.filter(({ meta }) => meta.sorts.length === 0);
const pageOf = (answer: TransportAnswer): Page => answer.value as Page;

/** The journal grows with every request, so a request for it is not asked twice with the same answer. */
const isJournal = (name: string): boolean => name === 'sandboxes.listRequests';

let server: TestServer;
let twin: TestServer;
beforeAll(async () => {
  [server, twin] = await Promise.all([startSorted(), startSorted()]);
});
afterAll(() => Promise.all([server.close(), twin.close()]));

/** What comes first of two values by a key, as the documents say it. */
function side(first: unknown, second: unknown, key: string): number {
  if (first === second) return 0;
  if (first === null || second === null) return first === null ? 1 : -1;
  const isLess = (first as string | number) < (second as string | number);
  return isLess === key.startsWith('-') ? 1 : -1;
}

const valueOf = (entry: Entry | undefined, key: string): unknown => entry?.[key.replace('-', '')] ?? null;

describe.each(sorted)('$name', (operation) => {
  const keys = operation.meta.sorts.flatMap((name) => [name, `-${name}`]);
  const [rest, trpc] = transports;
  const call = async (more: Entry, { over = rest, of = server, query = '' } = {}): Promise<TransportAnswer> => {
    const { input, headers } = await prepareCall(of.fetch, operation);
    return over.call(of, operation, { ...input, ...more }, { query, headers });
  };
  const parts = (total: number) => Math.max(1, Math.min(50, Math.ceil(total / 3)));

  /** The first pages in a style. */
  async function walk(sort: string | undefined, style: string, perPage: number): Promise<Entry[]> {
    const found: Entry[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= 4; page++) {
      const position = cursor === undefined ? { page: style === 'cursor' ? 1 : page } : { cursor };
      const order = sort === undefined ? {} : { sort };
      const answer = await call({ ...order, ...position, per_page: perPage, pagination_style: style });
      expect(answer.status).toBe(200);
      found.push(...pageOf(answer).data);
      const { nextCursor } = pageOf(answer).pagination;
      if (style === 'cursor' && nextCursor === null) break;
      cursor = nextCursor ?? undefined;
    }
    return found;
  }

  it.each(keys)('sort=%s: every record once, null last, equal ones in the order of the list', async (sort) => {
    const { total } = pageOf(await call({ per_page: 1 })).pagination;
    expect(total).toBeGreaterThan(1);
    const perPage = parts(total);
    const byPage = await walk(sort, 'page', perPage);
    for (const [i, entry] of byPage.entries()) {
      if (i === 0) continue;
      expect(side(valueOf(byPage[i - 1], sort), valueOf(entry, sort), sort)).toBeLessThanOrEqual(0);
    }
    // The journal has more records with each page that is read of it.
    if (isJournal(operation.name)) return;
    expect(new Set(byPage.map((entry) => JSON.stringify(entry))).size).toBe(byPage.length);
    expect(await walk(sort, 'link', perPage)).toEqual(byPage);
    expect(await walk(sort, 'cursor', perPage)).toEqual(byPage);
    if (total > 200) return;
    const plain = await walk(undefined, 'page', perPage);
    const stable = plain.toSorted((a, b) => side(valueOf(a, sort), valueOf(b, sort), sort));
    expect(byPage).toEqual(stable);
  });

  it('goes back by cursor to where it came from', async () => {
    const sort = keys.at(-1);
    const controls = { sort, per_page: 2, pagination_style: 'cursor' };
    const first = pageOf(await call(controls));
    const second = pageOf(await call({ ...controls, cursor: first.pagination.nextCursor }));
    expect(second.data.length).toBeGreaterThan(0);
    if (isJournal(operation.name)) return;
    const back = pageOf(await call({ ...controls, cursor: second.pagination.prevCursor }));
    expect(back.data).toEqual(first.data);
  });

  it('answers the same over tRPC, and on a server of its own', async () => {
    const sort = keys
      .toReversed()
      .filter((key, i) => i % 2 === 0)
      .join(',');
    const answer = await call({ sort });
    expect(answer.status).toBe(200);
    if (isJournal(operation.name)) return;
    expect((await call({ sort }, { over: trpc })).value).toEqual(answer.value);
    expect((await call({ sort }, { of: twin })).text).toBe(answer.text);
  });

  if (operation.meta.scope === 'sandbox') {
    it('is cut by a forced malformed', async () => {
      const [sort] = keys;
      const whole = await call({ sort });
      const cut = await call({ sort }, { query: 'simulate_error=malformed' });
      expect(cut.status).toBe(200);
      expect(whole.text.startsWith(cut.text)).toBe(true);
      expect(cut.text.length).toBeLessThan(whole.text.length);
    });
  }

  it('binds a cursor to its sort', async () => {
    const [up, down] = keys;
    const controls = { per_page: 1, pagination_style: 'cursor' };
    const sortedCursor = pageOf(await call({ ...controls, sort: up })).pagination.nextCursor;
    const plainCursor = pageOf(await call(controls)).pagination.nextCursor;
    const wrong = [
      { ...controls, sort: down, cursor: sortedCursor },
      { ...controls, cursor: sortedCursor },
      { ...controls, sort: up, cursor: plainCursor },
    ];
    for (const input of wrong) {
      const answer = await call(input);
      expect(answer.status).toBe(400);
      expect(answer.problem).toMatchObject({ kind: 'invalid_cursor' });
    }
    expect((await call({ ...controls, sort: up, cursor: sortedCursor })).status).toBe(200);
  });

  const [key = ''] = operation.meta.sorts;
  const wrong = [
    '',
    ',',
    '-',
    'nothing',
    'constructor',
    `${key},`,
    `,${key}`,
    `${key} `,
    `--${key}`,
    `+${key}`,
    key.toUpperCase(),
  ];
  it.each([...wrong, `${key},${key}`, `${key},-${key}`])(
    'refuses sort=%j, and says which keys there are',
    async (sort) => {
      for (const over of transports) {
        const answer = await call({ sort }, { over });
        expect(answer.status).toBe(400);
        expect(faultNames(answer)).toEqual(['sort']);
        const { errors } = answer.problem as { errors: { code: string; detail: string }[] };
        const [fault] = errors;
        expect(fault?.code).toBe('invalid_format');
        expect(fault?.detail).toContain(operation.meta.sorts.join(', '));
      }
    },
  );

  it('refuses two of them', async () => {
    const answer = await call({}, { query: `sort=${key}&sort=${key}` });
    expect(answer.status).toBe(400);
    expect(faultNames(answer)).toEqual(['sort']);
  });
});

describe.each(others)('$name', (operation) => {
  it('knows no sort', () => expect(Object.keys(operation.input.shape)).not.toContain('sort'));
});
