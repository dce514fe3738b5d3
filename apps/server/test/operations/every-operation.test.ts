/** Every operation of the contract, over REST and tRPC, in process and over a socket: its answer, its paging, its bad paging. */
import { operations, prepareCall, sampleFilters } from '@understudy/tooling/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, type TestServer } from '../support.js';
import { faultNames, type TransportAnswer, transports } from './transport.js';

/** Values that a paging control in the URL refuses, on every route. */
const badPagingControls = [
  ['page', ['0', '-1', '1.5', 'abc', '', ' 1', '1e1', '0x10', '99999999999999999999']],
  ['per_page', ['0', '51', '2.5', 'ten', '']],
  ['pagination_style', ['offset', '']],
] as const;

describe.each(hosts)('%s', (_host, start) => {
  describe.each(transports)('$name', (transport) => {
    describe.each(operations)('$name', (operation) => {
      let server: TestServer;
      const call = async (query = '', more: Record<string, unknown> = {}) => {
        const { input, headers } = await prepareCall(server.fetch, operation);
        // As the client does: else an authorization request with all its parameters is a browser's.
        const accept = { accept: 'application/json', ...headers };
        return transport.call(server, operation, { ...input, ...more }, { query, headers: accept });
      };

      beforeAll(async () => {
        server = await start();
        await fill(server);
      });
      afterAll(() => server.close());

      it('answers 200 with what the contract declares, and nothing else', async () => {
        const { status, value } = await call();
        expect(status).toBe(200);
        expect(operation.output.parse(value)).toEqual(value);
      });

      it('accepts every filter with its example', async () => {
        const { status, value } = await call('', sampleFilters(operation));
        expect(status).toBe(200);
        expect(operation.output.parse(value)).toEqual(value);
      });

      if (transport.name === 'REST') {
        it.each(badPagingControls.flatMap(([name, values]) => values.map((value) => [name, value])))(
          'refuses %s=%j, also where it has no effect',
          async (name, value) => {
            const answer = await call(`${name}=${encodeURIComponent(value)}`);
            expect(answer.status).toBe(400);
            expect(faultNames(answer)).toEqual([name]);
          },
        );
      } else if (operation.answers === 'list') {
        it('refuses paging controls of wrong values and types, all at once', async () => {
          const values = { page: 0, per_page: '10', q: 5, pagination_style: 'offset', cursor: 1 };
          // A list that cannot be searched has no q.
          const own = Object.entries(values).filter(([name]) => name in operation.input.shape);
          const wrong = Object.fromEntries(own);
          const answer = await call('', wrong);
          expect(answer.status).toBe(400);
          expect(faultNames(answer)).toEqual(Object.keys(wrong));
        });
      }

      if (operation.answers === 'list') {
        it('walks the same records in the same order in all three styles', async () => {
          const first = await call('', { per_page: 50 });
          const { total } = (first.value as { pagination: { total: number } }).pagination;
          expect(total).toBeGreaterThan(0);
          const perPage = Math.min(50, Math.max(1, Math.ceil(total / 7)));
          const limit = Math.min(total, perPage * 12);
          const byPage = await walkPages('page');
          expect(byPage.length).toBe(limit);
          expect(new Set(byPage).size).toBe(limit);
          expect(await walkPages('link')).toEqual(byPage);
          expect(await walkCursors()).toEqual(byPage);

          async function walkPages(style: string): Promise<string[]> {
            const ids: string[] = [];
            for (let page = 1; ids.length < limit; page++) {
              const answer = await call('', { per_page: perPage, page, pagination_style: style });
              ids.push(...idsOf(answer));
            }
            return ids.slice(0, limit);
          }

          async function walkCursors(): Promise<string[]> {
            const ids: string[] = [];
            let cursor: string | undefined;
            while (ids.length < limit) {
              const position = cursor === undefined ? {} : { cursor };
              const controls = { per_page: perPage, pagination_style: 'cursor', ...position };
              const answer = await call('', controls);
              ids.push(...idsOf(answer));
              const { pagination } = answer.value as {
                pagination: { nextCursor: string | null; hasMore: boolean };
              };
              expect(pagination.hasMore).toBe(pagination.nextCursor !== null);
              if (pagination.nextCursor === null) break;
              cursor = pagination.nextCursor;
            }
            return ids.slice(0, limit);
          }
        });

        it('answers a page past the end with no records and the true totals', async () => {
          const { status, value } = await call('', { page: 1_000_000 });
          expect(status).toBe(200);
          const { data, pagination } = value as {
            data: unknown[];
            pagination: { page: number; total: number };
          };
          expect(data).toEqual([]);
          expect(pagination.page).toBe(1_000_000);
          expect(pagination.total).toBeGreaterThan(0);
        });
      }
    });
  });
});

function idsOf(answer: TransportAnswer): string[] {
  return (answer.value as { data: { id: string }[] }).data.map(({ id }) => id);
}

/** Makes what has no seeded records: requests for the journal, and webhook registrations. */
async function fill(server: TestServer): Promise<void> {
  for (let i = 1; i <= 9; i++) {
    const body = JSON.stringify({ url: `http://127.0.0.1:3000/${i}`, events: ['payment_intent.succeeded'] });
    const headers = { 'content-type': 'application/json' };
    await server.fetch('/api/webhooks/register', { method: 'POST', body, headers });
  }
}
