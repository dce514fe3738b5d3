/** Zones agree with Temporal, which reckons by data and code of its own, on the days on which clocks change. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dateOf, dayOf, instantsAt, localTime, wallAt, weekdayOf, type Zone, zoneFault, zoneNamed } from './zone.js';
import { startsOn } from './weekly-plan.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

// Both hemispheres, half hours, a change of half an hour, changes at midnight and before it, and none at all.
const names = [
  'Europe/Lisbon',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/Toronto',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'America/Nuuk',
  'America/Asuncion',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Africa/Nairobi',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Australia/Melbourne',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Fiji',
  'Pacific/Kiritimati',
  'UTC',
] as const;

function zone(name: string): Zone {
  const found = zoneNamed(name);
  if (found === undefined) throw new Error(`no zone ${name}`);
  return found;
}

/** Every change of a zone in some years, as Temporal knows them, and some days without. */
function instantsToTry(name: string): number[] {
  const tried = [0, 3, 6, 9].map((month) => Date.UTC(2026, month, 15, 12));
  let at = Temporal.Instant.from('2026-01-01T00:00:00Z').toZonedDateTimeISO(name);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.year > 2031) return tried;
    tried.push(next.epochMilliseconds);
    at = next;
  }
}

describe.each(names)('%s', (name) => {
  const own = zone(name);
  const instants = instantsToTry(name).flatMap((instant) =>
    [-25, -3, -1, -0.5, 0, 0.5, 1, 3, 25].map((hours) => instant + hours * HOUR_MS),
  );

  test('shows the same clock at an instant', () => {
    for (const instant of [...instants, ...instants.map((one) => one - 1)]) {
      const theirs = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
      expect(own.offsetAt(instant)).toBe(theirs.offsetNanoseconds / 1e9 / 60);
      const text = theirs.toString({ timeZoneName: 'never', fractionalSecondDigits: 0 });
      expect(localTime(own, instant)).toBe(text);
    }
  });

  test('finds the same instants for a clock: none where it is skipped, two where it comes twice', () => {
    for (const wall of new Set(instants.map((instant) => wallAt(own, instant)))) {
      const clock = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1));
      const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
        clock.toZonedDateTime(name, { disambiguation }),
      );
      const shown = [earlier, later].filter((one) => one?.toPlainDateTime().equals(clock) === true);
      const theirs = [...new Set(shown.map((one) => one?.epochMilliseconds))];
      expect(instantsAt(own, wall)).toEqual(theirs);
    }
  });
});

const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '00:00' }));
const startsIn = (name: string, date: string, plan = always) =>
  startsOn(plan, { zone: zone(name), day: dayOf(date), length: 30 });

test.each([
  ['Europe/Berlin', '2026-03-28', 48],
  ['Europe/Berlin', '2026-03-29', 46],
  ['Europe/Berlin', '2026-10-25', 50],
  ['Australia/Melbourne', '2026-04-05', 50],
  ['Australia/Melbourne', '2026-10-04', 46],
  ['Australia/Lord_Howe', '2026-04-05', 49],
  ['Australia/Lord_Howe', '2026-10-04', 47],
  ['Pacific/Fiji', '2026-01-11', 48],
  ['America/Santiago', '2026-09-06', 46],
])('in %s, %s has %i half hours, each 30 minutes after the one before', (name, date, count) => {
  const starts = startsIn(name, date);
  expect(starts).toHaveLength(count);
  for (const [index, start] of starts.entries()) {
    expect(start).toBe((starts[0] ?? 0) + index * 30 * MINUTE_MS);
    expect(localTime(zone(name), start).slice(0, 10)).toBe(date);
  }
});

test('hours that end before they begin end on the next day, and a part that does not fit is left out', () => {
  // 2026-01-05 is a Monday.
  const late = [{ weekday: 1, opens: '22:15', closes: '01:00' }];
  const clock = (date: string) =>
    startsIn('UTC', date, late).map((start) => new Date(start).toISOString().slice(11, 16));
  expect(clock('2026-01-05')).toEqual(['22:15', '22:45', '23:15', '23:45']);
  expect(clock('2026-01-06')).toEqual(['00:15']);
  expect(clock('2026-01-07')).toEqual([]);
});

test('hours that overlap give each time once', () => {
  const twice = [
    { weekday: 1, opens: '09:00', closes: '11:00' },
    { weekday: 1, opens: '10:00', closes: '12:00' },
  ];
  expect(startsIn('UTC', '2026-01-05', twice)).toHaveLength(6);
});

test('an unknown name gives no zone, and names one that may have been meant', () => {
  expect(zoneNamed('Europe/Berlim')).toBeUndefined();
  expect(zoneNamed('constructor')).toBeUndefined();
  expect(zoneFault('Asia/Tokio')).toContain('such as Asia/Tokyo');
  expect(zoneFault('?')).toContain('such as Europe/Berlin');
});

test('dates go with their days over all that a clock can be set to', () => {
  for (const date of ['0000-01-01', '0099-12-31', '1970-01-01', '2026-03-29', '9999-12-31']) {
    expect(dateOf(dayOf(date))).toBe(date);
    const { dayOfWeek } = Temporal.PlainDate.from(date);
    expect(weekdayOf(dayOf(date))).toBe(dayOfWeek);
  }
});
