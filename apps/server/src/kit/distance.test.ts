import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arcsine, cosine, metresBetween, type Position, sine } from './distance.js';

const RADIANS = Math.PI / 180;
const EARTH = 6_371_008.8;

/** The haversine formula as it stands in textbooks, in the trigonometry of the engine. */
function haversine(one: Position, other: Position): number {
  const north = Math.sin(((other.latitude - one.latitude) * RADIANS) / 2);
  const east = Math.sin(((other.longitude - one.longitude) * RADIANS) / 2);
  const across = Math.cos(one.latitude * RADIANS) * Math.cos(other.latitude * RADIANS) * east * east;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(north * north + across)));
}

/** By the angle between two vectors: another formula, which has no trouble at the poles or across 180° either. */
function angle(one: Position, other: Position): number {
  const [a, b] = [one, other].map(({ latitude, longitude }) => {
    const [north, east] = [latitude * RADIANS, longitude * RADIANS];
    return { x: Math.cos(north) * Math.cos(east), y: Math.cos(north) * Math.sin(east), z: Math.sin(north) };
  });
  if (a === undefined || b === undefined) return Number.NaN;
  const across = Math.hypot(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
  return EARTH * Math.atan2(across, a.x * b.x + a.y * b.y + a.z * b.z);
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const position = fc.record({ latitude: between(-90, 90), longitude: between(-180, 180) });

/** A longitude, however often one has gone around. */
const wrapped = (longitude: number) => ((longitude + 540) % 360) - 180;

/** Two positions up to about 100 km apart, often around a pole or across the meridian of 180°. */
const neighbours = fc
  .record({
    latitude: fc.oneof(between(-90, 90), between(89.5, 90), between(-90, -89.5)),
    longitude: fc.oneof(between(-180, 180), fc.constantFrom(-180, 180, 179.9, -179.9)),
    north: between(-0.5, 0.5),
    east: between(-0.5, 0.5),
    around: fc.boolean(),
  })
  .map(({ latitude, longitude, north, east, around }): [Position, Position] => {
    const isPolar = Math.abs(latitude) > 89.5;
    const other = {
      latitude: Math.max(-90, Math.min(90, latitude + north)),
      longitude: wrapped(longitude + (isPolar && around ? 180 : east)),
    };
    return [{ latitude, longitude }, other];
  });

it('has the sine, cosine and arcsine of the engine, within the bounds that it states', () => {
  const off = { sine: 0, cosine: 0, arcsine: 0 };
  for (let i = 0; i <= 36_000; i++) {
    const degrees = i / 200;
    // Of the acute angle: the engine would be given an angle in radians that is rounded more.
    const acute = Math.min(degrees, 180 - degrees);
    off.sine = Math.max(off.sine, Math.abs(sine(degrees) - Math.sin(acute * RADIANS)));
    off.cosine = Math.max(off.cosine, Math.abs(cosine(degrees - 90) - Math.cos((degrees - 90) * RADIANS)));
    off.arcsine = Math.max(off.arcsine, Math.abs(arcsine(i / 36_000) - Math.asin(i / 36_000)));
  }
  expect(off.sine).toBeLessThan(1e-15);
  expect(off.cosine).toBeLessThan(1e-15);
  expect(off.arcsine).toBeLessThan(1e-13);
});

describe('metresBetween', () => {
  it('is that of two other formulas, within a micrometre, also around the poles and across 180°', () => {
    fc.assert(
      fc.property(neighbours, ([one, other]) => {
        const metres = metresBetween(one, other);
        expect(Math.abs(metres - angle(one, other))).toBeLessThan(1e-6);
        expect(Math.abs(metres - haversine(one, other))).toBeLessThan(1e-6);
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('is off by less than a metre however far apart, and the same both ways', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        expect(Math.abs(metresBetween(one, other) - angle(one, other))).toBeLessThan(1);
        expect(metresBetween(other, one)).toBe(metresBetween(one, other));
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('is nothing where two positions are one: at a pole, and on the meridian of 180°', () => {
    for (const [one, other] of [
      [
        { latitude: 90, longitude: 12 },
        { latitude: 90, longitude: -140 },
      ],
      [
        { latitude: -90, longitude: 0 },
        { latitude: -90, longitude: 180 },
      ],
      [
        { latitude: -17.5, longitude: 180 },
        { latitude: -17.5, longitude: -180 },
      ],
    ] as const) {
      expect(metresBetween(one, other)).toBe(0);
    }
  });

  it('goes over the pole where that is shorter', () => {
    const [one, other] = [
      { latitude: 89.9, longitude: 0 },
      { latitude: 89.9, longitude: 180 },
    ];
    expect(metresBetween(one, other)).toBeCloseTo(0.2 * RADIANS * EARTH, 6);
  });

  it('has these bits on every machine', () => {
    const lisbon = { latitude: 38.71, longitude: -9.14 };
    const porto = { latitude: 41.15, longitude: -8.61 };
    const suva = { latitude: -18.14, longitude: 178.44 };
    expect([
      metresBetween(lisbon, porto),
      metresBetween(lisbon, suva),
      metresBetween(suva, { latitude: -18.1, longitude: -179.9 }),
    ]).toEqual([275052.19313666306, 17613081.304428477, 175485.58622665156]);
  });
});
