/** A circle on a map: its centre and its radius. */
import { z } from 'zod';
import { isOnMap, readDegrees } from './degrees.js';

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

const ALLOWED = 'must be longitude,latitude in degrees: a longitude from -180 to 180, then a latitude from -90 to 90';

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
      issues.push({ code: 'invalid_format', format: 'position', message: ALLOWED, input: value, continue: true });
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
