/** How many records are made to filter a million of them, and what two replicas find. */
import { expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { sandboxes } from '../../src/domains/sandboxes/index.js';
import { sqliteBackend } from '../stores/stores.js';
import { inThisProcess } from '../replicas/in-process.js';
import { inProcess } from '../support.js';
import { apiWithHomes, writeHomes } from './filtered.js';
import { homesWith, seededHome } from './filtered-domain.js';
import type { Page } from './sorted.js';
import { long } from '../long.js';
import { ending } from '../use.js';

long('makes the records of the page alone where a condition can be looked up, and marks are known', async () => {
  let made = 0;
  const domain = homesWith({
    seeded: (dataset, index) => {
      made += 1;
      return seededHome(dataset, index);
    },
  });
  await using server = await inProcess({ serves: apiOf([domain, sandboxes]), size: 'homes=1000000' });
  const found = async (query: string): Promise<number> => {
    made = 0;
    const { pagination, data } = (await (await server.fetch(`/api/homes?${query}`)).json()) as Page;
    expect(made, query).toBeLessThanOrEqual(data.length + written);
    return pagination.total;
  };
  let written = 0;
  expect(await found('')).toBe(900_000);
  expect(await found('page=90000')).toBe(900_000);
  // Every fourth home is in Suva, and none of those is marked; of those in Porto every fifth is.
  expect(await found('in_city=Suva')).toBe(250_000);
  expect(await found('in_city=Porto&page=3')).toBe(200_000);
  expect(await found('in_city=Nowhere')).toBe(0);
  expect(await found('ids=home_999999,home_0005,home_0005,home_1000001,home_0010')).toBe(2);
  await writeHomes(server);
  // Those that were written are looked at each time.
  written = 4;
  expect(await found('in_city=Suva&page=2')).toBe(250_000);
  expect(await found('page=2')).toBe(899_999);
});

it('finds the same on two replicas, also what the other has just written', async () => {
  const backend = ending(await sqliteBackend());
  const replica = () => inThisProcess(backend.address, {}, apiWithHomes);
  const both = await Promise.all([replica(), replica()]);
  const [one, other] = both;
  const queries = ['', 'city=LISBON', 'ids=home_0001,home_0002', 'min_rooms=2&fields=title', 'sort=-price&kind=land'];
  const ask = async (from: typeof one, query: string) => (await from.fetch(`/api/homes?${query}`)).text();
  const before = await Promise.all(queries.map((query) => ask(other, query)));
  await writeHomes(one);
  for (const [i, query] of queries.entries()) {
    const answer = await ask(other, query);
    expect(answer).toBe(await ask(one, query));
    if (i < 3) expect(answer).not.toBe(before[i]);
  }
  await Promise.all(both.map(({ close }) => close()));
});
