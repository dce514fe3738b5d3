import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Overlay } from './overlay.js';
import { REMOVED, type StoredRecord } from './internal.js';

/** What a step does to a record: creates it if need be, writes it, removes it, or takes it away. */
const step = fc.record({
  collection: fc.constantFrom('courses', 'clock'),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  text: fc.option(fc.stringMatching(/^[a-z]{0,4}$/)),
  isRemoved: fc.boolean(),
  expires: fc.option(fc.integer({ min: 0, max: 9 })),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Gives a step the form in which a commit stores it. */
function stored(overlay: Overlay, { collection, id, text, isRemoved, expires }: Step): StoredRecord {
  if (text === null) return { collection, id, value: null, order: null, expires: null };
  const order = overlay.of(collection).has(id) ? null : overlay.of(collection).created;
  return { collection, id, value: isRemoved ? REMOVED : { id, text }, order, expires };
}

/** All that can be read. */
function reading(overlay: Overlay) {
  const collections = ['courses', 'clock', 'none'].map((name) => {
    const { size, bytes, removed, version, created } = overlay.of(name);
    const order = Array.from({ length: created + 1 }, (_, position) => overlay.of(name).createdAt(position));
    const records = ['a', 'b', 'c', 'd'].map((id) => [overlay.of(name).has(id), overlay.of(name).get(id)]);
    const entries = [...overlay.of(name).entries()].toSorted();
    expect(removed).toBe(entries.filter(([, value]) => value === REMOVED).length);
    return { size, bytes, removed, version, created, order, records, entries };
  });
  const lives = Array.from({ length: 10 }, (_, now) => [
    overlay.ended(now).toSorted((a, b) => (a.collection + a.id < b.collection + b.id ? -1 : 1)),
    overlay.export(now),
  ]);
  const sizes = collections.flatMap(({ entries }) => entries.map(([, value]) => JSON.stringify(value).length));
  expect(overlay.bytes).toBe(sizes.reduce((sum, bytes) => sum + bytes, 0));
  return { size: overlay.size, bytes: overlay.bytes, collections, lives };
}

/** Applies steps, and answers what was applied. */
const applied = (overlay: Overlay, steps: readonly Step[]): StoredRecord[] =>
  steps.map((one) => {
    const record = stored(overlay, one);
    overlay.apply([record]);
    return record;
  });

it('reads through layers as if all changes had been made in one, hides them from below, and outlives their arrival there', () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), fc.array(step), (first, second, third) => {
      const flat = new Overlay();
      const below = new Overlay();
      applied(flat, first);
      applied(below, first);
      const before = reading(below);
      const layer = below.layer();
      const written = applied(layer, second);
      applied(flat, second);
      expect(reading(layer)).toEqual(reading(flat));
      expect(reading(below)).toEqual(before);
      below.apply(written);
      expect(reading(below)).toEqual(reading(flat));
      expect(reading(layer)).toEqual(reading(flat));
      const more = applied(layer, third);
      applied(flat, third);
      below.apply(more);
      expect(reading(layer)).toEqual(reading(flat));
      expect(reading(below)).toEqual(reading(flat));
    }),
  );
});
