/** Every operation, and every control and error kind on one of each kind of operation, in this process and over a socket. */
import { type Controls, type Operation, paginationStyles, problemKinds, simulatedErrors } from '@understudy/contract';
import { operations as all } from '@understudy/tooling/operations';
import { patient } from '@understudy/tooling/patience';
import { isExhaustive, kindsOfOperation, oneOfEach, someOfEach } from '@understudy/tooling/sample';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type Fetch, isApiError, type SimulatedError } from '../src/index.js';
import { validator } from '../src/validate.js';
import { asGiven, askIn, type Asking, clientFor, inputOf, isControl, isKeyed, methodOf } from './operations.js';
import { byRequest, baseUrl as here, failureOf, json, noWaiting, realServer, recorded, type Sent } from './server.js';

/** Streams and lines have no one answer; they have suites of their own. */
const operations = all.filter(({ answers: shape }) => shape !== 'stream' && shape !== 'lines');

/** One of each kind: the client tells the others apart by name and path alone, which their first answer proves. */
const sampled = oneOfEach(operations, kindsOfOperation);

const rowsOf = (some: readonly Operation[]) => some.map((operation) => [operation.name, operation] as const);

/** Over a socket the same answers come, each shape of them by the same code. */
const overSocket = someOfEach(operations, ({ method, answers }) => [method, answers]);

const tried = {
  'in process': { answered: operations, controlled: isExhaustive ? operations : overSocket },
  'over a socket': {
    answered: someOfEach(operations, kindsOfOperation),
    controlled: isExhaustive ? overSocket : overSocket.slice(0, 1),
  },
};

/** A client in a sandbox of its own, and what it sends. */
interface Setup extends Asking {
  readonly sent: readonly Sent[];
  /** The same in another sandbox: what is done once, such as a payment, is refused the second time. */
  readonly anew: () => Promise<Setup>;
}

let server: SpawnedServer;
let sandboxes = 0;
const inProcess = realServer().fetch;

beforeAll(async () => {
  server = await spawnServer();
});
afterAll(() => server.stop());

const transports = {
  'in process': () => ({ baseUrl: here, fetch: inProcess }),
  'over a socket': () => ({ baseUrl: server.origin, fetch: byRequest(fetch) }),
};

/** Goes to a new sandbox with the credential of an operation; no answer breaks the contract unseen. */
async function setUp(operation: Operation, transport: keyof typeof transports): Promise<Setup> {
  const { baseUrl, fetch } = transports[transport]();
  const recorder = recorded(fetch);
  sandboxes += 1;
  const sandbox = `every-${sandboxes}`;
  const options = { validate: validator('throw'), timeoutMs: patient(10_000), ...noWaiting() };
  const plain = createClient({ baseUrl, fetch: recorder.fetch, sandbox, ...options });
  await plain.education.getCourse({ course_id: 'crs_0001' });
  const ask = askIn(sandbox, { baseUrl, fetch });
  const api = await clientFor(operation, { api: plain, ask });
  return { api, ask, sent: recorder.sent, anew: () => setUp(operation, transport) };
}

/** Calls an operation with an input it takes, and gives what came, and the query it was sent with. */
async function called(setup: Setup, operation: Operation, controls: object, more: object = {}) {
  const { sent } = setup;
  const given = asGiven(await inputOf(operation, setup), controls);
  // A client that has deleted its registration has another token when it has registered again.
  const isRegistered = operation.meta.credential === 'registration';
  const api = isRegistered ? await clientFor(operation, setup) : setup.api;
  const from = sent.length;
  const answer = await methodOf(api, operation)({ ...given.input, ...more }, given.controls).withResponse();
  return { ...answer, queries: sent.slice(from).map(({ url }) => url.searchParams), requests: sent.slice(from) };
}

/** What to try of each control of the contract; a control without a row does not compile. */
const controlRows: Readonly<Record<keyof Controls, (setup: Setup, operation: Operation) => Promise<void>>> = {
  page: async (setup, operation) => {
    if (operation.answers !== 'list') return;
    const { data, queries } = await called(setup, operation, {}, { page: 1_000_000 });
    expect(data).toEqual([]);
    expect(queries[0]?.get('page')).toBe('1000000');
  },
  per_page: async (setup, operation) => {
    if (operation.answers !== 'list') return;
    const { pagination, queries } = await called(setup, operation, {}, { per_page: 1 });
    expect(pagination).toMatchObject({ perPage: 1 });
    expect(queries[0]?.get('per_page')).toBe('1');
  },
  q: async (setup, operation) => {
    if (operation.answers !== 'list') return;
    const { data, queries } = await called(setup, operation, {}, { q: 'no record says this' });
    expect(queries[0]?.get('q')).toBe('no record says this');
    if (operation.meta.searches.length > 0) expect(data).toEqual([]);
  },
  pagination_style: async (setup, operation) => {
    for (const paginationStyle of paginationStyles) {
      const { queries } = await called(await setup.anew(), operation, { paginationStyle });
      const isSent = !isControl(operation) || operation.answers === 'list';
      if (isSent) expect(queries[0]?.get('pagination_style')).toBe(paginationStyle);
    }
  },
  delay: async (setup, operation) => {
    const { queries, meta } = await called(setup, operation, { delay: 0.002 });
    expect(queries[0]?.get('delay') ?? null).toBe(isControl(operation) ? null : '0.002');
    if (operation.answers === 'list') expect(meta).toMatchObject({ delayMs: isControl(operation) ? 0 : 2 });
  },
  cors: async (setup, operation) => {
    for (const cors of ['restrict', 'preflight'] as const) {
      // Without an Origin nothing is refused.
      const { queries } = await called(await setup.anew(), operation, { cors });
      expect(queries[0]?.get('cors') ?? null).toBe(isControl(operation) ? null : cors);
    }
  },
  simulate_error: async (setup, operation) => {
    // Half a file is a file.
    const kinds = simulatedErrors.filter((kind) => kind !== 'malformed' || operation.answers !== 'file');
    for (const kind of kinds) await forced(setup, operation, kind, { simulateError: kind, delay: 0 });
  },
  fault: async (setup, operation) => {
    const { queries } = await called(setup, operation, { fault: { fault: 'delay', ms: 1 } });
    expect(queries[0]?.get('fault') ?? null).toBe(isControl(operation) ? null : 'delay;ms=1');
    for (const kind of ['rate_limit', 'not_found'] as const) await forced(setup, operation, kind, { fault: kind });
  },
};

/** One attempt, and an error of that kind; the control API knows no simulation. */
async function forced(setup: Setup, operation: Operation, kind: SimulatedError, controls: object): Promise<void> {
  if (isControl(operation)) {
    await called(setup, operation, controls);
    return;
  }
  const error = await failureOf(called(setup, operation, controls));
  if (!isApiError(error, kind)) throw new Error(`${operation.name} with ${kind}: ${String(error)}`);
  const { status } = problemKinds[kind];
  expect(error).toMatchObject({ operation: operation.name, status });
  expect(error.attempts).toHaveLength(1);
  expect(error.problem?.simulated).toBe(kind === 'malformed' ? undefined : true);
  expect(error.requestId).toMatch(/^\S+$/);
}

describe.each(Object.keys(transports) as (keyof typeof transports)[])('%s', (transport) => {
  test.each(rowsOf(tried[transport].answered))('%s answers what the contract says', async (_, operation) => {
    const setup = await setUp(operation, transport);
    const { attempts, response } = await called(setup, operation, {});
    const { status } = operation.meta;
    expect(response.status).toBe(status);
    expect(attempts).toEqual([{ status, kind: 'ok', waitMs: 0, retriedBecause: undefined }]);
  });

  describe.each(rowsOf(tried[transport].controlled))('%s', (_, operation) => {
    test.each(Object.entries(controlRows))('%s', async (_name, row) => {
      await row(await setUp(operation, transport), operation);
    });

    test('meets a scenario attempt by attempt, and a write is one write', async () => {
      const setup = await setUp(operation, transport);
      const scenario = ['rate_limit', 'server_error', 'ok'];
      const { attempts, requests } = await called(setup, operation, { scenario });
      const expected = isControl(operation) ? [operation.meta.status] : [429, 500, operation.meta.status];
      expect(attempts.map(({ status }) => status)).toEqual(expected);
      const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
      expect(keys.size).toBe(1);
      expect([...keys].some(Boolean)).toBe(isKeyed(operation));
    });

    test('can be aborted', async () => {
      const setup = await setUp(operation, transport);
      const call = methodOf(setup.api, operation)(await inputOf(operation, setup), { signal: AbortSignal.abort() });
      expect(isApiError(await failureOf(call), 'aborted')).toBe(true);
    });
  });
});

/** Answers that a server may give, by the kind of error that must come of them. */
const answers: Readonly<Record<string, () => Response | Promise<Response>>> = {
  ...Object.fromEntries(
    Object.entries(problemKinds)
      .filter(([kind]) => kind !== 'malformed')
      .map(([kind, { status, title }]) => {
        const problem = {
          type: 'about:blank',
          title,
          status,
          detail: 'so it is',
          instance: '/',
          kind,
          simulated: false,
        };
        return [kind, json(problem, { status })];
      }),
  ),
  malformed: () => new Response('{"data":[{"id":"crs_'),
  network: () => Promise.reject(new TypeError('fetch failed')),
  aborted: () => new Promise(() => undefined),
  unexpected_status: () => new Response('<h1>I am a teapot</h1>', { status: 418 }),
  validation: json({ data: [], meta: {}, pagination: { page: 1 } }),
};

describe('every error kind comes through, whatever the kind of operation', () => {
  test.each(rowsOf(sampled))('%s', async (_, operation) => {
    const given = { baseUrl: here, fetch: inProcess };
    const input = await inputOf(operation, { api: createClient(given), ask: askIn('default', given) });
    for (const [kind, answer] of Object.entries(answers)) {
      // There is nothing to validate.
      if (kind === 'validation' && ['nothing', 'file'].includes(operation.answers)) continue;
      const envelope = {
        list: [],
        record: {},
        written: [{}],
        batch: [],
        document: {},
        stream: null,
        nothing: null,
        lines: null,
        file: null,
      }[operation.answers];
      const empty = json({ data: envelope, meta: {}, pagination: { page: 1 } });
      const fetch: Fetch = async () => (kind === 'validation' ? empty : answer)();
      const validate = () => [{ code: 'odd', detail: 'is odd' }];
      const api = createClient({ baseUrl: here, fetch, retry: 0, ...(kind === 'validation' ? { validate } : {}) });
      const stop = new AbortController();
      const call = methodOf(api, operation)(input, { signal: stop.signal }).withResponse();
      if (kind === 'aborted') stop.abort();
      const error = await failureOf(call);
      if (!isApiError(error)) throw error;
      expect(error.kind).toBe(kind);
      expect(error.attempts).toHaveLength(1);
      if (kind in problemKinds && kind !== 'malformed') expect(error.problem?.kind).toBe(kind);
    }
  });
});
