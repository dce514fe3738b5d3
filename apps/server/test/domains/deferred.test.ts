/** Domains of ours are loaded when they are first asked for, and no earlier. */
import { beforeEach, expect, it } from 'vitest';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { servedApi } from '../../src/server/served-api.js';
import { inProcess } from '../support.js';
import { long } from '../long.js';
import { openEach } from '../use.js';

let loads: string[];
let failing: boolean;

/** The API of a server that notes what it loads. */
const watched = () =>
  servedApi({
    ours: builtinDomains.map((domain) => ({
      ...domain,
      load: async () => {
        loads.push(domain.contract.name);
        if (failing) throw new Error('the disk is away');
        return domain.load();
      },
    })),
  });

beforeEach(async () => {
  loads = [];
  failing = false;
});
const server = openEach(() => inProcess({ serves: watched() }));

it('loads nothing to start, and nothing for paths that lead nowhere', async () => {
  expect((await server.fetch('/healthz')).status).toBe(200);
  expect((await server.fetch('/api/education/nothing')).status).toBe(404);
  expect((await server.fetch('/api/education/courses', { method: 'DELETE' })).status).toBe(405);
  expect((await server.fetch('/api/education/courses', { method: 'OPTIONS' })).status).toBe(204);
  expect(loads).toEqual([]);
});

it('loads the domain of a request, once for many at a time', async () => {
  const paths = ['/api/education/courses', '/api/education/courses/crs_0001', '/api/education/students'];
  const answers = await Promise.all(paths.map((path) => server.fetch(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(loads).toEqual(['education']);
});

it('loads the domain of a call over tRPC, and of a batch the domains of both', async () => {
  expect((await server.fetch('/trpc/events.listEvents')).status).toBe(200);
  expect(loads).toEqual(['events']);
  expect((await server.fetch('/trpc/events.listEvents,commerce.listProducts?batch=1')).status).toBe(200);
  expect(loads.toSorted()).toEqual(['commerce', 'events']);
  expect((await server.fetch('/trpc/nothing.at')).status).toBe(404);
  expect(loads).toHaveLength(2);
});

long('loads all for what is about all, and serves them as if they had been there', async () => {
  const document: unknown = await (await server.fetch('/openapi.json')).json();
  expect(loads.length).toBeGreaterThanOrEqual(builtinDomains.length);
  await using there = await inProcess();
  expect(document).toEqual(await (await there.fetch('/openapi.json')).json());
});

it('serves them below another path', async () => {
  await using moved = await inProcess({ serves: watched(), base: '/v1' });
  expect((await moved.fetch('/v1/education/courses')).status).toBe(200);
  expect((await moved.fetch('/api/education/courses')).status).toBe(404);
});

it('tries again what could not be loaded', async () => {
  failing = true;
  expect((await server.fetch('/api/education/courses')).status).toBe(500);
  failing = false;
  expect((await server.fetch('/api/education/courses')).status).toBe(200);
  expect(loads).toEqual(['education', 'education']);
});
