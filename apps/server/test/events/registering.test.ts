/** Registering for events: a seat, a position in the queue, or a clear refusal; never more people than seats. */
import { describe, expect, it } from 'vitest';
import type { Event, EventCategory, EventRegistration } from '@understudy/contract';
import { faults, send } from '../sandboxes/client.js';
import { hosts, inProcess, NOW } from '../support.js';
import { attendeesOf, eventOf, listed, person, registerFor, registrationIn } from './calls.js';
import { long } from '../long.js';
import { ending, openEach } from '../use.js';

const OPEN = 'event_0001';
const SOLD_OUT = 'event_0002';
const ONE_SEAT = 'event_0003';
const CANCELLED = 'event_0004';

const server = openEach(inProcess);

/** Whether the counts of an event are those of its attendees. */
async function expectConsistent(id: string): Promise<Event> {
  const event = await eventOf(server, id);
  const seated = (await attendeesOf(server, id)).filter(({ status }) => status !== 'cancelled');
  expect(event.registered_count).toBe(seated.length);
  expect(event.available).toBe(event.capacity - seated.length);
  expect(event.sold_out).toBe(event.available === 0);
  expect((await listed<Event>(server, '/api/events')).find((each) => each.id === id)).toEqual(event);
  return event;
}

describe('reading', () => {
  it('filters by city and category in any case, and by status', async () => {
    const all = await listed<Event>(server, '/api/events');
    expect(all).toHaveLength(60);
    const [first] = all;
    for (const field of ['city', 'category', 'status'] as const) {
      const value = first?.[field] ?? '';
      const given = field === 'status' ? value : value.toUpperCase();
      const found = await listed<Event>(server, `/api/events?${field}=${encodeURIComponent(given)}`);
      expect(found).toEqual(all.filter((event) => event[field] === value));
    }
    expect(await listed(server, '/api/events?city=Atlantis')).toEqual([]);
  });

  it('lists categories, whose name is no id of an event', async () => {
    const categories = await listed<EventCategory>(server, '/api/events/categories');
    expect(categories.reduce((sum, { event_count }) => sum + event_count, 0)).toBe(60);
  });

  it('lists attendees by status, and without what is internal', async () => {
    const all = await attendeesOf(server, SOLD_OUT);
    const left = await listed<{ status: string }>(server, `/api/events/${SOLD_OUT}/attendees?status=cancelled`);
    expect(left).toEqual(all.filter(({ status }) => status === 'cancelled'));
    for (const attendee of all) expect(attendee).not.toHaveProperty('event_id');
  });

  it.each(['/api/events/event_9999', '/api/events/x', '/api/events/event_9999/attendees', '/api/events/evt_0001'])(
    'answers 404 at %s',
    async (path) => {
      const answer = await send(server, 'GET', path);
      expect(answer.status).toBe(404);
      expect(faults(answer)).toEqual(['event_id not_found']);
    },
  );

  it.each([0, 1, 4])('serves %i events', async (size) => {
    await using small = await inProcess({ size: `events=${size}` });
    expect(await listed(small, '/api/events')).toHaveLength(size);
    expect(await listed(small, '/api/events/categories')).not.toHaveLength(0);
    expect((await send(small, 'GET', '/api/events/event_0001')).status).toBe(size > 0 ? 200 : 404);
    expect((await registerFor(small, 'event_0001', person(1))).status).toBe(size > 0 ? 200 : 404);
  });
});

describe.each(hosts)('registering %s', (_host, startHost) => {
  it('takes a seat, and shows it everywhere', async () => {
    const own = ending(await startHost());
    const before = await eventOf(own, OPEN);
    const body = { name: 'Ada Lovelace', email: 'Ada@Example.com', ticket_type: 'vip' };
    const registration = registrationIn(await registerFor(own, OPEN, body));
    expect(registration).toMatchObject({
      event_id: OPEN,
      name: 'Ada Lovelace',
      email: 'Ada@Example.com',
      status: 'confirmed',
      waitlist_position: null,
      created_at: NOW,
    });
    expect(registration.ticket_code).toMatch(/^UT-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await eventOf(own, OPEN)).toEqual({
      ...before,
      registered_count: before.registered_count + 1,
      available: before.available - 1,
    });
    const last = (await attendeesOf(own, OPEN)).at(-1);
    expect(last).toMatchObject({ registration_id: registration.id, ticket_type: 'vip', status: 'confirmed' });
  });
});

describe('the rules', () => {
  it('sold out is 409, or a position in the queue without gaps', async () => {
    const { waitlist_count: before } = await eventOf(server, SOLD_OUT);
    const refused = await registerFor(server, SOLD_OUT, person(1));
    expect([refused.status, refused.json['kind']]).toEqual([409, 'sold_out']);
    expect((await registerFor(server, SOLD_OUT, person(1, { waitlist: false }))).status).toBe(409);
    for (let i = 1; i <= 5; i++) {
      const waiting = registrationIn(await registerFor(server, SOLD_OUT, person(i, { waitlist: true })));
      expect(waiting).toMatchObject({ status: 'waitlisted', waitlist_position: before + i });
      // Asking again, with or without the wish to wait, gives the same position.
      expect(registrationIn(await registerFor(server, SOLD_OUT, person(i)))).toEqual(waiting);
    }
    expect((await expectConsistent(SOLD_OUT)).waitlist_count).toBe(before + 5);
  });

  it('the last seat is sold once', async () => {
    const last = registrationIn(await registerFor(server, ONE_SEAT, person(1, { waitlist: true })));
    expect(last).toMatchObject({ status: 'confirmed', waitlist_position: null });
    expect(await expectConsistent(ONE_SEAT)).toMatchObject({ available: 0, sold_out: true });
    expect((await registerFor(server, ONE_SEAT, person(2))).json['kind']).toBe('sold_out');
    const next = registrationIn(await registerFor(server, ONE_SEAT, person(2, { waitlist: true })));
    expect(next.waitlist_position).toBe(1);
  });

  it('an event that is live takes people as long as there are seats', async () => {
    const all = await listed<Event>(server, '/api/events');
    const live = await listed<Event>(server, '/api/events?status=live');
    expect(live).toEqual(all.filter(({ status }) => status === 'live'));
    const open = live.find(({ available }) => available > 0)?.id ?? '';
    expect(registrationIn(await registerFor(server, open, person(1)))).toMatchObject({ status: 'confirmed' });
    await expectConsistent(open);
  });

  it('a cancelled event and one that is over are closed, whether or not one would wait', async () => {
    const over = (await listed<Event>(server, '/api/events?status=completed'))[0]?.id ?? '';
    for (const id of [CANCELLED, over]) {
      for (const waitlist of [true, false]) {
        const answer = await registerFor(server, id, person(1, { waitlist }));
        expect([answer.status, answer.json['kind']]).toEqual([409, 'event_closed']);
      }
    }
    expect(server.revision()).toBe(0);
  });

  it('an unknown event is 404', async () => {
    const answer = await registerFor(server, 'event_9999', person(1));
    expect(answer.status).toBe(404);
    expect(faults(answer)).toEqual(['event_id not_found']);
  });

  it('the same address in any case gets the registration that is there', async () => {
    const first = registrationIn(await registerFor(server, OPEN, { name: 'Bo', email: 'bo@example.com' }));
    const revision = server.revision();
    const again = await registerFor(server, OPEN, { name: 'Someone', email: 'BO@Example.COM', ticket_type: 'vip' });
    expect(registrationIn(again)).toEqual(first);
    expect(server.revision()).toBe(revision);
    // At another event it is another one.
    const other = registrationIn(await registerFor(server, ONE_SEAT, { name: 'Bo', email: 'bo@example.com' }));
    expect(other.id).not.toBe(first.id);
    await expectConsistent(OPEN);
  });

  it.each([SOLD_OUT, OPEN, CANCELLED])('a seeded address gets the registration that is there (%s)', async (id) => {
    const before = await eventOf(server, id);
    const people = await attendeesOf(server, id);
    for (const { email, registration_id, status } of people.slice(0, 3)) {
      const found = registrationIn(await registerFor(server, id, { name: 'X', email: email.toUpperCase() }));
      expect(found).toMatchObject({ id: registration_id, email, status, event_id: id });
    }
    expect(await eventOf(server, id)).toEqual(before);
    expect(server.revision()).toBe(0);
  });

  it('a seeded address of one event takes a seat at another', async () => {
    const [someone] = await attendeesOf(server, SOLD_OUT);
    const email = someone?.email ?? '';
    const fresh: EventRegistration = registrationIn(await registerFor(server, OPEN, { name: 'X', email }));
    expect(fresh).toMatchObject({ event_id: OPEN, status: 'confirmed' });
    expect(fresh.id).toMatch(/^reg_x/);
    expect(registrationIn(await registerFor(server, OPEN, { name: 'X', email })).id).toBe(fresh.id);
  });
});

describe('five hundred at once for ten seats', () => {
  async function withTenSeats(): Promise<Event> {
    const open = (await listed<Event>(server, '/api/events?status=scheduled')).find(({ available }) => available >= 10);
    if (open === undefined) throw new Error('no event has ten seats left');
    for (let i = open.available; i > 10; i--) await registerFor(server, open.id, person(10_000 + i));
    const event = await eventOf(server, open.id);
    expect(event.available).toBe(10);
    return event;
  }

  long.each([
    ['without the wish to wait', false],
    ['with it', true],
  ])('%s', async (_what, waitlist) => {
    const before = await withTenSeats();
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, i) => registerFor(server, before.id, person(i, { waitlist }))),
    );
    const taken = answers.filter(({ status }) => status === 200).map(registrationIn);
    expect(taken.filter(({ status }) => status === 'confirmed')).toHaveLength(10);
    const positions = taken.flatMap(({ waitlist_position: position }) => (position === null ? [] : [position]));
    const refused = answers.filter(({ json }) => json['kind'] === 'sold_out');
    expect(refused).toHaveLength(waitlist ? 0 : 490);
    const expected = Array.from({ length: waitlist ? 490 : 0 }, (_, i) => before.waitlist_count + i + 1);
    expect(positions.toSorted((a, b) => a - b)).toEqual(expected);
    expect(before.waitlist_count).toBe(0);
    const after = await expectConsistent(before.id);
    expect(after).toMatchObject({ available: 0, sold_out: true, waitlist_count: expected.length });
    expect(new Set(taken.map(({ ticket_code }) => ticket_code)).size).toBe(taken.length);
  });
});
