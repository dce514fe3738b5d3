/** Viewing slots by the clock of the place, against those that Temporal reckons. */
import type { Listing, ViewingSlot } from '@understudy/contract';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { faults, send } from '../sandboxes/client.js';
import { inProcess, NOW, useServer } from '../support.js';
import { book, create, oneOf, REALESTATE, slots } from './calls.js';

const server = useServer(inProcess);

/** Days by which a year turns, and what clocks do there, by zone. */
const days: readonly [zone: string, dates: readonly string[]][] = [
  ['Europe/Berlin', ['2026-03-28', '2026-03-29', '2026-10-25']],
  ['Europe/Lisbon', ['2026-03-29', '2026-10-25']],
  ['America/New_York', ['2026-03-08', '2026-11-01', '2026-12-31']],
  ['America/Santiago', ['2026-04-05', '2026-09-06']],
  ['America/St_Johns', ['2026-03-08', '2026-11-01']],
  ['Australia/Melbourne', ['2026-04-05', '2026-10-04']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  ['Pacific/Chatham', ['2026-04-05', '2026-09-27']],
  ['Pacific/Fiji', ['2026-01-11', '2026-11-08']],
  ['Asia/Kolkata', ['2026-03-29']],
];

type Hours = Listing['viewing_hours'];
const everyDay = (opens: string, closes: string): Hours =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));

const plans: readonly [name: string, Hours][] = [
  ['around the clock', everyDay('00:00', '00:00')],
  ['from late to early', everyDay('22:15', '05:00')],
  ['in the morning', everyDay('01:30', '11:45')],
];

/** Every half hour of a day that a plan has, by Temporal: it walks the instants instead of the clock. */
function reckoned(zone: string, date: string, plan: Hours): string[] {
  const day = Temporal.PlainDate.from(date);
  const found: string[] = [];
  let at = day.toZonedDateTime(zone);
  const end = day.add({ days: 1 }).toZonedDateTime(zone);
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  for (; Temporal.ZonedDateTime.compare(at, end) < 0; at = at.add({ minutes: 15 })) {
    const clock = at.hour * 60 + at.minute;
    const fits = plan.some(({ weekday, opens, closes }) => {
      const [begin, close] = [minutes(opens), minutes(closes)];
      const length = close > begin ? close - begin : close + 1440 - begin;
      // Today's hours, or those that began yesterday and go on.
      return [
        [at.dayOfWeek, clock - begin],
        [at.toPlainDate().subtract({ days: 1 }).dayOfWeek, clock + 1440 - begin],
      ].some(([on, since = 0]) => on === weekday && since >= 0 && since % 30 === 0 && since + 30 <= length);
    });
    if (fits) found.push(new Date(at.epochMilliseconds).toISOString());
  }
  return found;
}

describe.each(days)('in %s', (zone, dates) => {
  it.each(plans)('slots %s are those of Temporal', async (_name, plan) => {
    const { id } = await create(server, { timezone: zone, viewing_hours: plan });
    for (const date of dates) {
      const found = await slots(server, id, `from=${date}&to=${date}`);
      expect(found.map(({ starts_at }) => starts_at)).toEqual(reckoned(zone, date, plan));
      for (const { starts_at, ends_at, local_start, local_date } of found) {
        expect(local_date).toBe(date);
        expect(Date.parse(local_start)).toBe(Date.parse(starts_at));
        expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(30 * 60_000);
        const local = Temporal.Instant.from(starts_at).toZonedDateTimeISO(zone);
        expect(local_start).toBe(local.toString({ timeZoneName: 'never', smallestUnit: 'second' }));
      }
    }
  });
});

it.each([
  ['2026-03-28', 48],
  ['2026-03-29', 46],
  ['2026-10-25', 50],
])('lst_0005 has on %s %i slots, each 30 minutes after the one before', async (date, count) => {
  const starts = (await slots(server, 'lst_0005', `from=${date}&to=${date}`)).map(({ starts_at }) =>
    Date.parse(starts_at),
  );
  expect(starts).toHaveLength(count);
  for (const [i, start] of starts.entries()) expect(start).toBe((starts[0] ?? 0) + i * 30 * 60_000);
});

it('both of a repeated hour can be booked, by their offsets', async () => {
  const night = await slots(server, 'lst_0005', 'from=2026-10-25&to=2026-10-25');
  const twice = night.filter(({ local_start }) => local_start.slice(11, 16) === '02:30');
  expect(twice.map(({ local_start }) => local_start.slice(19))).toEqual(['+02:00', '+01:00']);
  const free = twice.filter(({ status }) => status === 'free');
  for (const { local_start } of free)
    expect((await book(server, 'lst_0005', local_start, 'a@example.com')).status).toBe(201);
  for (const { local_start } of free)
    expect((await book(server, 'lst_0005', local_start, 'b@example.com')).status).toBe(409);
});

describe('what is asked for', () => {
  it('is today and six more days, where no dates are given', async () => {
    const found = await slots(server, 'lst_0005', 'status=past');
    const all = await slots(server, 'lst_0005', '');
    expect(new Set(all.map(({ local_date }) => local_date))).toEqual(
      new Set(['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`)),
    );
    // 13:00 is in Berlin what the clock stands at.
    expect(found).toHaveLength(27);
    expect(all.slice(0, 27)).toEqual(found);
    for (const { status, starts_at } of all) expect(status === 'past').toBe(starts_at <= NOW);
  });

  it('has about a quarter of the slots taken, the same whoever asks', async () => {
    const all = await slots(server, 'lst_0001', 'from=2026-04-01&to=2026-05-01');
    const taken = all.filter(({ status }) => status === 'taken').length;
    expect(taken / all.length).toBeGreaterThan(0.18);
    expect(taken / all.length).toBeLessThan(0.32);
    expect(await slots(server, 'lst_0001', 'from=2026-04-01&to=2026-05-01', '/sandboxes/other')).toEqual(all);
  });

  it.each([
    ['from=2026-04-02&to=2026-04-01', 'to invalid_value'],
    ['from=2026-04-01&to=2026-05-02', 'to invalid_value'],
    ['from=2026-02-30', 'from invalid_format'],
    ['to=2020-01-01', 'to invalid_value'],
  ])('%s is refused', async (query, fault) => {
    expect(faults(await send(server, 'GET', `${REALESTATE}/listings/lst_0001/slots?${query}`))).toEqual([fault]);
  });

  it.each(['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])('is answered at %s', async (clock) => {
    const base = `/sandboxes/edge-${clock.slice(0, 4)}`;
    expect((await send(server, 'POST', `${base}/clock`, { action: 'freeze', at: clock })).status).toBe(200);
    for (const id of ['lst_0005', 'lst_0008', 'lst_0010']) {
      const answer = await send(server, 'GET', `${base}${REALESTATE}/listings/${id}/slots`);
      expect(answer.status).toBe(200);
    }
  });

  it('is what can be booked: any other time is no slot', async () => {
    const [free] = await slots(server, 'lst_0001', 'status=free&from=2026-04-01');
    const start = Date.parse(free?.starts_at ?? '');
    for (const ms of [1, 60_000, 15 * 60_000, 12 * 3_600_000]) {
      const answer = await book(server, 'lst_0001', new Date(start + ms).toISOString(), 'a@example.com');
      expect(faults(answer)).toEqual(['#/starts_at not_a_slot']);
    }
    const [past] = await slots(server, 'lst_0001', 'from=2026-02-02&to=2026-02-02');
    expect((await book(server, 'lst_0001', past?.starts_at ?? '', 'a@example.com')).json).toMatchObject({
      kind: 'too_late',
    });
    const [taken] = await slots(server, 'lst_0001', 'status=taken&from=2026-04-01');
    const { json } = await book(server, 'lst_0001', taken?.starts_at ?? '', 'a@example.com');
    expect(json).toMatchObject({ status: 409, kind: 'slot_taken' });
  });
});

it('a booked slot is shown as taken, in every offset, until it is given back', async () => {
  const [free] = await slots(server, 'lst_0010', 'status=free&from=2026-04-04');
  if (free === undefined) throw new Error('no slot is free');
  const shown = async () =>
    (await slots(server, 'lst_0010', 'from=2026-04-04')).find(({ starts_at }) => starts_at === free.starts_at);
  const first = await book(server, 'lst_0010', free.local_start, 'ada@example.com');
  expect(first.status).toBe(201);
  expect(await shown()).toEqual({ ...free, status: 'taken' } satisfies ViewingSlot);
  const again = await book(server, 'lst_0010', free.starts_at, 'ADA@example.com');
  expect([again.status, again.json['data']]).toEqual([200, first.json['data']]);
  const { id } = oneOf<{ id: string }>(first);
  await server.fetch(`${REALESTATE}/viewings/${id}`, { method: 'DELETE' });
  expect(await shown()).toEqual(free);
});
