/** Hours and times by the clock on the wall of a restaurant: against Temporal, which reckons by data and code of its own. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { openingAt, type OpeningHours, zoneNamed } from '../../src/kit/index.js';
import { inProcess, type TestServer, useServer } from '../support.js';
import type { Answered } from '../calling.js';
import { askOrder, askQuote, freeze, restaurantNow, send } from './calls.js';

const HOUR = 3_600_000;
const berlin = {
  restaurant_id: 'rst_0006',
  dropoff: { line1: 'x', city: 'Berlin', location: { latitude: 52.49, longitude: 13.37 } },
};

async function serverAt(at: string, run: (server: TestServer) => Promise<void>): Promise<void> {
  await using server = await inProcess({ clock: at });
  await run(server);
}

/** Orders of rst_0006 for a time, each of a quote of its own. */
async function order(server: TestServer, scheduled_for: string): Promise<Answered> {
  return askOrder(server, (await askQuote(server, berlin)).data, { scheduled_for });
}

describe('a time to deliver', () => {
  it.each([
    // Berlin, where it is an hour later. In winter it has the offset +01:00.
    ['2026-01-05T18:59:00Z', '2026-01-05T20:43', '#/scheduled_for too_soon'],
    ['2026-01-05T18:59:00Z', '2026-01-05T20:44', 'fine'],
    ['2026-01-05T18:59:00Z', '2026-01-05T20:45+01:00', 'fine'],
    ['2026-01-05T18:59:00Z', '2026-01-05T20:45:00.000+01:00', 'fine'],
    ['2026-01-05T18:59:00Z', '2026-01-05T20:45+02:00', '#/scheduled_for wrong_offset'],
    ['2026-01-05T18:59:00Z', '2026-01-05T20:45Z', '#/scheduled_for wrong_offset'],
    ['2026-01-05T18:59:00Z', '2026-01-12T19:59', 'fine'],
    ['2026-01-05T18:59:00Z', '2026-01-12T20:00', '#/scheduled_for too_far'],
    // It is open from 18:00 to 03:00, by the clock there.
    ['2026-01-05T12:00:00Z', '2026-01-05T17:59', 'restaurant_closed'],
    ['2026-01-05T12:00:00Z', '2026-01-05T18:00', 'fine'],
    ['2026-01-05T12:00:00Z', '2026-01-06T02:59', 'fine'],
    ['2026-01-05T12:00:00Z', '2026-01-06T03:00', 'restaurant_closed'],
    // The clock goes from 02:00 to 03:00, at which the restaurant closes.
    ['2026-03-28T12:00:00Z', '2026-03-29T01:59', 'fine'],
    ['2026-03-28T12:00:00Z', '2026-03-29T02:30', '#/scheduled_for nonexistent_local_time'],
    ['2026-03-28T12:00:00Z', '2026-03-29T02:30+01:00', '#/scheduled_for nonexistent_local_time'],
    ['2026-03-28T12:00:00Z', '2026-03-29T03:00', 'restaurant_closed'],
    // It goes from 03:00 to 02:00: the second 03:00 closes.
    ['2026-10-24T12:00:00Z', '2026-10-25T02:30', '#/scheduled_for ambiguous_local_time'],
    ['2026-10-24T12:00:00Z', '2026-10-25T02:30+02:00', 'fine'],
    ['2026-10-24T12:00:00Z', '2026-10-25T02:30+01:00', 'fine'],
    ['2026-10-24T12:00:00Z', '2026-10-25T02:30+03:00', '#/scheduled_for wrong_offset'],
    ['2026-10-24T12:00:00Z', '2026-10-25T03:00', 'restaurant_closed'],
    // What is no time at all.
    ['2026-01-05T12:00:00Z', '2026-02-30T19:00', '#/scheduled_for custom'],
    ['2026-01-05T12:00:00Z', '2026-01-05T24:00', '#/scheduled_for custom'],
    ['2026-01-05T12:00:00Z', '2026-01-05T19:00:30', '#/scheduled_for custom'],
    ['2026-01-05T12:00:00Z', '2026-01-05 19:00', '#/scheduled_for custom'],
    ['2026-01-05T12:00:00Z', '2026-01-05T19:00+25:00', '#/scheduled_for custom'],
  ])('at %s, %s is %s', async (now, wanted, expected) => {
    await serverAt(now, async (server) => {
      const { status, kind, faults, data } = await order(server, wanted);
      if (expected !== 'fine') return expect([...faults, kind]).toContain(expected);
      expect([status, kind]).toEqual([202, undefined]);
      expect(data).toMatchObject({ status: 'scheduled', scheduled_for: wanted.slice(0, 16) });
    });
  });

  it('that is shown twice is told with both instants, which are an hour apart', async () => {
    await serverAt('2026-10-24T12:00:00Z', async (server) => {
      expect((await order(server, '2026-10-25T02:30')).text).toContain(
        'send 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00',
      );
      const ids: string[] = [];
      for (const offset of ['+02:00', '+01:00']) {
        const { data } = await order(server, `2026-10-25T02:30${offset}`);
        ids.push((data as { id: string }).id);
      }
      await freeze(server, '2026-10-24T23:55:00Z');
      const statuses = async () =>
        Promise.all(
          ids.map(async (id) => (await send<{ status: string }>(server, ['GET', `/orders/${id}`])).data.status),
        );
      expect(await statuses()).toEqual(['placed', 'scheduled']);
      await freeze(server, '2026-10-25T00:55:00Z');
      expect((await statuses())[1]).toBe('placed');
    });
  });
});

/** Whether a plan is open at an instant, minute by minute of the clock on the wall; hours do not begin or end in a repeated hour. */
function isOpen({ hours, closedOn }: OpeningHours, zone: string, instant: number): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return [0, 1].some((before) => {
    const day = at.toPlainDate().subtract({ days: before });
    if (closedOn.includes(day.toString().slice(5))) return false;
    return hours.some(({ weekday, opens, closes }) => {
      if (weekday !== day.dayOfWeek) return false;
      const last = closes > opens ? day : day.add({ days: 1 });
      // Earlier of a repeated time to open, later to close; of a skipped one, Temporal gives what the offset before makes of it.
      const jump = (date: Temporal.PlainDate, time: string, which: 'earlier' | 'later') => {
        const wall = date.toPlainDateTime(time);
        const found = wall.toZonedDateTime(zone, { disambiguation: which });
        if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
        const transition = wall.toZonedDateTime(zone, { disambiguation: 'earlier' }).getTimeZoneTransition('next');
        return transition?.epochMilliseconds ?? Number.NaN;
      };
      return instant >= jump(day, opens, 'earlier') && instant < jump(last, closes, 'later');
    });
  });
}

const everyDay = (...pairs: readonly (readonly [string, string])[]) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => pairs.map(([opens, closes]) => ({ weekday, opens, closes })));

const plans: readonly (readonly [string, OpeningHours])[] = [
  ['past midnight', { hours: everyDay(['18:00', '03:00']), closedOn: [] }],
  ['into a change of the clocks', { hours: everyDay(['22:00', '02:30']), closedOn: [] }],
  ['out of a change of the clocks', { hours: everyDay(['02:30', '11:00']), closedOn: [] }],
  ['twice a day', { hours: everyDay(['11:30', '14:30'], ['17:30', '22:00']), closedOn: ['03-28', '10-25'] }],
  ['days that meet', { hours: everyDay(['00:00', '12:00'], ['12:00', '23:00']), closedOn: [] }],
  ['on Sundays alone', { hours: [{ weekday: 7, opens: '01:15', closes: '02:45' }], closedOn: [] }],
  ['around the clock but for Christmas', { hours: everyDay(['00:00', '00:00']), closedOn: ['12-25', '03-29'] }],
];

describe.each([
  ['Europe/Berlin', ['2026-03-24', '2026-10-20']],
  ['America/New_York', ['2026-03-03', '2026-10-27']],
  ['Asia/Tokyo', ['2026-03-24']],
])('in %s', (name, weeks) => {
  const zone = zoneNamed(name);
  if (zone === undefined) throw new Error(`no zone ${name}`);
  it.each(plans)('hours %s are right in every hour of a week, and the next change is one', (_name, plan) => {
    for (const week of weeks) {
      const start = Date.parse(`${week}T00:00:00Z`);
      for (let at = start; at < start + 8 * 24 * HOUR; at += HOUR) {
        const opening = openingAt(plan, zone, at);
        expect([new Date(at).toISOString(), opening.isOpen]).toEqual([
          new Date(at).toISOString(),
          isOpen(plan, name, at),
        ]);
        const { until } = opening;
        if (until === undefined) throw new Error('it changes');
        expect(until).toBeGreaterThan(at);
        expect([openingAt(plan, zone, until - 1).isOpen, openingAt(plan, zone, until).isOpen]).toEqual([
          opening.isOpen,
          !opening.isOpen,
        ]);
        // Nothing happens before it.
        const between = at + Math.floor((until - at) / 2);
        expect(openingAt(plan, zone, between)).toEqual(opening);
      }
    }
  });
});

it('what never changes says so', () => {
  const zone = zoneNamed('Europe/Berlin');
  if (zone === undefined) throw new Error('no zone');
  const always = { hours: everyDay(['00:00', '00:00']), closedOn: [] };
  expect(openingAt(always, zone, Date.UTC(2026, 2, 29, 1))).toEqual({ isOpen: true, until: undefined });
  expect(openingAt({ hours: [], closedOn: [] }, zone, 0)).toEqual({ isOpen: false, until: undefined });
  const leap = openingAt({ ...always, closedOn: ['02-29'] }, zone, Date.UTC(2096, 3, 1));
  expect(leap).toEqual({ isOpen: true, until: Date.UTC(2104, 1, 28, 23) });
});

describe('a restaurant as it is shown', () => {
  const server = useServer(inProcess, { clock: '2026-03-28T00:00:00Z' });

  it('is open and closed through a day of 23 hours, in the search too', async () => {
    for (const [at, isOpenThen, next] of [
      ['2026-03-28T01:59:59.999Z', true, '2026-03-28T02:00:00.000Z'],
      ['2026-03-28T02:00:00.000Z', false, '2026-03-28T17:00:00.000Z'],
      ['2026-03-28T17:00:00.000Z', true, '2026-03-29T01:00:00.000Z'],
      ['2026-03-29T00:59:59.999Z', true, '2026-03-29T01:00:00.000Z'],
      ['2026-03-29T01:00:00.000Z', false, '2026-03-29T16:00:00.000Z'],
    ] as const) {
      await freeze(server, at);
      const shown = await restaurantNow(server, 'rst_0006');
      expect([at, shown.is_open, shown.next_change_at]).toEqual([at, isOpenThen, next]);
      const found = await send<{ id: string }[]>(server, ['GET', '/restaurants?city=berlin&open_now=true&per_page=50']);
      expect(found.data.some(({ id }) => id === 'rst_0006')).toBe(isOpenThen);
    }
  });

  it.each(['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])('is shown at %s', async (clock) => {
    await serverAt(clock, async (edge) => {
      for (const id of ['rst_0001', 'rst_0006', 'rst_0007']) expect((await restaurantNow(edge, id)).id).toBe(id);
      const { data, status } = await askQuote(edge);
      expect(status).toBe(201);
      expect([202, 409]).toContain((await askOrder(edge, data)).status);
    });
  });
});
