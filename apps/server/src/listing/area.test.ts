import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInBox, isInCircle } from './matcher.js';

const position = fc.record({
  latitude: fc.integer({ min: -90, max: 90 }),
  longitude: fc.integer({ min: -180, max: 180 }),
});

describe('isInCircle', () => {
  it('has its centre, and nothing beyond its radius', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 50_000 }), (centre, radius) => {
        expect(isInCircle({ ...centre, radius }, centre)).toBe(true);
        // A degree of latitude is more than 111 km.
        const further = { ...centre, latitude: centre.latitude + (centre.latitude > 0 ? -1 : 1) };
        expect(isInCircle({ ...centre, radius }, further)).toBe(false);
      }),
    );
  });

  it('around a pole has every longitude', () => {
    for (let longitude = -180; longitude <= 180; longitude += 7.5) {
      const circle = { latitude: 90, longitude: 33, radius: 12_000 };
      expect(isInCircle(circle, { latitude: 89.9, longitude })).toBe(true);
      expect(isInCircle(circle, { latitude: 89.8, longitude })).toBe(false);
    }
  });

  it('crosses the meridian of 180° both ways', () => {
    const west = { latitude: -17, longitude: 179.98 };
    const east = { latitude: -17, longitude: -179.98 };
    expect(isInCircle({ ...west, radius: 5000 }, east)).toBe(true);
    expect(isInCircle({ ...east, radius: 5000 }, west)).toBe(true);
    expect(isInCircle({ ...west, radius: 4000 }, east)).toBe(false);
  });
});

it.each([null, undefined, 'Lisbon', 7, [], {}, { latitude: 1 }, { latitude: '1', longitude: '2' }])(
  '%j is in no box and in no circle',
  (value) => {
    expect(isInBox({ west: -180, south: -90, east: 180, north: 90 }, value)).toBe(false);
    expect(isInCircle({ latitude: 0, longitude: 0, radius: 50_000 }, value)).toBe(false);
  },
);
