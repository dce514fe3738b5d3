/** Records that are marked as removed: in no list, and in the store all the same. */
import { afterAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { nowhere } from '../../src/kit/collection.js';
import { sandboxes } from '../../src/domains/sandboxes/index.js';
import { inProcess, type TestServer } from '../support.js';
import { writeHomes } from './filtered.js';
import { homesWith, removal } from './filtered-domain.js';
import type { Page } from './sorted.js';

const isMarked = (id: string): boolean => id.endsWith('0');

/** Whether its seeded marks are known, or each record has to be looked at. */
const ways = {
  'known marks': homesWith(),
  'marks to look for': homesWith({ removal: { at: removal.at } }),
};

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function start(domain = homesWith()): Promise<TestServer> {
  const server = await inProcess({ serves: apiOf([domain, sandboxes]) });
  servers.push(server);
  return server;
}

const pageOf = async (server: TestServer, query: string): Promise<Page> =>
  (await (await server.fetch(`/api/homes?per_page=50&${query}`)).json()) as Page;

const idsOf = ({ data }: Page): string[] => data.map(({ id }) => String(id));

describe.each(Object.entries(ways))('%s', (_, domain) => {
  it('lists no seeded record that is marked, and counts none', async () => {
    const server = await start(domain);
    for (const query of ['', 'sort=city', 'q=home', 'in_city=Lisbon', 'ids=home_0010,home_0011', 'min_rooms=0']) {
      const page = await pageOf(server, query);
      expect(idsOf(page).filter(isMarked), query).toEqual([]);
      expect(page.data.length, query).toBeGreaterThan(0);
    }
    expect((await pageOf(server, '')).pagination.total).toBe(54);
    expect((await pageOf(server, 'sort=city')).pagination.total).toBe(54);
    expect(idsOf(await pageOf(server, 'page=2'))).toHaveLength(4);
  });

  it('lists none that a write has marked, and keeps it for a read by its id', async () => {
    const server = await start(domain);
    const before = idsOf(await pageOf(server, 'page=1'));
    await writeHomes(server);
    const page = await pageOf(server, '');
    // One is new; of the two created one is gone, and two seeded ones are.
    expect(page.pagination.total).toBe(53);
    expect(idsOf(page).slice(0, 4)).toEqual(['home_0001', 'home_0003', 'home_0004', 'home_0006']);
    expect(before.slice(0, 4)).toEqual(['home_0001', 'home_0002', 'home_0003', 'home_0004']);
    expect(JSON.stringify(await pageOf(server, 'q=of the gone'))).toContain('"total":0');
    expect((await pageOf(server, 'q=of the new')).pagination.total).toBe(1);
    expect((await server.fetch('/api/homes/home_0002')).status).toBe(200);
    expect((await server.fetch('/api/homes/home_0010')).status).toBe(200);
  });

  it('goes on by cursor where records are marked between two pages', async () => {
    const server = await start(domain);
    const walk = 'pagination_style=cursor&per_page=3';
    const ask = async (more = '') => (await (await server.fetch(`/api/homes?${walk}${more}`)).json()) as Page;
    const first = await ask();
    expect(idsOf(first)).toEqual(['home_0001', 'home_0002', 'home_0003']);
    for (const id of ['home_0003', 'home_0004']) await server.fetch(`/api/homes/${id}`, { method: 'DELETE' });
    const second = await ask(`&cursor=${String(first.pagination.nextCursor)}`);
    expect(idsOf(second)).toEqual(['home_0005', 'home_0006', 'home_0007']);
    const back = await ask(`&cursor=${String(second.pagination.prevCursor)}`);
    expect(idsOf(back)).toEqual(['home_0001', 'home_0002']);
  });
});

it('lists a record again whose mark is taken away', async () => {
  const server = await start();
  await writeHomes(server);
  for (const id of ['home_0002', 'home_0010']) {
    await server.fetch(`/api/homes/${id}/restoration`, { method: 'POST' });
  }
  expect(idsOf(await pageOf(server, '')).slice(0, 3)).toEqual(['home_0001', 'home_0002', 'home_0003']);
  expect((await pageOf(server, '')).pagination.total).toBe(55);
});

it('has a record at every position where no mark can be', async () => {
  const server = await start(homesWith({ removal: { at: removal.at, seeded: () => nowhere } }));
  expect((await pageOf(server, '')).pagination.total).toBe(60);
  await server.fetch('/api/homes/home_0001', { method: 'DELETE' });
  expect((await pageOf(server, '')).pagination.total).toBe(59);
});
