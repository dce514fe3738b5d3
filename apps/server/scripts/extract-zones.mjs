/** Writes src/kit/generated/zone-rules.ts: what each time zone does at present, from the data of moment-timezone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const target = new URL('../src/kit/generated/zone-rules.ts', import.meta.url);
const require = createRequire(import.meta.url);
const { tz } = require('moment-timezone');
const data = require('moment-timezone/data/packed/latest.json');
const licence = readFileSync(require.resolve('moment-timezone/LICENSE'), 'utf8').trim().split(/\r?\n/);

const MINUTE = 60_000;
const DAY = 1440;
const LINE = 110;

// What must hold in these years counts as what the zone does at present. What is planned for 2026 and 2027 differs in some.
const YEARS = Array.from({ length: 10 }, (_, index) => 2028 + index);

/** The only one of some values; undefined where they differ. */
const only = (values) => (new Set(values).size === 1 ? values[0] : undefined);

/** A day of the month by the calendar, with the minutes after its beginning: `minutes` may lie on a neighbouring day. */
function dayAt(wall, shift) {
  const midnight = Math.floor(wall / (DAY * MINUTE)) * DAY * MINUTE + shift * DAY * MINUTE;
  const date = new Date(midnight);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    month: date.getUTCMonth() + 1,
    weekday: date.getUTCDay(),
    week: Math.ceil(date.getUTCDate() / 7),
    isLast: date.getUTCDate() + 7 > days,
    minutes: (wall - midnight) / MINUTE,
  };
}

/** The rule of a change, as POSIX writes it (`TZ`, IEEE 1003.1 §8.3), with minutes for the time: `3.5.0/120`. */
function ruleOf(walls) {
  for (const shift of [0, -1, 1]) {
    const days = walls.map((wall) => dayAt(wall, shift));
    const [month, weekday, minutes] = ['month', 'weekday', 'minutes'].map((name) => only(days.map((day) => day[name])));
    const week = days.every(({ isLast }) => isLast) ? 5 : only(days.map((day) => day.week));
    if ([month, weekday, minutes, week].every((part) => part !== undefined))
      return `${month}.${week}.${weekday}/${minutes}`;
  }
  return undefined;
}

/** `60`, or `60,120,3.5.0/120,10.5.0/180`: the offset at new year, the other, and the two changes by the clock until then. */
function textOf(packed) {
  const { untils, offsets } = tz.unpack(packed);
  // Minutes west in the data.
  const changes = untils.flatMap((at, index) =>
    Number.isFinite(at)
      ? [{ at, from: -offsets[index], to: -offsets[index + 1], year: new Date(at).getUTCFullYear() }]
      : [],
  );
  const of = YEARS.map((year) => changes.filter((change) => change.year === year));
  if (of.every(({ length }) => length === 0)) return String(-offsets.at(-1));
  if (of.some(({ length }) => length !== 2)) return undefined;
  const [first, second] = [0, 1].map((index) => of.map((both) => both[index]));
  const parts = [
    only(first.map(({ from }) => from)),
    only(first.map(({ to }) => to)),
    ...[first, second].map((all) => ruleOf(all.map(({ at, from }) => at + from * MINUTE))),
  ];
  return parts.includes(undefined) ? undefined : parts.join(',');
}

const links = new Map();
for (const link of data.links) {
  const [name, alias] = link.split('|');
  links.set(name, [...(links.get(name) ?? []), alias]);
}

const zones = new Map();
const leftOut = [];
for (const packed of data.zones) {
  const [name] = packed.split('|');
  const names = [name, ...(links.get(name) ?? [])];
  const text = textOf(packed);
  if (text === undefined) leftOut.push(...names);
  else zones.set(text, [...(zones.get(text) ?? []), ...names]);
}

function wrap(words) {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1);
    if (line.length + word.length + 5 > LINE) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `    ${line}`).join('\n');
}

const entries = [...zones]
  .toSorted(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1))
  .map(([text, names]) => `  '${text}': \`\n${wrap(names.toSorted())}\n  \`,`);

writeFileSync(
  target,
  `/** What each time zone does at present, from the time zone database ${data.version} as moment-timezone has it. */

/*
 * Generated: \`node scripts/extract-zones.mjs\` in apps/server writes this file. Do not edit it.
 * Left out, since their changes follow no rule of the calendar: ${leftOut.toSorted().join(', ')}. The licence of moment-timezone follows.
 *
${licence.map((line) => ` * ${line}`.trimEnd()).join('\n')}
 */

/**
 * The zones that do the same, by what they do: minutes east of UTC; or those at new year, those of the other part of the
 * year, and when that begins and ends: \`month.week.weekday/minutes\` by the clock until then, week 5 being the last, and
 * Sunday 0.
 */
export const zoneRules: Readonly<Record<string, string>> = {
${entries.join('\n')}
};
`,
);
