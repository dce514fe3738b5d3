/** A box on a map: two longitudes and two latitudes. */
import { z } from 'zod';
import { isOnMap, readDegrees } from './degrees.js';

/** A box between two meridians and two parallels, in degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  /** Below `west` where the box crosses the meridian of 180°. */
  readonly east: number;
  readonly north: number;
}

const ALLOWED =
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
      issues.push({ code: 'invalid_format', format: 'box', message: ALLOWED, input: value, continue: true });
    })
    .meta({
      description: `${description} \`west,south,east,north\` in degrees, edges included; west above east crosses the meridian of 180° (RFC 7946 §5).`,
      examples: ['-9.5,38.6,-9,38.9'],
    });
}
