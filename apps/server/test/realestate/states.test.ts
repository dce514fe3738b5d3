/** Where listings and viewings stand, and what can follow what: every pair, and every transition of the clock to the millisecond. */
import type { Listing, ListingChange, Viewing } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { faults, send } from '../sandboxes/client.js';
import { inProcess, NOW } from '../support.js';
import { book, change, changes, create, oneOf, REALESTATE, slots } from './calls.js';
import { openEach } from '../use.js';

type Status = Listing['status'];

const server = openEach(inProcess);

const at = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const setClock = (instant: string) =>
  send(server, 'POST', '/sandboxes/default/clock', { action: 'freeze', at: instant });
const read = async (id: string) => oneOf<Listing>(await send(server, 'GET', `${REALESTATE}/listings/${id}`));

/** Makes a listing of a status. */
const made: Readonly<Record<Status, () => Promise<string>>> = {
  coming_soon: async () => (await create(server, { publish_at: at(DAY) })).id,
  active: async () => (await create(server)).id,
  under_offer: () => after('active', 'under_offer'),
  closed: () => after('under_offer', 'closed'),
  withdrawn: () => after('active', 'withdrawn'),
  expired: async () => {
    const { id } = await create(server, { expires_at: at(HOUR) });
    await setClock(at(HOUR));
    return id;
  },
};

async function after(before: Status, status: Status): Promise<string> {
  const id = await made[before]();
  expect((await change(server, id, { status })).status).toBe(200);
  return id;
}

const allowed: Readonly<Record<Status, readonly Status[]>> = {
  coming_soon: ['coming_soon', 'withdrawn'],
  active: ['active', 'under_offer', 'withdrawn'],
  under_offer: ['under_offer', 'active', 'closed', 'withdrawn'],
  closed: ['closed'],
  withdrawn: ['withdrawn'],
  expired: ['expired', 'active', 'withdrawn'],
};
const statuses = Object.keys(allowed) as Status[];

describe.each(statuses)('a listing that is %s', (before) => {
  it.each(statuses)('is asked to become %s', async (wanted) => {
    const id = await made[before]();
    const was = await read(id);
    expect(was.status).toBe(before);
    const body = { status: wanted, ...(before === 'expired' && wanted === 'active' ? { expires_at: null } : {}) };
    const answer = await change(server, id, body);
    if (allowed[before].includes(wanted)) {
      expect(oneOf<Listing>(answer)).toMatchObject({
        status: wanted,
        version: was.version + (wanted === before ? 0 : 1),
      });
      expect(await read(id)).toEqual(oneOf(answer));
    } else {
      expect(answer.json).toMatchObject({ status: 409, kind: 'conflict', current: was });
      expect(await read(id)).toEqual(was);
    }
  });

  it(`can${before === 'active' || before === 'under_offer' ? '' : 'not'} be viewed`, async () => {
    const id = await made[before]();
    const [free] = await slots(server, id, 'status=free&from=2026-03-04');
    const answer = await book(server, id, free?.starts_at ?? '', 'ada@example.com');
    if (before === 'active' || before === 'under_offer') expect(answer.status).toBe(201);
    else expect(answer.json).toMatchObject({ status: 409, kind: 'listing_closed', current: { id, status: before } });
  });
});

describe('the clock', () => {
  it('publishes, then expires, each at its instant and as a change of its own', async () => {
    const { id } = await create(server, { publish_at: at(DAY), expires_at: at(2 * DAY) });
    const moments: readonly [ms: number, status: Status, changed: number, version: number][] = [
      [DAY - 1, 'coming_soon', 0, 1],
      [DAY, 'active', DAY, 2],
      [2 * DAY - 1, 'active', DAY, 2],
      [2 * DAY, 'expired', 2 * DAY, 3],
      [9 * DAY, 'expired', 2 * DAY, 3],
    ];
    for (const [ms, status, changed, version] of moments) {
      await setClock(at(ms));
      const listing = await read(id);
      expect(listing).toMatchObject({ status, updated_at: at(changed), version });
      const entry = (await changes(server, '', NOW)).find(({ listing_id }) => listing_id === id);
      expect(entry).toEqual({
        listing_id: id,
        kind: 'upsert',
        changed_at: at(changed),
        listing,
      } satisfies ListingChange);
    }
  });

  it('needs a later end, or none, for an expired listing to become active', async () => {
    const id = await made.expired();
    expect((await change(server, id, { status: 'active' })).json).toMatchObject({ kind: 'conflict' });
    expect(faults(await change(server, id, { status: 'active', expires_at: at(1) }))).toEqual([
      '#/expires_at invalid_value',
    ]);
    const later = oneOf<Listing>(await change(server, id, { status: 'active', expires_at: at(2 * HOUR) }));
    expect(later).toMatchObject({ status: 'active', expires_at: at(2 * HOUR) });
    await setClock(at(2 * HOUR));
    expect((await read(id)).status).toBe('expired');
  });

  it('takes a removal out of the feed after seven days, and leaves those that are seeded', async () => {
    const id = await made.withdrawn();
    const removals = async () =>
      (await changes(server)).flatMap(({ listing_id, kind }) => (kind === 'removal' ? [listing_id] : []));
    const seeded = (await removals()).filter((one) => one !== id);
    expect(seeded).toContain('lst_0004');
    await setClock(at(7 * DAY - 1));
    expect(await removals()).toEqual([...seeded, id]);
    await setClock(at(7 * DAY));
    expect(await removals()).toEqual(seeded);
    expect((await read(id)).status).toBe('withdrawn');
  });

  it('lets a viewing be cancelled until two hours before it, and counts it as attended once it is over', async () => {
    const [free] = await slots(server, 'lst_0005', 'status=free&from=2026-03-04');
    const start = Date.parse(free?.starts_at ?? '') - Date.parse(NOW);
    const bookFor = async (email: string) =>
      oneOf<Viewing>(await book(server, 'lst_0005', free?.starts_at ?? '', email)).id;
    const cancel = async (id: string) =>
      (await server.fetch(`${REALESTATE}/viewings/${id}`, { method: 'DELETE' })).status;
    const status = async (id: string) =>
      oneOf<Viewing>(await send(server, 'GET', `${REALESTATE}/viewings/${id}`)).status;
    const ada = await bookFor('ada@example.com');
    await setClock(at(start - 2 * HOUR - 1));
    expect([await cancel(ada), await cancel(ada), await status(ada)]).toEqual([204, 204, 'cancelled']);
    const bo = await bookFor('bo@example.com');
    await setClock(at(start - 2 * HOUR));
    expect([await cancel(bo), await cancel(ada)]).toEqual([409, 204]);
    await setClock(at(start + 30 * 60_000 - 1));
    expect(await status(bo)).toBe('booked');
    await setClock(at(start + 30 * 60_000));
    expect([await status(bo), await cancel(bo)]).toEqual(['attended', 409]);
  });

  it('leaves seeded listings as they are, whenever that is', async () => {
    const before = await read('lst_0001');
    await setClock('2031-01-01T00:00:00Z');
    expect(await read('lst_0001')).toEqual(before);
  });
});

describe('what no schema can see', () => {
  it.each([
    [{ timezone: 'Mars/Olympus' }, '#/timezone invalid_value'],
    [{ kind: 'land', bedrooms: 2 }, '#/bedrooms invalid_value'],
    [{ expires_at: at(0) }, '#/expires_at invalid_value'],
    [{ publish_at: at(DAY), expires_at: at(DAY) }, '#/expires_at invalid_value'],
    [{ agent_id: 'agt_9999' }, '#/agent_id not_found'],
    [{ location: { latitude: 52.123456, longitude: 13 } }, '#/location/latitude custom'],
  ])('a listing with %j is refused', async (more, fault) => {
    const { id: _, ...body } = { id: '', ...(await import('./calls.js')).home(more) };
    expect(faults(await send(server, 'POST', `${REALESTATE}/listings`, body))).toEqual([fault]);
  });

  it('a listing of an agent counts among those of the agent', async () => {
    const count = async () => {
      const answer = await send(server, 'GET', `${REALESTATE}/agents?per_page=1`);
      return oneOf<{ listing_count: number }>(answer).listing_count;
    };
    const before = await count();
    await create(server, { agent_id: 'agt_0001' });
    expect(await count()).toBe(before + 1);
  });
});
