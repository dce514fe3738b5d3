/**
 * Seeded events and their people agree with their schemas and with each other, whatever the seed and size. What holds
 * for each of many thousand records is asserted by Node's assert, which costs a hundredth of an expect().
 */
import assert from 'node:assert/strict';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, test } from 'vitest';
import { allOf } from '../../../kit/all-of.fixture.js';
import { type AnyCollection, Dataset, EPOCH } from '../../../kit/index.js';
import { eventAttendees, eventCategories, eventRegistrations, events as eventRecords } from './event.js';

/** The collections of the domain. */
const eventCollections: readonly AnyCollection[] = [eventRecords, eventCategories, eventRegistrations, eventAttendees];

/** A dataset of a seed, with so many events. */
function datasetOf(seed: string, size: number): Dataset {
  return new Dataset(seed, { events: size });
}

/** All records of all collections. */
function everything(dataset: Dataset) {
  return {
    events: allOf(dataset, eventRecords),
    categories: allOf(dataset, eventCategories),
    registrations: allOf(dataset, eventRegistrations),
    attendees: allOf(dataset, eventAttendees),
  };
}

const cases = [
  ['understudy', 60],
  ['another seed', 60],
  ['', 60],
  ['none', 0],
  ['one', 1],
  ['two', 2],
  ['four', 4],
  ['many', 1000],
] as const;

const ms = (instant: string | null) => Date.parse(instant ?? '');

function groups<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) found.set(key(item), [...(found.get(key(item)) ?? []), item]);
  return found;
}

describe.each(cases)('seed %j, %i events', (seed, size) => {
  const dataset = datasetOf(seed, size);
  const all = everything(dataset);
  const registrations = groups(all.registrations, ({ event_id }) => event_id);
  const attendees = groups(all.attendees, ({ event_id }) => event_id);

  test(
    'records fit their schemas, and ids count up',
    () => {
      expect(all.events).toHaveLength(size);
      for (const collection of eventCollections) {
        for (const [i, item] of allOf(dataset, collection).entries()) {
          // Text is compared, since there are many: the same members in the same order, with the same values.
          assert.equal(JSON.stringify(collection.schema.parse(item)), JSON.stringify(item));
          assert.equal(item.id, `${collection.prefix}_${String(i + 1).padStart(4, '0')}`);
        }
      }
    },
    patient(30_000),
  );

  test('a record alone equals the record of a full walk', () => {
    for (const collection of eventCollections) {
      const count = collection.count(dataset);
      for (const index of new Set([count - 1, count >> 1, count % 7, 3, 0])) {
        if (index < 0 || index >= count) continue;
        expect(collection.seeded(datasetOf(seed, size), index)).toEqual(collection.seeded(dataset, index));
      }
    }
  });

  test('counts agree with the people', () => {
    for (const event of all.events) {
      const seated = (attendees.get(event.id) ?? []).filter(({ status }) => status !== 'cancelled');
      const waiting = (registrations.get(event.id) ?? []).filter(({ status }) => status === 'waitlisted');
      assert.equal(event.registered_count, seated.length);
      assert.equal(event.available, event.capacity - event.registered_count);
      assert.ok(event.available >= 0);
      assert.equal(event.sold_out, event.available === 0);
      assert.equal(event.waitlist_count, waiting.length);
      expect(waiting.map(({ waitlist_position }) => waitlist_position)).toEqual(waiting.map((_, i) => i + 1));
      // Nobody waits where a seat is left.
      assert.equal(waiting.length > 0 && !event.sold_out, false);
    }
    for (const category of all.categories) {
      assert.equal(category.event_count, all.events.filter((event) => event.category === category.slug).length);
    }
    const known = new Set(all.categories.map(({ slug }) => slug));
    expect(all.events.filter((event) => !known.has(event.category))).toEqual([]);
  });

  test('attendees are those whose registration is no wait, with the same name, address and state', () => {
    const byId = new Map(all.registrations.map((registration) => [registration.id, registration]));
    expect(all.attendees).toHaveLength(all.registrations.filter(({ status }) => status !== 'waitlisted').length);
    for (const attendee of all.attendees) {
      const { name, email, status, event_id } = attendee;
      const of = byId.get(attendee.registration_id);
      assert.deepEqual([of?.name, of?.email, of?.status, of?.event_id], [name, email, status, event_id]);
      assert.equal(attendee.checked_in_at === null, status !== 'checked_in');
    }
    for (const { status, waitlist_position } of all.registrations) {
      assert.equal(waitlist_position === null, status !== 'waitlisted');
    }
  });

  test('dates are in order, and in line with the state', () => {
    for (const event of all.events) {
      const [starts, ends] = [ms(event.starts_at), ms(event.ends_at)];
      assert.ok(starts < ends);
      if (event.status === 'completed') assert.ok(ends <= EPOCH);
      if (event.status === 'scheduled') assert.ok(starts > EPOCH);
      if (event.status === 'live') assert.equal(starts <= EPOCH && ends > EPOCH, true);
      for (const { created_at } of registrations.get(event.id) ?? []) {
        assert.ok(ms(created_at) < Math.min(starts, EPOCH));
      }
      for (const attendee of attendees.get(event.id) ?? []) {
        if (attendee.checked_in_at === null) continue;
        expect(['completed', 'live']).toContain(event.status);
        assert.ok(ms(attendee.checked_in_at) < Math.min(ends, EPOCH));
      }
    }
  });

  test('addresses and ticket codes are unique', () => {
    const count = all.registrations.length;
    assert.equal(new Set(all.registrations.map(({ email }) => email)).size, count);
    assert.equal(new Set(all.registrations.map(({ ticket_code }) => ticket_code)).size, count);
    for (const { email } of all.registrations) assert.equal(email, email.toLowerCase());
  });

  test('look-ups find what a walk finds', () => {
    for (const [position, { email }] of all.registrations.entries()) {
      if (position % 97 !== 0) continue;
      expect(Array.from(eventRegistrations.lookup?.email?.(dataset, email) ?? [])).toEqual([position]);
      expect(eventRegistrations.lookup?.email?.(dataset, `x${email}`)).toHaveLength(0);
    }
    for (const { id } of all.events.slice(0, 40)) {
      const found = all.attendees.flatMap(({ event_id }, i) => (event_id === id ? [i] : []));
      expect(Array.from(eventAttendees.lookup?.event_id?.(dataset, id) ?? [])).toEqual(found);
    }
    for (const email of ['', '@', 'a.0@example.com', 'a.99999999@example.com', 'a.1@', 'a.1e3@example.com']) {
      expect(eventRegistrations.lookup?.email?.(dataset, email)).toHaveLength(0);
    }
    for (const id of [`event_${String(size + 1).padStart(4, '0')}`, 'event_0000', 'event_00001', '', 'x']) {
      expect(eventAttendees.lookup?.event_id?.(dataset, id)).toHaveLength(0);
    }
  });

  test('the first five are open, sold out, one seat short of it, cancelled, and live', () => {
    const [open, soldOut, oneSeat, cancelled, live] = all.events;
    if (open !== undefined) assert.equal(open.status === 'scheduled' && open.available > 1, true);
    if (soldOut !== undefined) expect(soldOut).toMatchObject({ status: 'scheduled', available: 0, sold_out: true });
    if (oneSeat !== undefined) expect(oneSeat).toMatchObject({ status: 'scheduled', available: 1, sold_out: false });
    if (cancelled !== undefined) expect(cancelled).toMatchObject({ status: 'cancelled', registered_count: 0 });
    if (live !== undefined) assert.equal(live.status === 'live' && live.available > 0, true);
  });
});

test('what an event is does not depend on how many others there are', () => {
  const [small, large] = [everything(datasetOf('x', 20)), everything(datasetOf('x', 200))];
  expect(large.events.slice(0, 20)).toEqual(small.events);
  expect(large.registrations.slice(0, small.registrations.length)).toEqual(small.registrations);
});

test('sixty events show every state and category, free and paid ones', () => {
  const { events, categories, attendees } = everything(datasetOf('understudy', 60));
  expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['scheduled', 'live', 'completed', 'cancelled']));
  expect(events.filter(({ status }) => status === 'live').length).toBeGreaterThan(1);
  const present = events.flatMap(({ id, status }) => (status === 'live' ? [id] : []));
  const came = attendees.filter(({ event_id, status }) => present.includes(event_id) && status === 'checked_in');
  expect(came.length).toBeGreaterThan(0);
  expect(categories.filter(({ event_count }) => event_count > 0).length).toBeGreaterThan(6);
  expect(events.some(({ price }) => price.amount === 0)).toBe(true);
  expect(events.some(({ price }) => price.amount > 0)).toBe(true);
});
