/** Addresses in places: written as there, near their district, and none with a postal code that no letter would reach. */
import { expect, test } from 'vitest';
import { metresBetween } from './distance.js';
import { drawAddress, placeNamed, places } from './places.js';
import { randomFor } from './random.js';
import { zoneNamed } from './zone.js';

/** What postal codes look like. */
const formats: Readonly<Record<string, RegExp>> = {
  PT: /^\d{4}-\d{3}$/,
  DE: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d [1-9][A-Z]{2}$/,
  FR: /^\d{5}$/,
  NL: /^[1-9]\d{3} [A-Z]{2}$/,
  SE: /^\d{3} \d{2}$/,
  CA: /^[A-Z]\d[A-Z] \d[A-Z]\d$/,
  US: /^\d{5}$/,
  BR: /^\d{5}-\d{3}$/,
  JP: /^\d{3}-\d{4}$/,
  SG: /^\d{6}$/,
  IN: /^[1-9]\d{5}$/,
  KE: /^\d{5}$/,
  AU: /^\d{4}$/,
};

test.each(places)('$name', (place) => {
  expect(zoneNamed(place.timezone)).toBeDefined();
  const { districts, streets } = place;
  for (let index = 0; index < 200; index++) {
    const { line1, postalCode, location, district } = drawAddress(place, randomFor(1, 2, index));
    const within = districts.find(({ name }) => name === district);
    expect(metresBetween(location, within ?? { latitude: 0, longitude: 0 })).toBeLessThan(500);
    expect(Math.abs(location.longitude)).toBeLessThanOrEqual(180);
    expect([...streets, district].some((name) => line1.includes(name))).toBe(true);
    expect(line1).toMatch(/\d/);
    const format = formats[place.code];
    if (format === undefined) expect(postalCode).toBeNull();
    else expect(postalCode).toMatch(format);
    expect(postalCode ?? '1').not.toMatch(/^0+$/);
  }
});

test('a part of a city can be named', () => {
  const fiji = placeNamed('Taveuni');
  expect(drawAddress(fiji, randomFor(1, 2, 3), 'Vuna').location.longitude).toBeGreaterThan(179);
  expect(drawAddress(fiji, randomFor(1, 2, 3), 'Waiyevo').location.longitude).toBeLessThan(-179);
});
