/** When an order is to be delivered, by the clock on the wall of the restaurant. */
import { badRequest, instantsAt, localTime, wallAt, type Zone } from '../../kit/index.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How far ahead an order can be scheduled, in ms. */
const AHEAD = { least: 45 * MINUTE_MS, most: 7 * DAY_MS };

function fault(code: string, detail: string) {
  return badRequest([{ pointer: '#/scheduled_for', code, detail }]);
}

/** The instant of a time with an offset, which must be the one that the zone has then. */
function withOffset(text: string, zone: Zone): number {
  const instant = Date.parse(text);
  const wall = Date.parse(`${text.slice(0, 16)}:00.000Z`);
  if (wallAt(zone, instant) === wall) return instant;
  const right = instantsAt(zone, wall).map((one) => localTime(zone, one));
  const detail =
    right.length === 0
      ? `names a time that the clocks in ${zone.name} skip`
      : `must have the offset of ${zone.name}: ${right.join(' or ')}`;
  throw fault(right.length === 0 ? 'nonexistent_local_time' : 'wrong_offset', detail);
}

/** The instant at which the clock on the wall shows a time. */
function onTheWall(text: string, zone: Zone): number {
  const wall = Date.parse(`${text.slice(0, 16)}:00.000Z`);
  const [instant, other] = instantsAt(zone, wall);
  if (instant === undefined) {
    throw fault('nonexistent_local_time', `names a time that the clocks in ${zone.name} skip`);
  }
  if (other === undefined) return instant;
  const both = [instant, other].map((one) => localTime(zone, one)).join(' or ');
  throw fault('ambiguous_local_time', `names a time that the clocks in ${zone.name} show twice: send ${both}`);
}

/**
 * The instant of a time, which may have an offset.
 *
 * @param text - a time to the minute, as its schema has accepted it
 * @throws ProblemError 400 that says what is wrong with it, and what would be right
 */
export function scheduledInstant(text: string, zone: Zone, now: number): number {
  const instant = /(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(16)) ? withOffset(text, zone) : onTheWall(text, zone);
  const ahead = instant - now;
  if (ahead < AHEAD.least) {
    throw fault('too_soon', `must be at least 45 minutes ahead; it is ${localTime(zone, now)} there`);
  }
  if (ahead > AHEAD.most) throw fault('too_far', `must be at most 7 days ahead; it is ${localTime(zone, now)} there`);
  return instant;
}
