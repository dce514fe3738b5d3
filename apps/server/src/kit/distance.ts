/**
 * The distance between two positions on the Earth, equal to the last bit on every machine: by +, −, ×, ÷ and √ alone, which
 * IEEE 754 rounds exactly. What `Math.sin` and its like give is up to each engine (ECMA-262 §21.3.2).
 */

/** Where something is, in degrees. */
export interface Position {
  /** North of the equator, from -90 to 90. */
  readonly latitude: number;
  /** East of Greenwich, from -180 to 180. */
  readonly longitude: number;
}

/** The mean radius of the Earth in metres (IUGG, R₁). */
const EARTH = 6_371_008.8;

/** One degree in radians. */
const DEGREE = 0.017453292519943295;

/** The sine of at most 45 degrees: its Taylor series up to x¹⁵, whose next term is below 5e-17. */
function smallSine(degrees: number): number {
  const x = degrees * DEGREE;
  const square = x * x;
  let sum = 1;
  for (let n = 14; n > 0; n -= 2) sum = 1 - (sum * square) / (n * (n + 1));
  return x * sum;
}

/** The cosine of at most 45 degrees: its Taylor series up to x¹⁶, whose next term is below 3e-18. */
function smallCosine(degrees: number): number {
  const x = degrees * DEGREE;
  const square = x * x;
  let sum = 1;
  for (let n = 16; n > 0; n -= 2) sum = 1 - (sum * square) / (n * (n - 1));
  return sum;
}

/** The sine of 0 to 180 degrees, off by less than 1e-15. */
export function sine(degrees: number): number {
  // Both differences are exact, so that a pole and the meridian of 180° are what they are.
  const acute = degrees > 90 ? 180 - degrees : degrees;
  return acute > 45 ? smallCosine(90 - acute) : smallSine(acute);
}

/** The cosine of -90 to 90 degrees, off by less than 1e-15. */
export function cosine(degrees: number): number {
  const acute = Math.abs(degrees);
  return acute > 45 ? smallSine(90 - acute) : smallCosine(acute);
}

/** The arcsine of 0 to 1 in radians, off by less than 1e-13: half the angle, until its series is short. */
export function arcsine(sineOfIt: number): number {
  let x = sineOfIt;
  let halved = 1;
  for (; x > 0.1; halved *= 2) x /= Math.sqrt(2 + 2 * Math.sqrt(1 - x * x));
  const square = x * x;
  // asin x = x + x³/6 + 3x⁵/40 + …: each factor is the quotient of one term and the one before. The next is below 3e-15.
  let sum = 1;
  for (let n = 11; n > 1; n -= 2) sum = 1 + (sum * square * (n - 2) * (n - 2)) / (n * (n - 1));
  return halved * x * sum;
}

/**
 * Metres between two positions along a great circle, by the haversine formula: as right at the poles and across the
 * meridian of 180° as elsewhere. The Earth counts as a sphere, which is off by up to 0.6 % of the distance; rounding adds
 * less than a micrometre to distances of up to 100 km.
 */
export function metresBetween(one: Position, other: Position): number {
  const north = sine(Math.abs(one.latitude - other.latitude) / 2);
  const east = sine(Math.abs(one.longitude - other.longitude) / 2);
  const haversine = north * north + cosine(one.latitude) * cosine(other.latitude) * east * east;
  return 2 * EARTH * arcsine(Math.sqrt(Math.min(1, haversine)));
}
