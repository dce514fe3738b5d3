/** Where something is on a map, and areas of it that lists are filtered by. */
import { z } from 'zod';
import type { Condition, WideCondition } from './condition.js';

const DEGREES = /^-?\d{1,3}(?:\.\d+)?$/;

/** The degrees in a comma-separated list; undefined where one of its values is none. */
export function readDegrees(text: string): readonly number[] | undefined {
  // More than a box has are too many, however many there are.
  const parseDegrees = text.split(',', 5);
  return parseDegrees.every((one) => DEGREES.test(one)) ? parseDegrees.map(Number) : undefined;
}

/** Whether a longitude and a latitude are those of a position on the Earth. */
export function isOnMap(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** Digits after the point of degrees: some metre on the ground. */
const DECIMALS = 5;

const hasFewDecimals = (value: number) => Number(value.toFixed(DECIMALS)) === value;

function degrees(most: number, texts: { readonly description: string; readonly example: number }) {
  return z
    .number()
    .min(-most)
    .max(most)
    .refine(hasFewDecimals, `must have at most ${DECIMALS} decimals`)
    .meta({ description: texts.description, examples: [texts.example] });
}

/**
 * A position on the Earth in degrees, each with at most 5 decimals: what `withinBox` and `withinCircle` look at.
 *
 * @example
 * ```ts
 * import { location } from '@understudy/contract';
 * const where = location('Where the shop is.');
 * ```
 */
export function location(description: string) {
  return z
    .object({
      latitude: degrees(90, { description: 'Degrees north of the equator, -90 to 90.', example: 52.52437 }),
      longitude: degrees(180, { description: 'Degrees east of Greenwich, -180 to 180.', example: 13.41053 }),
    })
    .meta({ description });
}

/** A position on the Earth in degrees. */
export type Location = z.infer<ReturnType<typeof location>>;

/** A box between two meridians and two parallels, in degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  /** Below `west` where the box crosses the meridian of 180°. */
  readonly east: number;
  readonly north: number;
}

const BOX_ALLOWED =
  'must be west,south,east,north in degrees: longitudes from -180 to 180, latitudes from -90 to 90, and south not above north';

/** Reads a box; undefined where the text is none. */
function readBox(text: string): Box | undefined {
  const [west, south, east, north, ...more] = readDegrees(text) ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined;
  const isBox = isOnMap(west, south) && isOnMap(east, north) && south <= north;
  return more.length === 0 && isBox ? { west, south, east, north } : undefined;
}

/** The box in a text that the schema of a box has accepted. */
export function boxIn(text: string): Box {
  const box = readBox(text);
  if (box === undefined) throw new RangeError(`${text} is no box`);
  return box;
}

/**
 * The schema of a box, `west,south,east,north`, as GeoJSON writes it: longitude before latitude, and west above east
 * where the box crosses the meridian of 180° (RFC 7946 §5).
 */
export function boxInput(description: string) {
  return z
    .string()
    .check(({ value, issues }) => {
      if (readBox(value) !== undefined) return;
      issues.push({ code: 'invalid_format', format: 'box', message: BOX_ALLOWED, input: value, continue: true });
    })
    .meta({
      description: `${description} \`west,south,east,north\` in degrees, edges included; west above east crosses the meridian of 180° (RFC 7946 §5).`,
      examples: ['-9.5,38.6,-9,38.9'],
    });
}

/** All positions that are at most so far from its centre. */
export interface Circle {
  /** Degrees east. */
  readonly longitude: number;
  /** Degrees north. */
  readonly latitude: number;
  /** Metres on the ground. */
  readonly radius: number;
}

/** Metres, where none are given. */
const DEFAULT_RADIUS = 5000;

const RADIUS_ALLOWED =
  'must be longitude,latitude in degrees: a longitude from -180 to 180, then a latitude from -90 to 90';

function readCentre(text: string): readonly [longitude: number, latitude: number] | undefined {
  const [longitude, latitude, ...more] = readDegrees(text) ?? [];
  if (longitude === undefined || latitude === undefined || more.length > 0) return undefined;
  return isOnMap(longitude, latitude) ? [longitude, latitude] : undefined;
}

/** The circle around a centre that its schema has accepted, with the radius that came with it. */
export function circleIn(text: string, radius: unknown): Circle {
  const centre = readCentre(text);
  if (centre === undefined) throw new RangeError(`${text} is no position`);
  const [longitude, latitude] = centre;
  return { longitude, latitude, radius: typeof radius === 'number' ? radius : DEFAULT_RADIUS };
}

/** The schema of the centre, `longitude,latitude`: in the order of GeoJSON (RFC 7946 §3.1.1). */
export function centreInput(description: string) {
  return z
    .string()
    .check(({ value, issues }) => {
      if (readCentre(value) !== undefined) return;
      issues.push({
        code: 'invalid_format',
        format: 'position',
        message: RADIUS_ALLOWED,
        input: value,
        continue: true,
      });
    })
    .meta({
      description: `${description} \`longitude,latitude\` in degrees, the longitude first (RFC 7946 §3.1.1); \`radius_m\` says how far around it.`,
      examples: ['-9.14,38.71'],
    });
}

/** The schema of the radius. */
export function radiusInput() {
  return z
    .int()
    .min(1)
    .max(50_000)
    .meta({
      description: `How far around the position, in metres; ${DEFAULT_RADIUS} where it is left out.`,
      examples: [DEFAULT_RADIUS],
    });
}

/**
 * Only records whose member, a `latitude` and a `longitude` in degrees, lies in a box: `west,south,east,north`, edges
 * included (RFC 7946 §5).
 *
 * @example
 * ```ts
 * import { withinBox } from '@understudy/contract';
 * const bbox = withinBox('location', 'Only homes in this part of the map.');
 * ```
 */
export function withinBox<const Member extends string>(
  member: Member,
  description: string,
): Condition<'box', Member, ReturnType<typeof boxInput>, Box> {
  return { is: 'box', member, schema: boxInput(description), beside: {}, values: (input) => [boxIn(String(input))] };
}

/**
 * Only records whose member, a `latitude` and a `longitude` in degrees, is near a position: `longitude,latitude`. The
 * input has `radius_m` as well, 1 to 50,000 metres on the ground, 5,000 where it is left out.
 *
 * @example
 * ```ts
 * import { withinCircle } from '@understudy/contract';
 * const near = withinCircle('location', 'Only homes around here.');
 * ```
 */
export function withinCircle<const Member extends string>(
  member: Member,
  description: string,
): WideCondition<
  'circle',
  Member,
  ReturnType<typeof centreInput>,
  Circle,
  { readonly radius_m: ReturnType<typeof radiusInput> }
> {
  return {
    is: 'circle',
    member,
    schema: centreInput(description),
    beside: { radius_m: radiusInput() },
    values: (input, { radius_m }) => [circleIn(String(input), radius_m)],
  };
}
