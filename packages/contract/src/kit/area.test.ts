import { describe, expect, it } from 'vitest';
import { centreInput, circleIn, radiusInput } from './area.js';

const centre = centreInput('Around here.');

describe('the centre of a circle', () => {
  it.each([
    ['-9.14,38.71', -9.14, 38.71],
    ['180,-90', 180, -90],
    ['-180,90', -180, 90],
    ['0,0', 0, 0],
  ])('%s is read with the longitude first', (text, longitude, latitude) => {
    expect(centre.parse(text)).toBe(text);
    expect(circleIn(text, 700)).toEqual({ longitude, latitude, radius: 700 });
  });

  it.each([
    // Latitude and longitude swapped.
    '38.71,-120.5',
    '181,0',
    '0,90.1',
    '9',
    '9,7,1',
    '9,7,1,2,3,4',
    ' 9,7',
    '9, 7',
    '+9,7',
    '9e0,7',
    '9.,7',
    ',',
    '',
  ])('%j is refused in words that say the order', (text) => {
    expect(centre.safeParse(text).error?.issues).toMatchObject([
      {
        message: 'must be longitude,latitude in degrees: a longitude from -180 to 180, then a latitude from -90 to 90',
      },
    ]);
  });
});

it('has a radius of 5,000 metres where none is given, and takes 1 to 50,000', () => {
  expect(circleIn('9,7', undefined).radius).toBe(5000);
  for (const fine of [1, 50_000]) expect(radiusInput().safeParse(fine).success).toBe(true);
  for (const wrong of [0, -1, 50_001, 1.5]) expect(radiusInput().safeParse(wrong).success).toBe(false);
});
