/** One test for each thing that trpc-openapi does wrong when it is left to itself, of the server that has it make its document. */
import { contract } from '@understudy/contract';
import { operations, sampleInput } from '@understudy/tooling/operations';
import { kindsOfOperation, oneOfEach } from '@understudy/tooling/sample';
import { describe, expect, it, vi } from 'vitest';
import { createRouter } from '../../src/http/router.js';
import { defaultSandbox, transports } from '../../src/check/host.js';
import { eachServer, overSocket } from '../support.js';

const { createCourse, getCourse, listCourses, listLessons } = contract.education.operations;
const course = sampleInput(createCourse);
const [rest, trpc] = transports;

/** Some of each kind, to be called before others. */
const sampled = oneOfEach(operations, kindsOfOperation);

const server = eachServer();

/** Everything in a schema that can be changed, as text. */
function imprint(schema: unknown, seen = new Set<unknown>()): unknown {
  if (typeof schema === 'function') return 'function';
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return schema?.toString();
  seen.add(schema);
  const { def } = schema as { def?: object };
  // What zod keeps of a schema that names itself changes nothing about it.
  const entries = Object.entries(def ?? schema).filter(([name]) => name !== '_cachedInner');
  return entries.map(([name, value]) => [name, imprint(value, seen)]);
}

const imprints = () => JSON.stringify(operations.map(({ input, output }) => [imprint(input), imprint(output)]));

it.each(transports)('changes no schema of the contract, whatever is called over $name', async (transport) => {
  const before = imprints();
  for (const operation of operations) {
    await transport.call(defaultSandbox(server), operation, { input: sampleInput(operation) });
    await transport.call(defaultSandbox(server), operation, { input: {}, query: 'page=0' });
  }
  await server.fetch('/openapi.json');
  expect(imprints()).toBe(before);
  expect(before).not.toContain('coerce');
});

describe('strict JSON types', () => {
  const wrong = { ...course, duration_hours: '12' };

  const pairs = transports.flatMap((transport) => transports.map((other) => [transport.name, other.name] as const));

  it.each(pairs)('refuses "12" for an integer over %s, before and after other calls over %s', async (name, other) => {
    const by = { REST: rest, tRPC: trpc };
    const refuses = async (): Promise<void> => {
      const answer = await by[name].call(defaultSandbox(server), createCourse, { input: wrong });
      expect(answer.status).toBe(400);
      expect(answer.problem?.['errors']).toEqual([
        { pointer: '#/duration_hours', code: 'invalid_type', detail: 'must be a number, but is a string' },
      ]);
    };
    await refuses();
    for (const operation of sampled)
      await by[other].call(defaultSandbox(server), operation, { input: sampleInput(operation) });
    await refuses();
  });

  it.each(transports)('refuses false for a text over $name', async (transport) => {
    const answer = await transport.call(defaultSandbox(server), createCourse, { input: { ...course, title: false } });
    expect(answer.status).toBe(400);
  });

  it('refuses "2" for an integer over tRPC', async () => {
    const answer = await trpc.call(defaultSandbox(server), listCourses, { input: { page: '2' } });
    expect(answer.status).toBe(400);
  });
});

it('sees empty and falsy query values', async () => {
  expect((await server.fetch('/api/education/courses?page=')).status).toBe(400);
  expect((await server.fetch('/api/education/courses?page=0')).status).toBe(400);
  expect((await server.fetch('/api/education/courses?delay=0&q=')).status).toBe(200);
});

it('sees the query string of a POST', async () => {
  const answer = await rest.call(defaultSandbox(server), createCourse, {
    input: course,
    query: 'simulate_error=forbidden',
  });
  expect(answer.status).toBe(403);
});

it('parses a body whatever the parameters of its media type', async () => {
  const response = await server.fetch('/api/education/courses', {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(course),
  });
  expect(response.status).toBe(200);
});

it('takes ?__proto__=1 for an unknown name', async () => {
  expect((await server.fetch('/api/education/courses?__proto__=1')).status).toBe(200);
  expect((await server.fetch('/api/education/courses?__proto__[page]=0')).status).toBe(200);
});

it('prefers a static path to one with a parameter, in whatever order they are declared', () => {
  const answer = () => ({ status: 200, type: '', body: null, caching: 'none' as const });
  const paths = ['/api/events/{event_id}', '/api/{any}/categories', '/api/events/categories'];
  for (const order of [paths, paths.toReversed()]) {
    const match = createRouter(order.map((path) => ({ method: 'GET', path, answer })));
    expect(match('GET', '/api/events/categories')).toMatchObject({ route: { path: paths[2] } });
    expect(match('GET', '/api/events/e1')).toMatchObject({
      route: { path: paths[0] },
      parameters: { event_id: 'e1' },
    });
  }
});

it('decodes path parameters', async () => {
  const plain = await (await server.fetch('/api/education/courses/crs_0001')).json();
  const encoded = await server.fetch('/api/education/courses/%63rs%5F0001');
  expect(encoded.status).toBe(200);
  expect(await encoded.json()).toEqual(plain);
  const spaced = await server.fetch('/api/education/courses/a%20b%2Fc');
  expect(await spaced.json()).toMatchObject({ detail: 'there is no course "a b/c"' });
});

it('asks nothing of the global Request, which would load all of fetch', async () => {
  const served = await overSocket();
  try {
    vi.stubGlobal('Request', undefined);
    expect((await served.fetch('/api/education/courses')).status).toBe(200);
    expect((await served.fetch('/api/education/courses/none')).status).toBe(404);
  } finally {
    await served.close();
  }
});

it('adds no stack, issues or code of its own to an error', async () => {
  const byRest = await rest.call(defaultSandbox(server), getCourse, { input: { course_id: 'nope' } });
  const members = ['type', 'title', 'status', 'detail', 'instance', 'kind', 'simulated', 'errors'];
  expect(Object.keys(byRest.problem ?? {})).toEqual(members);
  const byTrpc = await trpc.call(defaultSandbox(server), getCourse, { input: { course_id: 'nope' } });
  expect(byTrpc.text).not.toContain('stack');
  expect(Object.keys(byTrpc.problem ?? {})).toEqual(members);
});

it('finishes every GET as a query and every other method as a mutation', async () => {
  // A query may be posted as well, so only a GET distinguishes them.
  for (const operation of operations) {
    const { status } = await server.fetch(`/trpc/${operation.name}`);
    expect(status === 405).toBe(operation.method !== 'GET');
  }
});

it('keeps the input of a list of its own apart from the path', async () => {
  const answer = await server.fetch('/api/education/courses/crs_0001/lessons?course_id=crs_0002');
  const { data } = (await answer.json()) as { data: { course_id: string }[] };
  expect(new Set(data.map((one) => one.course_id))).toEqual(new Set(['crs_0001']));
  expect(listLessons.path).toContain('{course_id}');
});
