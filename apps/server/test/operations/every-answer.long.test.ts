/** Every operation that declares a status or takes a merge patch: of our domains, and of one that has each of them. */
import { type Operation } from '@understudy/contract';
import { freshInput, prepareCall, sampleOptions } from '@understudy/tooling/operations';
import { kindsOfOperation, someOfEach } from '@understudy/tooling/sample';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { AnswerCheck } from '../openapi/answer-check.js';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';
import { inThisProcess } from '../replicas/in-process.js';
import { tokenOf } from '../social/network.js';
import { eachServer, inProcess, inSandbox, jsonAt, jsonRequest, overSocket, type TestServer } from '../support.js';
import { lodge } from './crud-domain.js';
import { rooms } from './fixture-domain.js';
import { type CallOptions, type Transport, type TransportAnswer, transports } from './transport.js';
import { openOnce } from '../use.js';
import { postgresBackend } from '../stores/stores.js';

/** Ours are finished when they are first asked for: most tests start a server of their own. */
const deferred = apiOf([...builtinDomains, rooms, lodge]);
const serves = await deferred.whole();
const operations = [...serves.operations.values()];
/** The control API takes part in no simulation. */
const simulated = operations.filter(({ meta }) => meta.scope === 'sandbox');
const declared = simulated.filter(({ meta }) => meta.status !== 200 || meta.patch !== undefined);
const writing = declared.filter(({ method }) => method !== 'GET');
/** One of each kind: what is around a handler sees no difference between the others. */
const sampled = someOfEach(declared, kindsOfOperation);

const [rest, trpc] = transports;
const given = { serves: deferred };
const hosts = [
  ['in process', () => inProcess(given)],
  ['over a socket', () => overSocket(given)],
] as const;

type Asked = Pick<TestServer, 'fetch'>;

/** How an operation is called. */
interface How extends CallOptions {
  readonly over?: Transport;
  readonly key?: string;
  /** What it is called with again: a sample made anew may be of another record. */
  readonly again?: Awaited<ReturnType<typeof prepared>>;
}

/** What an operation is called with. A token is the same each time, and nothing is written for it, as a login would. */
async function prepared(on: Asked, operation: Operation) {
  if (!['bearer', 'member'].includes(operation.meta.credential)) return prepareCall(on.fetch, operation);
  const headers = { authorization: `Bearer ${await tokenOf(on, 1)}` };
  return { input: await freshInput(on.fetch, operation), headers };
}

/** Calls an operation with its sample input; a patch changes all that it can. */
async function call(
  on: Asked,
  operation: Operation,
  { over = rest, key, again, ...how }: How = {},
): Promise<TransportAnswer> {
  const { input, headers } = again ?? (await prepared(on, operation));
  const body = operation.meta.patch === undefined ? input : { ...input, ...sampleOptions(operation) };
  const own = { ...headers, ...how.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  // The transports ask for a server of the tests, and use no more of it than this.
  return over.call(on as TestServer, operation, body, { ...how, headers: own });
}

/** What of an answer a replay must repeat. */
function repeated({ status, headers, text }: TransportAnswer) {
  const said = (name: string) => headers.get(name);
  return { status, text, location: said('location'), retryAfter: said('retry-after'), type: said('content-type') };
}

const counted = (operation: Operation): boolean => operation.meta.status === 201 || operation.meta.status === 202;

/** Whether its answers name an address: a request that was pushed is at none that anyone could read (RFC 9126 §2.2). */
const located = (operation: Operation): boolean => counted(operation) && operation.name !== 'oauth.pushRequest';

/** What the address of an answer answers: whoever lacks the token of a registration is told nothing of it. */
const foundAt = ({ name }: Operation): number => (name === 'oauth.registerClient' ? 401 : 200);

/** The document of all these operations, and what checks answers by it: both are made once. */
let document: OpenApiDocument;
let check: AnswerCheck;
beforeAll(async () => {
  await using server = await inProcess(given);
  document = await jsonAt(server, '/openapi.json');
  check = new AnswerCheck(document);
});

it('has operations of every status, and one that takes a patch', () => {
  expect(new Set(declared.map(({ meta }) => meta.status))).toEqual(new Set([200, 201, 202, 204]));
  expect(declared.some(({ meta }) => meta.patch === 'merge')).toBe(true);
});

/** Expects the answer that an operation declares, with what goes with its status. */
async function expectDeclared(server: TestServer, operation: Operation): Promise<void> {
  const { status } = operation.meta;
  const answer = await call(server, operation);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  if (status === 204) {
    expect(answer.text).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'content-encoding', 'transfer-encoding']) {
      expect(answer.headers.get(name), name).toBeNull();
    }
  } else {
    expect(operation.output.parse(answer.value)).toEqual(answer.value);
  }
  const location = answer.headers.get('location');
  expect(location !== null).toBe(located(operation));
  if (location !== null) expect(location.startsWith(`${server.origin}/api/`)).toBe(true);
  const seconds = ['food.placeOrder', 'rooms.cleanRoom'].includes(operation.name) ? '30' : '2';
  expect(answer.headers.get('retry-after')).toBe(status === 202 ? seconds : null);
}

describe.each(hosts)('%s', (host, start) => {
  describe.each(host === 'in process' ? declared : sampled)('$name', (operation) => {
    const { status } = operation.meta;
    const server = eachServer(start);

    it('answers its status, and what goes with it', () => expectDeclared(server, operation));

    it('gives a location that leads somewhere, in a sandbox into that', async () => {
      const mine = inSandbox(server, '/sandboxes/mine');
      const location = (await call(mine, operation)).headers.get('location');
      if (location === null) return;
      expect(location.startsWith(`${server.origin}/sandboxes/mine/api/`)).toBe(true);
      const { headers } = await prepared(mine, operation);
      const found = await server.fetch(location.slice(server.origin.length), { headers });
      expect(found.status).toBe(foundAt(operation));
    });

    it('answers HEAD as it answers GET', async () => {
      const { path, method } = operation;
      if (method !== 'GET') return;
      const answer = await server.fetch(path.replace('{room_id}', 'room_0001'), { method: 'HEAD' });
      expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([status, '', null]);
    });

    it('is 200 over tRPC, with the value alone', async () => {
      const answer = await call(server, operation, { over: trpc });
      expect(answer.status).toBe(200);
      expect(operation.output.parse(answer.value)).toEqual(answer.value);
      if (status === 204) expect(answer.text).toBe('{"result":{"data":null}}');
      expect([answer.headers.get('location'), answer.headers.get('retry-after')]).toEqual([null, null]);
    });

    it('writes its own status into journal and log', async () => {
      const own = await inProcess({ ...given, log: 'json' });
      await call(own, operation);
      const journal = await (await own.fetch('/sandboxes/default/requests')).json();
      const entry = { operation: operation.name, method: operation.method, status };
      expect(journal).toMatchObject({ data: expect.arrayContaining([expect.objectContaining(entry)]) });
      await own.close();
      expect(own.lines.join('')).toContain(`"status":${status}`);
    });
  });
});

describe.each(sampled)('$name', (operation) => {
  const { status } = operation.meta;
  const server = eachServer(inProcess, given);

  it('checks paging controls, which have no effect', async () => {
    const plain = await call(server, operation, { query: 'simulate_error=malformed' });
    const paged = 'page=3&per_page=1&pagination_style=link&q=nothing';
    const same = await call(server, operation, { query: `simulate_error=malformed&${paged}` });
    expect(same.text).toBe(plain.text);
    const answer = await call(server, operation, { query: paged });
    expect([answer.status, answer.headers.get('link')]).toEqual([status, null]);
    expect((await call(server, operation, { query: 'page=0' })).status).toBe(400);
  });

  it('lets pages read what its head says', async () => {
    const headers = { origin: 'https://allowed.example' };
    for (const query of ['', 'cors=restrict', 'cors=preflight']) {
      await using own = await inProcess(given);
      const answer = await call(own, operation, { query, headers });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/Accept-Patch.*Location.*Retry-After/);
    }
  });
});

describe.each(declared)('$name', (operation) => {
  const { status } = operation.meta;
  const server = eachServer(inProcess, given);

  it('is documented as it is answered', async () => {
    const { method, path, meta } = operation;
    const answers = [await call(server, operation)];
    if (method === 'POST' && status === 201) answers.push(await call(server, operation));
    if (meta.patch !== undefined) {
      answers.push(await call(server, operation, { headers: { 'content-type': 'application/json-patch+json' } }));
    }
    for (const { text, headers, status: came } of answers) {
      expect(check.faults({ method, path, status: came, headers, text })).toEqual([]);
    }
    const found = document.paths[path]?.[method.toLowerCase()];
    const { responses = {}, requestBody } = found ?? {};
    const successes = Object.keys(responses).filter((code) => code.startsWith('2'));
    expect(successes).toEqual(status === 201 ? ['200', '201'] : [String(status)]);
    if (status === 204) expect(Object.keys(responses['204'] ?? {})).toEqual(['description', 'headers']);
    if (meta.patch === undefined) return;
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/merge-patch+json', 'application/json']);
  });
});

/** Clients have a credential, or an id, of their own each time they are made for a sample. */
const isOfClient = ({ name }: Operation): boolean => name.startsWith('oauth.');

it.each(writing.filter((operation) => sampled.includes(operation) && !isOfClient(operation)))(
  '$name under a key repeats its answer in another sandbox that has the same snapshot, with its own address',
  async (operation) => {
    await using server = await inProcess(given);
    const sent = await prepared(server, operation);
    const first = await call(server, operation, { key: 'once', again: sent });
    const snapshot = await jsonAt(server, '/sandboxes/default/snapshot');
    await server.fetch('/sandboxes/copy/snapshot', jsonRequest('PUT', snapshot));
    const answer = await call(inSandbox(server, '/sandboxes/copy'), operation, { key: 'once', again: sent });
    // A token of one sandbox is worth nothing in another.
    if (operation.meta.credential === 'member' || operation.meta.credential === 'bearer')
      return expect(answer.status).toBe(401);
    const { location, ...expected } = repeated(first);
    const address = location?.replace('/api/', '/sandboxes/copy/api/') ?? null;
    expect(repeated(answer)).toEqual({ ...expected, location: address });
  },
);

describe('two replicas at once', () => {
  const database = openOnce(postgresBackend);
  const replicas = [0, 1].map(() => openOnce(() => inThisProcess(database.address, {}, deferred)));

  const inEach = (name: string): Asked[] => replicas.map((replica) => inSandbox(replica, `/sandboxes/${name}`));

  // The sample of a client that is deleted makes another one, where it is asked for after that.
  const repeatable = someOfEach(writing, kindsOfOperation).filter(({ name }) => name !== 'oauth.deleteClient');
  it.each(repeatable)('$name happens once under a key, and both have the same answer', async (operation) => {
    const name = operation.name.replace('.', '-').toLowerCase();
    const answers = await Promise.all(inEach(name).map((on) => call(on, operation, { key: 'once' })));
    const [one, two] = answers.map(repeated);
    expect(one).toEqual(two);
    expect(one?.status).toBe(operation.meta.status);
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed')).toSorted()).toEqual([null, 'true']);
  });

  it.each([
    ['rooms.createRoom', [200, 201]],
    ['rooms.putRoom', [200, 201]],
    ['rooms.cleanRoom', [202, 202]],
    ['rooms.deleteRoom', [204, 404]],
    ['rooms.updateRoom', [200, 200]],
    ['lodge.createCabin', [201, 201]],
    ['lodge.updateCabin', [200, 200]],
    ['lodge.deleteCabin', [204, 404]],
  ])('%s without a key is answered %j', async (name, expected) => {
    const operation = writing.find((one) => one.name === name);
    if (operation === undefined) throw new RangeError(`no operation is ${name}`);
    const on = inEach(`bare-${name.replace('.', '-').toLowerCase()}`);
    const answers = await Promise.all(on.map((replica) => call(replica, operation)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(expected);
    const [one, two] = answers.filter(({ status }) => status < 300);
    // Two equal records are created as two.
    if (two !== undefined && name !== 'lodge.createCabin') expect(one?.text).toBe(two.text);
  });
});

it.each(writing.filter(located))(
  '$name names its location below the path that the API is served at',
  async (operation) => {
    await using server = await inProcess({ ...given, base: '/v1' });
    const served = { ...operation, path: operation.path.replace('/api', '/v1') as `/${string}` };
    // What samples need is made below that path too.
    const based: Asked = { fetch: (path, init) => server.fetch(path.replace(/^\/api\//, '/v1/'), init) };
    const location = (await call(based, served)).headers.get('location') ?? '';
    expect(location.startsWith(`${server.origin}/v1/`)).toBe(true);
    const { headers } = await prepared(based, operation);
    const found = await server.fetch(location.slice(server.origin.length), { headers });
    expect(found.status).toBe(foundAt(operation));
  },
);

it('a 201 is 200 where the record was there already, at the same location', async () => {
  const creating = declared.filter(({ name, meta }) => meta.status === 201 && name.startsWith('rooms.'));
  for (const operation of creating) {
    await using server = await inProcess(given);
    const [first, second] = [await call(server, operation), await call(server, operation)];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(repeated(second)).toEqual({ ...repeated(first), status: 200 });
  }
});

it('a read says when to ask again, until it is done', async () => {
  await using server = await inProcess(given);
  const clean = () => server.fetch('/api/rooms/room_0001/cleaning');
  const json = { 'content-type': 'application/json' };
  await server.fetch('/api/rooms/room_0001/cleaning', jsonRequest('POST', {}));
  expect((await clean()).headers.get('retry-after')).toBe('30');
  const body = JSON.stringify({ action: 'advance', seconds: 29.5 });
  expect((await server.fetch('/sandboxes/default/clock', { method: 'POST', headers: json, body })).status).toBe(200);
  expect((await clean()).headers.get('retry-after')).toBe('1');
  await server.fetch('/sandboxes/default/clock', { method: 'POST', headers: json, body });
  expect((await clean()).headers.get('retry-after')).toBeNull();
});
