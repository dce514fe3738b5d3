/** What is always true of real estate, over random histories on every store; after each, a replica sees the same. */
import type { Agent, Listing } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { metresBetween } from '../../src/kit/distance.js';
import { Random } from '../../src/kit/random.js';
import { inThisProcess } from '../replicas/in-process.js';
import type { Target } from '../replicas/cluster.js';
import { send } from '../sandboxes/client.js';
import { stores } from '../stores/stores.js';
import { allListings, book, booked, change, changes, create, REALESTATE, slots, STATUSES, walked } from './calls.js';

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

const ids = ['lst_0001', 'lst_0002', 'lst_0005', 'lst_0007', 'lst_0008', 'lst_0010'] as const;
const people = ['ada@example.com', 'Ada@Example.com', 'bo@example.com', 'cy@example.com'] as const;
const wantedStatuses = ['active', 'under_offer', 'closed', 'withdrawn'] as const;

/** Some steps of clients, and of the clock. Whether one is refused does not matter: what holds, holds. */
async function history(server: Target, base: string, random: Random, steps: number): Promise<void> {
  const known: string[] = [...ids];
  for (let step = 0; step < steps; step++) {
    const id = random.pick(known);
    const kind = random.fraction();
    if (kind < 0.2) {
      const hours = random.int(0, 72);
      const publish_at = new Date(Date.UTC(2026, 2, 1, 12 + hours)).toISOString();
      const expires_at = random.chance(0.5) ? new Date(Date.UTC(2026, 2, 6, hours)).toISOString() : null;
      const price = { amount: random.int(1, 900_000), currency: random.pick(['EUR', 'JPY'] as const) };
      known.push(
        (await create(server, { publish_at, expires_at, price, agent_id: random.pick(['agt_0001', null]) }, base)).id,
      );
    } else if (kind < 0.45) {
      await change(server, id, { status: random.pick(wantedStatuses) }, base);
    } else if (kind < 0.6) {
      await change(server, id, { title: `Title ${random.int(1, 3)}` }, base);
    } else if (kind < 0.85) {
      const free = await slots(server, id, 'from=2026-03-12&to=2026-03-12', base);
      const { starts_at, local_start } = free[random.int(0, 3)] ?? { starts_at: '', local_start: '' };
      await book(server, id, random.pick([starts_at, local_start]), random.pick(people), base);
    } else if (kind < 0.95) {
      const [one] = await booked(server, base);
      if (one !== undefined) await server.fetch(`${base}${REALESTATE}/viewings/${one.id}`, { method: 'DELETE' });
    } else {
      await send(server, 'POST', `${base}/clock`, { action: 'advance', seconds: random.int(1, 48) * 3600 });
    }
  }
}

const idsOf = (listings: readonly { readonly id: string }[]) => listings.map(({ id }) => id);

/** What must hold. */
async function check(server: Target, base: string, random: Random): Promise<void> {
  const all = await allListings(server, base);
  const path = `${base}${REALESTATE}/listings?status=${STATUSES}`;

  // One slot has one viewing.
  const starts = (await booked(server, base)).map(({ listing_id, starts_at }) => `${listing_id} ${starts_at}`);
  expect(new Set(starts).size).toBe(starts.length);

  // Two halves of a box hold what the whole holds, also across the meridian of 180°.
  for (const [west, south, east, north] of [
    [-180, -90, 180, 90],
    [150, -60, -100, 60],
    [5, 40, 20, 60],
  ] as const) {
    const width = east >= west ? east - west : east - west + 360;
    const cut = west + width * random.fraction();
    const middle = Number((cut > 180 ? cut - 360 : cut).toFixed(4));
    const inBox = (box: readonly number[]) => walked<Listing>(server, `${path}&bbox=${box.join(',')}`);
    const [whole, left, right] = await Promise.all([
      inBox([west, south, east, north]),
      inBox([west, south, middle, north]),
      inBox([middle, south, east, north]),
    ]);
    expect(new Set([...idsOf(left), ...idsOf(right)])).toEqual(new Set(idsOf(whole)));
    const isIn = ({ location: { longitude, latitude } }: Listing) =>
      latitude >= south &&
      latitude <= north &&
      (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east);
    expect(idsOf(whole)).toEqual(idsOf(all.filter(isIn)));
  }

  // Whatever is near is no farther than asked for, and nothing else is left out.
  const centre = random.pick(all).location;
  const radius = random.int(1, 50_000);
  const near = await walked<Listing>(
    server,
    `${path}&near=${centre.longitude},${centre.latitude}&radius_m=${radius}&sort=distance_m`,
  );
  expect(new Set(idsOf(near))).toEqual(
    new Set(idsOf(all.filter((one) => metresBetween(one.location, centre) <= radius))),
  );
  const distances = near.map(({ distance_m }) => distance_m ?? Infinity);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  for (const distance of distances) expect(distance).toBeLessThanOrEqual(radius);

  // The feed has each listing once, in order, as it is now; removals that have left are those of the last week's past.
  const feed = await changes(server, base, undefined, random.int(7, 50));
  expect(new Set(feed.map(({ listing_id }) => listing_id)).size).toBe(feed.length);
  const instants = feed.map(({ changed_at }) => changed_at);
  expect(instants).toEqual(instants.toSorted());
  const upserts = feed.flatMap(({ listing }) => listing ?? []);
  const shown = all.filter(({ status }) => status !== 'withdrawn');
  expect(new Map(upserts.map((one) => [one.id, one]))).toEqual(new Map(shown.map((one) => [one.id, one])));
  const { json } = await send(server, 'GET', base === '' ? '/sandboxes/default' : base);
  const now = Date.parse((json as { data: { clock: { now: string } } }).data.clock.now);
  const gone = all.filter(
    (one) => one.status === 'withdrawn' && one.version > 1 && Date.parse(one.updated_at) + 7 * 86_400_000 <= now,
  );
  expect(feed.length + gone.length).toBe(all.length);
  const since = random.pick(instants);
  expect(await changes(server, base, since)).toEqual(feed.filter(({ changed_at }) => changed_at >= since));

  // What is shown of a listing does not change which are found.
  const search = `${path}&currency=EUR&sort=-price,listed_at`;
  expect(idsOf(await walked(server, `${search}&fields=title`))).toEqual(idsOf(await walked(server, search)));

  // Agents have the listings that name them.
  for (const { id, listing_count } of await walked<Agent>(server, `${base}${REALESTATE}/agents`)) {
    expect(listing_count).toBe(all.filter(({ agent_id }) => agent_id === id).length);
  }
}

describe.each(stores)('on %s', (_name, make) => {
  const backend = make();
  afterAll(async () => (await backend).remove());

  it.each([1, 2, 3])('history %i', async (seed) => {
    const { address } = await backend;
    const options = { size: 'listings=60' };
    await using writer = await inThisProcess(address, options);
    const base = `/sandboxes/history-${seed}`;
    await history(writer, base, new Random(seed, 7), 40);
    await check(writer, base, new Random(seed, 8));
    if (address !== 'memory') {
      await using other = await inThisProcess(address, options);
      expect(await changes(other, base)).toEqual(await changes(writer, base));
      expect(await booked(other, base)).toEqual(await booked(writer, base));
    }
  });
});
