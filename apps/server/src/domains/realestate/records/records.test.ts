/** Seeded real estate agrees with its schemas and with itself, whatever the seed and size. */
import assert from 'node:assert/strict';
import { type Listing, listingCurrencies } from '@understudy/contract/realestate';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, test } from 'vitest';
import { allOf } from '../../../kit/all-of.fixture.js';
import { type AnyCollection, Dataset, EPOCH, metresBetween, places, zoneNamed } from '../../../kit/index.js';
import { isSlot, viewings } from '../viewings.js';
import { agents, listings } from './listing.js';
import { photos } from './photo.js';

/** The collections of the domain. */
const realestateCollections: readonly AnyCollection[] = [listings, agents, photos, viewings];

/** A dataset of a seed, with so many listings and viewings. */
function datasetOf(seed: string, size: number, viewed = 80): Dataset {
  return new Dataset(seed, { listings: size, viewings: viewed });
}

const cases = [
  ['understudy', 240],
  ['another seed', 240],
  ['', 13],
  ['none', 0],
  ['one', 1],
  ['many', 3000],
] as const;

const ms = (instant: string | null) => Date.parse(instant ?? '');

/** Whether a value ascends from each to the next. */
function ascends(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
}

describe.each(cases)('seed %j, %i listings', (seed, size) => {
  const dataset = datasetOf(seed, size);
  const all = allOf(dataset, listings);
  const byId = new Map(all.map((one) => [one.id, one]));

  test(
    'records fit their schemas, and ids count up',
    () => {
      for (const collection of realestateCollections) {
        for (const [i, item] of allOf(dataset, collection).entries()) {
          assert.deepEqual(collection.schema.parse(item), item);
          assert.equal(item.id, `${collection.prefix}_${String(i + 1).padStart(4, '0')}`);
        }
      }
    },
    patient(30_000),
  );

  test('a record alone equals the record of a full walk', () => {
    for (const collection of realestateCollections) {
      const count = collection.count(dataset);
      for (const index of new Set([count - 1, count >> 1, 3, 0])) {
        if (index < 0 || index >= count) continue;
        expect(collection.seeded(datasetOf(seed, size), index)).toEqual(collection.seeded(dataset, index));
      }
    }
  });

  test('listings have the photos that name them, which know what they are', () => {
    const kept = allOf(dataset, photos);
    assert.equal(
      kept.length,
      all.reduce((sum, { photo_count }) => sum + photo_count, 0),
    );
    for (const [i, { listing_id, kind }] of kept.entries()) {
      assert.equal(kind, byId.get(listing_id)?.kind);
      if (i < 200) assert.ok(Array.from(photos.lookup?.listing_id?.(dataset, listing_id) ?? []).includes(i));
    }
  });

  test('agents have the listings that name them', () => {
    for (const { id, listing_count } of allOf(dataset, agents)) {
      const own = all.flatMap(({ agent_id }, i) => (agent_id === id ? [i] : []));
      assert.equal(listing_count, own.length);
      expect(Array.from(listings.lookup?.agent_id?.(dataset, id) ?? [])).toEqual(own);
    }
    for (const status of new Set(all.map((one) => one.status))) {
      const own = all.flatMap((one, i) => (one.status === status ? [i] : []));
      expect(Array.from(listings.lookup?.status?.(dataset, status) ?? [])).toEqual(own);
    }
    for (const id of ['agt_9999', 'x', '']) expect(listings.lookup?.agent_id?.(dataset, id)).toHaveLength(0);
  });

  test('instants lie before the epoch, in order of index', () => {
    assert.ok(ascends(all.map(({ updated_at }) => ms(updated_at))));
    assert.ok(ascends(all.map(({ listed_at }) => ms(listed_at))));
    for (const one of all) {
      assert.ok(ms(one.listed_at) <= ms(one.updated_at) && ms(one.updated_at) < EPOCH);
      assert.ok(one.expires_at === null || ms(one.expires_at) <= ms(one.updated_at));
      assert.notEqual(one.status, 'coming_soon');
    }
    const seen = allOf(dataset, viewings);
    assert.ok(ascends(seen.map(({ created_at }) => ms(created_at))));
    for (const one of seen) {
      const of = byId.get(one.listing_id);
      assert.ok(of !== undefined && isSlot(of, ms(one.starts_at)));
      assert.ok(ms(one.created_at) < ms(one.starts_at) && ms(one.ends_at) < EPOCH);
      assert.notEqual(one.status, 'booked');
      assert.equal(one.cancelled_at === null, one.status !== 'cancelled');
      if (one.cancelled_at !== null) assert.ok(ms(one.cancelled_at) < ms(one.starts_at));
    }
  });

  test('listings are where their city is, and cost what goes with it', () => {
    for (const one of all) {
      const place = places.find(({ name }) => name === one.address.city);
      assert.ok(place !== undefined && zoneNamed(one.timezone) !== undefined);
      assert.deepEqual(
        [place.currency, place.timezone, place.code],
        [one.price.currency, one.timezone, one.address.country],
      );
      const { districts } = place;
      assert.ok(districts.some((district) => metresBetween(district, one.location) < 500));
      assert.equal(one.kind === 'land', one.area_m2 === null);
      assert.equal(one.kind === 'land', one.bedrooms === null && one.year_built === null);
      assert.equal(one.offer === 'rent', one.price_period === 'month');
      assert.ok(one.price.amount > 0);
      assert.ok(!one.title.includes('{') && one.description !== '');
    }
  });
});

test('what a listing is does not depend on how many others there are', () => {
  expect(allOf(datasetOf('x', 500), listings).slice(0, 50)).toEqual(allOf(datasetOf('x', 50), listings));
});

test('places have currencies that prices can be in', () => {
  for (const { currency } of places) expect(listingCurrencies).toContain(currency);
});

test('forty listings share one instant', () => {
  const [first, ...rest] = allOf(datasetOf('understudy', 240), listings);
  expect(rest.filter(({ updated_at }) => updated_at === first?.updated_at)).toHaveLength(39);
});

test.each(['understudy', 'x', ''])('the first ten are the special cases, with seed %j', (seed) => {
  const all = allOf(datasetOf(seed, 10), listings);
  const expected: readonly Partial<Listing>[] = [
    { status: 'active' },
    { status: 'under_offer' },
    { status: 'closed' },
    { status: 'withdrawn' },
    { status: 'active', timezone: 'Europe/Berlin' },
    { status: 'active', kind: 'land', bedrooms: null, bathrooms: null },
    { status: 'active', timezone: 'Asia/Tokyo' },
    { status: 'active', timezone: 'Pacific/Fiji' },
    { status: 'active', timezone: 'Pacific/Fiji' },
    { status: 'active', timezone: 'Australia/Melbourne' },
  ];
  expect(all).toMatchObject(expected);
  expect(all[6]?.price.currency).toBe('JPY');
  expect(all[7]?.location.longitude).toBeGreaterThan(179);
  expect(all[8]?.location.longitude).toBeLessThan(-179);
});
