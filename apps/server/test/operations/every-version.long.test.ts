/** Every operation about a record with versions: its tag, its conditions, and what comes before and after them. */
import { type Operation, simulatedErrors } from '@understudy/contract';
import { prepareCall } from '@understudy/contract/samples';
import { kindsOfOperation, oneOfEach } from '@understudy/tooling/sample';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { inThisProcess } from '../replicas/in-process.js';
import { durableStores } from '../stores/stores.js';
import { type Given, inProcess, jsonRequest, type TestServer } from '../support.js';
import { faultNames, type TransportAnswer, transports } from './transport.js';
import { lodge, lodgeCalls } from './crud-domain.js';
import { boardDomain } from './versioned-domain.js';
import { type Declared, declaredCalls } from './declared-calls.js';
import { openOnce } from '../use.js';

const serves = apiOf([...ourDomains, boardDomain, lodge]);
const calls = { ...declaredCalls, ...lodgeCalls };
/** Their record is over, or what they do to it ends what can be done with it: the suite of their domain tries their conditions. */
const ending = new Set(['commerce.checkOut', 'commerce.cancelOrder', 'food.cancelFoodOrder', 'food.updateFoodOrder']);
const versioned = [...serves.operations.values()].filter(
  ({ name, meta }) => meta.versioned !== undefined && !ending.has(name),
);
const reads = versioned.filter(({ method }) => method === 'GET');
const writes = versioned.filter(({ method }) => method !== 'GET');
const [rest, trpc] = transports;

const rowOf = ({ name }: { readonly name: string }) => {
  const row = calls[name];
  if (row === undefined) throw new Error(`say how ${name} is called`);
  return row;
};

/** One organization, which has all contacts. */
const size = { organizations: 1 };

/** A server whose calls all show an API key of that organization. */
function withKey<Server extends Pick<TestServer, 'fetch'>>(own: Server): Server {
  const authorization = 'Bearer usk_seed_0001';
  const fetch: TestServer['fetch'] = (path, init) =>
    own.fetch(path, { ...init, headers: { authorization, ...Object.fromEntries(new Headers(init?.headers)) } });
  return { ...own, fetch };
}

/** Such a server. */
const started = async (more: Given = {}) => withKey(await inProcess({ serves, size, ...more }));

const server = openOnce(started);

/** Sandboxes differ by their records: each test has a record of its own. */
let next = 3;
const fresh = ({ prefix = '' }: Declared): string => `${prefix}_00${String((next += 1)).padStart(2, '0')}`;
const sandboxed = (base: string, of: TestServer): TestServer => ({
  ...of,
  fetch: (path, init) => of.fetch(base + path, init),
});
let sandboxes = 0;
/** A sandbox that nobody has written to. */
function untouched(of: TestServer = server): TestServer {
  next = 3;
  sandboxes += 1;
  return sandboxed(`/sandboxes/v${sandboxes}`, of);
}

/** What the OpenAPI document says of the headers of answers. */
interface Documented {
  readonly paths: Record<string, Record<string, { responses: Record<string, { headers: Record<string, unknown> }> }>>;
}

type Said = { readonly data: unknown };
const recordIn = ({ value }: TransportAnswer): Record<string, unknown> => {
  const { data } = value as Said;
  return (Array.isArray(data) ? data[0] : data) as Record<string, unknown>;
};
const kindOf = ({ problem }: TransportAnswer): unknown => problem?.['kind'];

const statusesOf = (answers: readonly TransportAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

/** What twenty writers with one tag are answered; a record that one of them has removed is not there for the others. */
function oneOf({ changes, removed = 404 }: Declared, { method, meta }: Operation): number[] {
  const others = method === 'DELETE' ? removed : 412;
  return Array.from({ length: 20 }, (_, index) => (index === 0 || changes !== true ? meta.status : others));
}

describe.each(reads)('$name', (operation) => {
  const row = rowOf(operation);
  const path = row.read?.(`${row.prefix ?? ''}_0001`) ?? '';
  const ask = (headers: Record<string, string> = {}, method = 'GET', query = '') =>
    server.fetch(path + query, { method, headers });

  it('has a strong tag of its version and data, over GET and HEAD, each time it is asked', async () => {
    const tags = new Set<string | null>();
    for (let round = 0; round < 4; round++) {
      for (const method of ['GET', 'HEAD']) tags.add((await ask({}, method)).headers.get('etag'));
      tags.add((await ask({}, 'GET', '?delay=0')).headers.get('etag'));
    }
    expect([...tags]).toEqual([expect.stringMatching(/^"\d+-[0-9a-f]{8}"$/)]);
  });

  it('is never compressed', async () => {
    for (let round = 0; round < 3; round++) {
      const answer = await ask({ 'accept-encoding': 'br, gzip' });
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(answer.headers.get('vary') ?? '').not.toContain('Encoding');
      if (row.isShort !== true) expect((await answer.text()).length).toBeGreaterThan(1024);
    }
  });

  it('is 304 to whoever has it, by weak comparison', async () => {
    const tag = (await ask()).headers.get('etag') ?? '';
    for (const condition of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask({ 'if-none-match': condition }, method);
        expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
      }
    }
    expect((await ask({ 'if-none-match': '"1-00000000"' })).status).toBe(200);
  });

  it.each(simulatedErrors)('has no tag with simulate_error=%s', async (kind) => {
    const answer = await ask({}, 'GET', `?simulate_error=${kind}`);
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(await answer.text())));
  });

  it('shows its tag to pages of other origins, and lets them send a condition', async () => {
    const { headers } = await ask({ origin: 'https://app.example' });
    expect(headers.get('access-control-expose-headers')).toContain('ETag');
    const preflight = await server.fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type, if-match',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('if-match');
  });
});

describe.each(writes)('$name', (operation) => {
  const row = rowOf(operation);
  const isRequired = operation.meta.versioned === 'required';
  const readTag = async (of: TestServer, id: string): Promise<string> => {
    const answer = await of.fetch(row.read?.(id) ?? '');
    await answer.text();
    return answer.headers.get('etag') ?? '';
  };
  const call = (
    of: TestServer,
    id: string,
    { n = 1, over = rest, query = '', headers = {}, ...more }: CallGiven = {},
  ): Promise<TransportAnswer> => over.call(of, operation, { ...row.input(id, n), ...more }, { query, headers });

  interface CallGiven {
    readonly n?: number;
    readonly over?: (typeof transports)[number];
    readonly query?: string;
    readonly headers?: Record<string, string>;
    readonly if_match?: unknown;
    readonly if_none_match?: unknown;
  }

  describe.each(transports)('over $name', (over) => {
    const fine = over === rest ? operation.meta.status : 200;
    const named = over === rest ? 'If-Match' : 'if_match';
    // A member of a body is named by a pointer, one of a query by its name.
    const membersOf = (answer: TransportAnswer) => faultNames(answer).map((name) => String(name).replace(/^#\//, ''));

    it('goes through with the tag of the read, a list that has it, or any', async () => {
      const own = untouched();
      for (const form of [(tag: string) => tag, (tag: string) => `"x", ${tag} ,`, () => '*', () => ' * ']) {
        const id = fresh(row);
        const answer = await call(own, id, { over, if_match: form(await readTag(own, id)) });
        expect([answer.status, answer.problem]).toEqual([fine, undefined]);
      }
    });

    it('is refused with another tag, and with a weak one, which is explained', async () => {
      const own = untouched();
      const id = fresh(row);
      const tag = await readTag(own, id);
      for (const condition of ['"1-00000000"', '"x","y"', `W/${tag}`, '""']) {
        const answer = await call(own, id, { over, if_match: condition });
        expect([answer.status, kindOf(answer)], condition).toEqual([412, 'precondition_failed']);
        expect(answer.headers.get('etag')).toBeNull();
        expect(membersOf(answer)).toEqual([named]);
      }
      const weak = await call(own, id, { over, if_match: `W/${tag}` });
      expect(weak.problem?.['detail']).toContain('weak tags never match');
      expect(await readTag(own, id)).toBe(tag);
    });

    it(isRequired ? 'is refused without a condition' : 'needs no condition', async () => {
      const own = untouched();
      const id = fresh(row);
      const tag = await readTag(own, id);
      const answer = await call(own, id, { over });
      expect([answer.status, kindOf(answer)]).toEqual(isRequired ? [428, 'precondition_required'] : [fine, undefined]);
      if (isRequired) expect(await readTag(own, id)).toBe(tag);
    });

    it.each(['1-abc', '"abc', '"a" "b"', 'w/"a"', '"a",*', '"a\u0001"'])(
      'refuses a malformed condition: %s',
      async (bad) => {
        if (over === rest && bad.includes('\u0001')) return;
        const answer = await call(untouched(), fresh(row), { over, if_match: bad });
        expect([answer.status, membersOf(answer)]).toEqual([400, [named]]);
      },
    );

    it('is 404 and 403 before its conditions are looked at, and 412 before its state is', async () => {
      const own = untouched();
      const of = async (id: string | undefined, more: object) =>
        id === undefined ? undefined : (await call(own, id, { over, ...more })).status;
      for (const more of [{}, { if_match: '"x"' }]) {
        if (row.missing !== undefined) expect(await of(row.missing, more)).toBe(404);
        if (row.forbidden !== undefined) expect(await of(row.forbidden, more)).toBe(403);
        if (row.refused !== undefined) expect(await of(row.refused, more)).toBe('if_match' in more ? 412 : 428);
      }
      if (row.refused !== undefined) expect(await of(row.refused, { if_match: '*' })).toBe(409);
    });
  });

  it('takes the number of a version over tRPC alone', async () => {
    const own = untouched();
    const id = fresh(row);
    expect((await call(own, id, { over: trpc, if_match: 2 })).status).toBe(412);
    expect((await call(own, id, { over: trpc, if_match: 1.5 })).status).toBe(400);
    expect((await call(own, id, { over: rest, if_match: 1 })).status).toBe(400);
    expect((await call(own, id, { over: trpc, if_match: 1 })).status).toBe(200);
  });

  it('reads its condition from the header alone', async () => {
    const own = untouched();
    const id = fresh(row);
    const inBody = operation.meta.bodies.length > 0;
    const given = row.input(id, 1);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
    const inPath = (name: string) => operation.path.includes(`{${name}}`);
    const members = Object.fromEntries(Object.entries(given).filter(([name]) => !inPath(name)));
    const send = (base: TestServer) =>
      base.fetch(path + (inBody ? '' : '?if_match=*'), {
        method: operation.method,
        ...(inBody
          ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...members, if_match: '*' }) }
          : {}),
      });
    expect((await send(own)).status).toBe(isRequired ? 428 : operation.meta.status);
    await using strict = await started({ strict: true });
    const refused = await send(strict);
    const { errors } = (await refused.json()) as { errors: { code: string }[] };
    expect([refused.status, errors[0]?.code]).toEqual([400, 'unknown']);
  });

  it('counts the version of what it changes, and answers the tag that its read has', async () => {
    const own = untouched();
    const id = fresh(row);
    const answer = await call(own, id, { if_match: '*' });
    const tag = answer.headers.get('etag');
    if (operation.method === 'DELETE') {
      expect(tag).toBeNull();
      expect((await own.fetch(row.read?.(id) ?? '')).status).toBe(row.gone ?? 404);
      return;
    }
    const { version, id: written } = recordIn(answer);
    expect(tag).toMatch(new RegExp(`^"${String(version)}-[0-9a-f]{8}"$`));
    if (written !== id) return;
    expect(version).toBe(2);
    expect(await readTag(own, id)).toBe(tag);
    if (operation.name === 'boards.pinNote') return;
    // The same once more changes nothing.
    const again = await call(own, id, { if_match: tag });
    expect([again.status, again.headers.get('etag'), recordIn(again)['version']]).toEqual([200, tag, 2]);
  });

  it('repeats its answer and tag under an Idempotency-Key, whatever has become of the record', async () => {
    const own = untouched();
    const id = fresh(row);
    const given = { if_match: await readTag(own, id), headers: { 'idempotency-key': 'once' } };
    const first = await call(own, id, given);
    if (operation.method !== 'DELETE') {
      const body = JSON.stringify(row.other);
      const headers = { 'content-type': 'application/json', 'if-match': '*' };
      expect((await own.fetch(row.read?.(id) ?? '', { method: 'PATCH', headers, body })).status).toBe(200);
    }
    const again = await call(own, id, given);
    expect(first.status).toBe(operation.meta.status);
    const said = [first, again].map(({ status, text, headers }) => [status, text, headers.get('etag')]);
    expect(said[1]).toEqual(said[0]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('lets one of twenty through that have the same tag', async () => {
    const own = untouched();
    const id = fresh(row);
    const if_match = await readTag(own, id);
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => call(own, id, { if_match, n })));
    expect(statusesOf(all)).toEqual(oneOf(row, operation));
  });
});

describe('what creates a record with versions', () => {
  const creating = [...serves.operations.values()].filter(
    ({ meta }) => meta.tagged && meta.versioned === undefined && meta.status === 201,
  );

  it('is known by the record that it answers', () => {
    expect(creating.map(({ name }) => name)).toEqual(expect.arrayContaining(['lodge.createCabin']));
    expect(serves.operations.get('education.createCourse')?.meta.tagged).toBe(false);
  });

  it.each(creating)('$name answers the tag that its read has', async (operation) => {
    const own = untouched();
    const { input } = await prepareCall((path, init) => own.fetch(path, init), operation);
    const call = () => rest.call(own, operation, input, { headers: { 'idempotency-key': 'made' } });
    const made = await call();
    expect([made.status, made.headers.get('etag')]).toEqual([201, expect.stringMatching(/^"1-/)]);
    const { pathname } = new URL(made.headers.get('location') ?? '');
    const found = await server.fetch(pathname);
    expect(found.headers.get('etag')).toBe(made.headers.get('etag'));
    const again = await call();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('etag')).toBe(made.headers.get('etag'));
    const { paths } = (await (await server.fetch('/openapi.json')).json()) as Documented;
    const documented = paths[operation.path]?.[operation.method.toLowerCase()]?.responses['201'];
    expect(documented?.headers['ETag']).toEqual({ $ref: '#/components/headers/RecordETag' });
  });
});

describe('a PUT', () => {
  const send = (own: TestServer, headers: Record<string, string>, id = 'brd_new') =>
    own.fetch(`/api/boards/${id}`, jsonRequest('PUT', { title: 'New' }, headers));

  it('creates where If-None-Match: * says that there is nothing, once', async () => {
    const own = untouched();
    expect((await send(own, {})).status).toBe(428);
    expect((await send(own, { 'if-match': '*' })).status).toBe(412);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(own, { 'if-none-match': '*' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
    const created = answers.find(({ status }) => status === 200);
    expect(created?.headers.get('etag')).toMatch(/^"1-/);
    const refused = answers.find(({ status }) => status === 412);
    expect(await refused?.json()).toMatchObject({
      kind: 'precondition_failed',
      errors: [{ parameter: 'If-None-Match' }],
    });
  });

  it('compares the tags of If-None-Match weakly, and answers them 412, not 304', async () => {
    const own = untouched();
    const { headers } = await own.fetch('/api/boards/brd_0005');
    const tag = headers.get('etag') ?? '';
    const any = { 'if-match': '*' };
    expect((await send(own, { ...any, 'if-none-match': `W/${tag}` }, 'brd_0005')).status).toBe(412);
    expect((await send(own, { 'if-none-match': '"x"' }, 'brd_0005')).status).toBe(428);
    expect((await send(own, { ...any, 'if-none-match': 'x' }, 'brd_0005')).status).toBe(400);
    expect((await send(own, { ...any, 'if-none-match': '"x"' }, 'brd_0005')).status).toBe(200);
  });
});

describe('a version', () => {
  const pin = async (own: TestServer, base = '') => {
    const answer = await own.fetch(
      `${base}/api/boards/brd_0004/notes`,
      jsonRequest('POST', { note: 'Buy chalk' }, { 'if-match': '*' }),
    );
    expect(answer.status).toBe(200);
    return answer.headers.get('etag');
  };
  const tagAt = async (base: string) => (await server.fetch(`${base}/api/boards/brd_0004`)).headers.get('etag');
  const put = (path: string, body: unknown) => server.fetch(path, jsonRequest('PUT', body));

  it('goes along in a snapshot, and back with a reset', async () => {
    await pin(server, '/sandboxes/origin');
    const tag = await pin(server, '/sandboxes/origin');
    expect(tag).toMatch(/^"3-/);
    const snapshot = await (await server.fetch('/sandboxes/origin/snapshot')).json();
    expect((await put('/sandboxes/restored/snapshot', snapshot)).status).toBe(200);
    expect(await tagAt('/sandboxes/restored')).toBe(tag);
    expect(await pin(server, '/sandboxes/restored')).toMatch(/^"4-/);
    await server.fetch('/sandboxes/origin/reset', { method: 'POST' });
    expect(await tagAt('/sandboxes/origin')).toMatch(/^"1-/);
  });
});

it('leaves the weak tags of all other reads as they are', async () => {
  for (const path of ['/api/education/courses', '/api/education/courses/crs_0001']) {
    expect((await server.fetch(path)).headers.get('etag')).toMatch(/^W\/"/);
  }
});

/** One of each kind: what stands between two writers is the store, whatever the handler does. */
const sampledWrites = oneOfEach(writes, (operation) => [
  ...kindsOfOperation(operation),
  JSON.stringify([rowOf(operation).changes, rowOf(operation).removed]),
]);

describe.each(durableStores)('two replicas on %s', (_name, begin) => {
  it.each(sampledWrites)('let one of twenty writers through: $name', async (operation) => {
    const row = rowOf(operation);
    const id = `${row.prefix ?? ''}_0004`;
    const backend = await begin();
    const start = async () => withKey(await inThisProcess(backend.address, { size }, serves));
    const [first, second] = [await start(), await start()];
    try {
      const before = await first.fetch(row.read?.(id) ?? '');
      const if_match = before.headers.get('etag');
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          const of = { ...server, fetch: (n % 2 === 0 ? first : second).fetch } as TestServer;
          return rest.call(of, operation, { ...row.input(id, n), if_match });
        }),
      );
      expect(statusesOf(all)).toEqual(oneOf(row, operation));
      const tags = await Promise.all(
        [first, second].map(async (of) => (await of.fetch(row.read?.(id) ?? '')).headers.get('etag')),
      );
      expect(tags[0]).toBe(tags[1]);
    } finally {
      await Promise.all([first.close(), second.close()]);
      await backend.remove();
    }
  });
});
