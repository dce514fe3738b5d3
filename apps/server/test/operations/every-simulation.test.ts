/** Every operation on a sandbox through every control that acts on a call, over REST and tRPC, in process and over a socket. */
import { problem, simulatedErrors } from '@understudy/contract';
import { operations, prepareCall, sampleInput } from '@understudy/tooling/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, type TestServer } from '../support.js';
import { faultNames, transports } from './transport.js';

const simulated = operations.filter(({ meta }) => meta.scope === 'sandbox');

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

/** What the lists of an operation's domain count: it shows whether something was written. */
async function counts(server: TestServer): Promise<unknown[]> {
  const lists = simulated.filter(({ answers }) => answers === 'list');
  const [rest] = transports;
  return Promise.all(
    lists.map(async (list) => {
      const { value } = await rest.call(server, list, sampleInput(list));
      return (value as { pagination: { total: number } }).pagination.total;
    }),
  );
}

describe.each(hosts)('%s', (_host, start) => {
  describe.each(transports)('$name', (transport) => {
    describe.each(simulated)('$name', (operation) => {
      let server: TestServer;
      const call = async (query = '') => {
        const { input, headers } = await prepareCall(server.fetch, operation);
        return transport.call(server, operation, input, { query, headers });
      };
      /** A call that is answered before anybody asks who calls. */
      const callAsNobody = (query: string) => transport.call(server, operation, sampleInput(operation), { query });

      beforeAll(async () => {
        server = await start();
      });
      afterAll(() => server.close());

      it.each(badCallControls.flatMap(([name, values]) => values.map((value) => [name, value])))(
        'refuses %s=%j',
        async (name, value) => {
          const answer = await callAsNobody(`${name}=${encodeURIComponent(value)}`);
          expect(answer.status).toBe(400);
          expect(problem.parse(answer.problem).kind).toBe('bad_request');
          expect(faultNames(answer)).toEqual([name]);
        },
      );

      it('refuses a control given twice', async () => {
        const answer = await callAsNobody('delay=0&delay=0&cors=restrict&cors=restrict');
        expect(answer.status).toBe(400);
        expect(faultNames(answer)).toEqual(['delay', 'cors']);
      });

      it('lists all faults in the controls at once', async () => {
        const answer = await callAsNobody('delay=11&simulate_error=nope&cors=no');
        expect(answer.status).toBe(400);
        expect(faultNames(answer)).toEqual(['delay', 'simulate_error', 'cors']);
      });

      it.each(Object.entries(failures))('simulates %s', async (kind, expected) => {
        const before = server.revision();
        const answer = await callAsNobody(`simulate_error=${kind}`);
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
        const whole = await call();
        const fresh = await start();
        try {
          // The same call on an unwritten server, so that a write has the same first answer.
          const { input, headers } = await prepareCall(fresh.fetch, operation);
          const before = fresh.revision();
          const answer = await transport.call(fresh, operation, input, { query: 'simulate_error=malformed', headers });
          expect(answer.status).toBe(200);
          expect(answer.headers.get('content-type')).toContain('application/json');
          const bytes = Buffer.byteLength(answer.text);
          expect(bytes).toBe(Math.floor(Buffer.byteLength(whole.text) / 2));
          expect(answer.headers.get('content-length')).toBe(String(bytes));
          expect(() => JSON.parse(answer.text)).toThrow(SyntaxError);
          expect(whole.text.startsWith(answer.text.slice(0, 15))).toBe(true);
          expect(answer.headers.get('cache-control')).toBe('no-store');
          expect(fresh.revision()).toBe(before);
        } finally {
          await fresh.close();
        }
      });

      it('writes nothing by a forced failure', async () => {
        const fresh = await start();
        try {
          const { input, headers } = await prepareCall(fresh.fetch, operation);
          const before = { revision: fresh.revision(), counts: await counts(fresh) };
          for (const kind of simulatedErrors) {
            await transport.call(fresh, operation, input, { query: `simulate_error=${kind}`, headers });
          }
          expect({ revision: fresh.revision(), counts: await counts(fresh) }).toEqual(before);
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

      it('delays failures as well, and a timeout for three seconds unless asked otherwise', async () => {
        server.waits.length = 0;
        await callAsNobody('delay=1&simulate_error=server_error');
        await callAsNobody('simulate_error=timeout');
        await callAsNobody('simulate_error=timeout&delay=0.25');
        await callAsNobody('simulate_error=timeout&delay=0');
        expect(server.waits).toEqual([1000, 3000, 250]);
      });
    });
  });
});
