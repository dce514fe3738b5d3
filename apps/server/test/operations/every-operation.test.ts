/** Every operation of the contract through every control, over REST and tRPC, in process and over a socket. */
import { contract, type Operation, problem, simulatedErrors } from '@understudy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, type TestServer } from '../support.js';
import { sampleFilters, sampleInput } from './sample.js';
import { type TransportAnswer, transports } from './transport.js';

const operations = Object.values(contract).flatMap((domain) => Object.values<Operation>(domain));

/** What each forced failure must bring: status and headers (api.md, "Forced failures"). */
const failures: Record<string, { status: number; headers: Record<string, string> }> = {
  rate_limit: {
    status: 429,
    headers: {
      'retry-after': '1',
      'ratelimit-policy': '"default";q=60;w=60',
      ratelimit: '"default";r=0;t=1',
    },
  },
  server_error: { status: 500, headers: {} },
  not_found: { status: 404, headers: {} },
  unauthorized: {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="understudy", error="invalid_token"' },
  },
  forbidden: {
    status: 403,
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  },
  bad_request: { status: 400, headers: {} },
  service_unavailable: { status: 503, headers: { 'retry-after': '1' } },
  timeout: { status: 504, headers: {} },
};

/** Values that a control in the URL refuses, over both transports. */
const badCallControls = [
  ['delay', ['-1', '10.001', '11', 'abc', '', ' 1', '1e1', '0x1', 'NaN']],
  ['simulate_error', ['nope', '', 'RATE_LIMIT']],
  ['cors', ['open', '']],
] as const;

/** Values that a paging control in the URL refuses, on every route. */
const badPagingControls = [
  ['page', ['0', '-1', '1.5', 'abc', '', ' 1', '1e1', '0x10', '99999999999999999999']],
  ['per_page', ['0', '51', '2.5', 'ten', '']],
  ['pagination_style', ['offset', '']],
] as const;

function faultNames(answer: TransportAnswer): unknown[] {
  const errors = answer.problem?.['errors'] as { parameter?: string; pointer?: string }[];
  return errors.map((fault) => fault.parameter ?? fault.pointer);
}

/** What the lists of an operation's domain count: it shows whether something was written. */
async function counts(server: TestServer): Promise<unknown[]> {
  const lists = operations.filter((one) => one.answers === 'list');
  return Promise.all(
    lists.map(async (list) => {
      const { value } = await transports[0]!.call(server, list, sampleInput(list));
      return (value as { pagination: { total: number } }).pagination.total;
    }),
  );
}

describe.each(hosts)('%s', (_host, start) => {
  describe.each(transports)('$name', (transport) => {
    describe.each(operations)('$name', (operation) => {
      let server: TestServer;
      const input = sampleInput(operation);
      const call = (query = '', more: Record<string, unknown> = {}) =>
        transport.call(server, operation, { ...input, ...more }, { query });

      beforeAll(async () => {
        server = await start();
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

      it.each(badCallControls.flatMap(([name, values]) => values.map((value) => [name, value])))(
        'refuses %s=%j',
        async (name, value) => {
          const answer = await call(`${name}=${encodeURIComponent(value)}`);
          expect(answer.status).toBe(400);
          expect(problem.parse(answer.problem).kind).toBe('bad_request');
          expect(faultNames(answer)).toEqual([name]);
        },
      );

      it('refuses a control given twice', async () => {
        const answer = await call('delay=0&delay=0&cors=restrict&cors=restrict');
        expect(answer.status).toBe(400);
        expect(faultNames(answer)).toEqual(['delay', 'cors']);
      });

      it('lists all faults in the controls at once', async () => {
        const answer = await call('delay=11&simulate_error=nope&cors=no');
        expect(answer.status).toBe(400);
        expect(faultNames(answer)).toEqual(['delay', 'simulate_error', 'cors']);
      });

      if (transport.name === 'REST') {
        it.each(badPagingControls.flatMap(([name, values]) => values.map((value) => [name, value])))(
          'refuses %s=%j, also where it has no effect',
          async (name, value) => {
            const answer = await transport.call(server, operation, input, {
              query: `${name}=${encodeURIComponent(value)}`,
            });
            expect(answer.status).toBe(400);
            expect(faultNames(answer)).toEqual([name]);
          },
        );
      } else if (operation.answers === 'list') {
        it('refuses paging controls of wrong values and types, all at once', async () => {
          const wrong = { page: 0, per_page: '10', q: 5, pagination_style: 'offset', cursor: 1 };
          const answer = await call('', wrong);
          expect(answer.status).toBe(400);
          expect(faultNames(answer)).toEqual(Object.keys(wrong));
        });
      }

      it.each(Object.entries(failures))('simulates %s', async (kind, expected) => {
        const before = server.revision();
        const answer = await call(`simulate_error=${kind}`);
        expect(answer.status).toBe(expected.status);
        const body = problem.parse(answer.problem);
        expect(body).toMatchObject({ kind, simulated: true, status: expected.status });
        expect(body.errors?.length ?? 0).toBe(kind === 'bad_request' ? 1 : 0);
        expect(Object.fromEntries(answer.headers)).toMatchObject(expected.headers);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(server.revision()).toBe(before);
      });

      it('simulates malformed: 200, JSON cut in half, with the length of what is sent', async () => {
        const before = server.revision();
        const whole = await call();
        const fresh = await start();
        try {
          // The same call on an unwritten server, so that a write has the same first answer.
          const answer = await transport.call(fresh, operation, input, {
            query: 'simulate_error=malformed',
          });
          expect(answer.status).toBe(200);
          expect(answer.headers.get('content-type')).toContain('application/json');
          const bytes = Buffer.byteLength(answer.text);
          expect(bytes).toBe(Math.floor(Buffer.byteLength(whole.text) / 2));
          expect(answer.headers.get('content-length')).toBe(String(bytes));
          expect(() => JSON.parse(answer.text)).toThrow(SyntaxError);
          expect(whole.text.startsWith(answer.text.slice(0, 20))).toBe(true);
          expect(answer.headers.get('cache-control')).toBe('no-store');
          expect(fresh.revision()).toBe(0);
        } finally {
          await fresh.close();
        }
        expect(before).toBeGreaterThanOrEqual(0);
      });

      it('writes nothing by a forced failure', async () => {
        const fresh = await start();
        try {
          const before = await counts(fresh);
          for (const kind of simulatedErrors) {
            await transport.call(fresh, operation, input, { query: `simulate_error=${kind}` });
          }
          expect(fresh.revision()).toBe(0);
          expect(await counts(fresh)).toEqual(before);
        } finally {
          await fresh.close();
        }
      });

      it('reports the delay asked for, and waits for it', async () => {
        server.waits.length = 0;
        const { value } = await call('delay=2.5');
        if (operation.answers !== 'document') {
          expect(value).toMatchObject({ meta: { delayMs: 2500 } });
        }
        expect(server.waits).toEqual([2500]);
      });

      it('delays failures as well, and a timeout for three seconds unless told otherwise', async () => {
        server.waits.length = 0;
        await call('delay=1&simulate_error=server_error');
        await call('simulate_error=timeout');
        await call('simulate_error=timeout&delay=0.25');
        await call('simulate_error=timeout&delay=0');
        expect(server.waits).toEqual([1000, 3000, 250]);
      });

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
              const place = cursor === undefined ? {} : { cursor };
              const controls = { per_page: perPage, pagination_style: 'cursor', ...place };
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
