/** Whether a position lies in a part of a map. */
import type { Box, Circle } from '@understudy/contract/kit';
import { metresBetween, type Position } from '../kit/distance.js';

/** The position that a member of a record holds; undefined where it holds none. */
function positionIn(value: unknown): Position | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { latitude, longitude } = value as Readonly<Record<string, unknown>>;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

/** Whether a longitude lies between two meridians; a box that crosses the one of 180° has two parts (RFC 7946 §5.2). */
function isBetween({ west, east }: Box, longitude: number): boolean {
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** Whether a member of a record is a position in a box. */
export function isInBox(box: Box, value: unknown): boolean {
  const position = positionIn(value);
  if (position === undefined || position.latitude < box.south || position.latitude > box.north) return false;
  const { longitude } = position;
  // -180° and 180° are one meridian.
  return isBetween(box, longitude) || (Math.abs(longitude) === 180 && isBetween(box, -longitude));
}

/** Whether a member of a record is a position in a circle. */
export function isInCircle(circle: Circle, value: unknown): boolean {
  const position = positionIn(value);
  return position !== undefined && metresBetween(circle, position) <= circle.radius;
}
