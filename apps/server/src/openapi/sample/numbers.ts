/** Numbers and times by the name of a member: within the bounds of its schema, created before it is updated, and started before it ends. */
import type { Merged } from './merged.js';
import { remembered } from '../understand/nouns.js';
import type { Naming } from './naming.js';
import { hashText } from '../../kit/random.js';

const moments = [
  ['born', /birth|\bdob\b|born/],
  [
    'due',
    /expir|(?:^|_)due|(?:^|_)next|renew|valid_(?:until|to|through)|deadline|not_after|scheduled|trial_end|_until$|eta$/,
  ],
  ['updated', /updat|modif|chang|edit|synced|refresh|(?:^|_)last(?:_|$)|recent|seen|(?:^|_)used|access|pushed/],
  ['ended', /delet|remov|(?:^|_)closed|cancel|archiv|resolv|merged|revok|suspend|disabl|refund|deactivat/],
  ['end', /(?:^|_)end|finish|complet|(?:^|_)stop|(?:^|_)to(?:_|$)|check_?out|arriv|closes|closing|deliver|terminat/],
  ['start', /start|(?:^|_)begin|(?:^|_)from(?:_|$)|since|check_?in|depart|opens|opening|effective|not_before/],
  ['created', /creat|insert|regist|joined|added|(?:^|_)date$|timestamp/],
] as const;

/** Whether a record has only come to it where something has happened that seldom has. */
export const isSeldomReached = remembered((name) =>
  /delet|remov|closed|cancel|archiv|revok|suspend|disabl|refund|deactivat|merged|error|fail/.test(name),
);

const kindOf = remembered((name) => moments.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other');

/** When what a member tells of has happened, in ms since 1970. */
export function momentOf({ name, facts }: Naming): number {
  const kind = kindOf(name);
  if (kind !== 'other') return facts.moments[kind];
  // Between the first and the last, by the name: published, posted, sent.
  const { created, updated } = facts.moments;
  const share = (hashText(name) % 1000) / 1000;
  return Math.floor((created + (updated - created) * share) / 1000) * 1000;
}

const VERB =
  'creat|updat|modif|delet|remov|start|begin|end|finish|complet|expir|open|clos|publish|insert|chang|sync|seen|login|event|issu|sent|receiv|due|birth|last|server|current|valid|schedul|pick|drop|arriv|depart|order|registr|regist|joined|edit|paid|post|stop';
const TIME = new RegExp(
  `(?:^|_)(?:at|timestamp|ts|datetime|date|expires|expiry|expiration|since|until|dob|birthday|created|modified|updated|deadline|epoch)$|(?:${VERB})[a-z]*_(?:time|on|utc|unix|epoch|timestamp)(?:_|$)|^time$|(?:^|_)time_?stamp`,
);

/** Whether a text member without a format holds a time. */
export const isTimeName = remembered((name) => TIME.test(name) && !/(?:^|_)(?:look|what|format)_at$/.test(name));

/** Whether a number is a time, of seconds or milliseconds since 1970; undefined where it is none. */
function unixUnit({ name, description, like }: Naming): number | undefined {
  const isDuration = /duration|elapsed|seconds|interval|timeout|ttl|delay|expires_in|_in$/.test(name);
  const isSaid = /unix|epoch|timestamp/.test(description) && !/duration|interval/.test(description);
  if (isDuration || !(isTimeName(name) || isSaid)) return undefined;
  if (typeof like === 'number' && like < 100_000_000) return undefined;
  const isMs = /(?:^|_)(?:ms|millis|milliseconds|msec)$/.test(name) || /millisec|\bms\b|\bmillis/.test(description);
  return isMs || (typeof like === 'number' && like > 100_000_000_000) ? 1 : 1000;
}

/** `2026-03-14T09:30:00Z` */
export const dateTime = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

export const date = (time: number): string => dateTime(time).slice(0, 10);

/** A time as a member is called: a date, or with the hour. */
export function drawTimeText(naming: Naming): string {
  const time = momentOf(naming);
  const isDate = /(?:^|_)(?:date|dob|birthday|day|birth_date)$/.test(naming.name) && !/time/.test(naming.description);
  if (naming.maxLength < 20) return naming.maxLength < 10 ? dateTime(time).slice(11, 19) : date(time);
  return isDate ? date(time) : dateTime(time);
}

/** From one number to another, by steps of a decimal unit. */
type Usual = readonly [least: number, most: number, decimals?: number];

/** What numbers usually are, by the name of the member. */
const byName: readonly (readonly [RegExp, Usual])[] = [
  [/(?:^|_)(?:lat|latitude)$/, [-60, 70, 5]],
  [/(?:^|_)(?:lng|lon|longitude)$/, [-170, 170, 5]],
  [/rating|stars$|(?:^|_)score$/, [1, 5, 1]],
  [/percent|(?:^|_)pct$|progress|completion/, [0, 100]],
  [/ratio$|probability|confidence|opacity|fraction/, [0, 1, 2]],
  [/(?:^|_)rate$|tax_rate|interest/, [0, 25, 2]],
  [/(?:^|_)age$/, [18, 80]],
  [/(?:^|_)month(?:_from|_to)?$/, [1, 12]],
  [/(?:^|_)(?:day|day_of_month)$/, [1, 28]],
  [/(?:^|_)hours?$/, [0, 23]],
  [/(?:^|_)(?:minutes?|seconds?)$/, [0, 59]],
  [/http_(?:status|code)|status_code|response_code/, [200, 200]],
  [/(?:^|_)port$/, [1024, 49_151]],
  [/(?:^|_)priority$|(?:^|_)level$|severity/, [1, 5]],
  [
    /price|amount|cost|total$|subtotal|(?:^|_)fee|balance|salary|budget|revenue|payment|charge|refund|(?:^|_)tax$|discount|earning|income|credit|debit|spend/,
    [1, 400, 2],
  ],
  [
    /quantity|(?:^|_)qty$|count$|(?:^|_)(?:num|number|total)(?:_|$)|(?:^|_)(?:likes|views|followers|votes|visits|hits|shares|replies|downloads)$/,
    [0, 60],
  ],
  [/bytes|file_?size|(?:^|_)size$|content_length/, [1_000, 900_000]],
  [/(?:width|height)$/, [120, 1920]],
  [/weight|mass/, [1, 90, 1]],
  [/temperature|(?:^|_)temp$/, [-5, 35, 1]],
  [/distance|radius|(?:^|_)length$|depth/, [1, 250, 1]],
  [/duration|elapsed|runtime|latency|timeout|ttl|delay|interval|expires_in|_ms$|_time$/, [5, 3600]],
  [/(?:^|_)(?:page|current_page)$/, [1, 1]],
  [/(?:^|_)(?:limit|per_page|page_size)$/, [20, 20]],
  [/(?:^|_)offset$/, [0, 0]],
  [/(?:_id|_ids)$|(?:^|_)ids$/, [1, 20]],
  [/(?:^|_)(?:version|revision)$/, [1, 9]],
];

const rulesFor = remembered((name) => byName.filter(([pattern]) => pattern.test(name)).map(([, usual]) => usual));

const USUAL: Usual = [1, 100];

/** Decimals of a number as it is written, at most 6. */
function decimalsOf(value: number): number {
  const text = String(value);
  return text.includes('.') && !text.includes('e') ? Math.min(6, text.length - text.indexOf('.') - 1) : 0;
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** The usual bounds of a number: near an example, or by its name. */
function usualOf(naming: Naming, isInteger: boolean): Usual {
  const { name, like, now, index } = naming;
  if (/(?:^|_)year(?:_from|_to|_start|_end)?$/.test(name))
    return [new Date(now).getUTCFullYear() - 15, new Date(now).getUTCFullYear()];
  if (
    /^(?:id|uid)$/.test(name) ||
    (/^(?:number|index|position|rank|order|sequence|ordinal|no)$/.test(name) && isInteger)
  ) {
    return [index + 1, index + 1];
  }
  if (/^(?:lat|latitude)$/.test(name)) {
    const { latitude } = naming.facts.address.location;
    return [latitude, latitude, 5];
  }
  if (/^(?:lng|lon|longitude|long)$/.test(name)) {
    const { longitude } = naming.facts.address.location;
    return [longitude, longitude, 5];
  }
  const [usual] = rulesFor(name);
  if (typeof like === 'number' && Number.isFinite(like) && like !== 0 && Math.abs(like) < 1e12) {
    const spread: Usual = [like / 2, like * 1.5, decimalsOf(like)];
    return like > 0 ? spread : [spread[1], spread[0], spread[2] ?? 0];
  }
  // Money in whole numbers is of cents.
  if (usual?.[2] === 2 && isInteger && usual[1] === 400) return [100, 20_000];
  return usual ?? (isInteger ? USUAL : [1, 100, 2]);
}

/** The smallest and largest of two numbers that such as `min_price` and `max_price` share the span between. */
function halfOf(name: string, [low, high]: readonly [number, number]): readonly [number, number] {
  const middle = (low + high) / 2;
  if (/^(?:min|minimum|low|lower|lowest|from|start|begin)(?:_|$)|_(?:min|minimum|low|from|start)$/.test(name))
    return [low, middle];
  if (/^(?:max|maximum|high|upper|highest|to|end|total)(?:_|$)|_(?:max|maximum|high|to|end|total)$/.test(name))
    return [middle, high];
  return [low, high];
}

/** The step that all multiples are multiples of. */
function stepOf(multiples: readonly number[]): number {
  const [first = 0, ...rest] = multiples;
  return rest.reduce((step, other) => {
    for (let times = 1; times <= 1000; times++) {
      const multiple = rounded(step * times, 9);
      if (Math.abs(multiple / other - Math.round(multiple / other)) < 1e-9) return multiple;
    }
    return step;
  }, first);
}

const FORMATS: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
};

/** The bounds of a number, and whether one lies within them. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly isWithin: (value: number) => boolean;
}

function boundsOf({ minimum, maximum, above, below, format }: Merged): Bounds {
  const [least, most] = FORMATS[format ?? ''] ?? [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const [from, to] = [Math.max(minimum, least), Math.min(maximum, most)];
  return {
    low: Math.max(from, above),
    high: Math.min(to, below),
    isWithin: (value) => value >= from && value <= to && value > above && value < below,
  };
}

/** A number that fits a schema and looks like what its member holds. */
export function drawNumber(merged: Merged, naming: Naming, isInteger: boolean): number {
  const bounds = boundsOf(merged);
  const { low, high, isWithin } = bounds;
  const isWhole = isInteger || /^u?int(?:8|16|32|64)$/.test(merged.format ?? '');
  const unit = unixUnit(naming);
  if (unit !== undefined && merged.multiples.length === 0) {
    const time = Math.floor(momentOf(naming) / unit);
    if (isWithin(time)) return time;
  }
  const [from, to, decimals = 0] = usualOf(naming, isWhole);
  const span = from <= high && to >= low ? ([Math.max(from, low), Math.min(to, high)] as const) : nearest(low, high);
  const [start, end] = halfOf(naming.name, span);
  const steps = isWhole ? [...merged.multiples, 1] : merged.multiples;
  if (steps.length > 0) return drawMultiple(stepOf(steps), [start, end], bounds, naming);
  for (let places = decimals; places < decimals + 8; places++) {
    // More decimals with each attempt, where only few numbers lie between the bounds.
    const value = rounded(start + naming.random.fraction() * (end - start), places);
    if (isWithin(value)) return value;
  }
  return [low, (low + high) / 2].find(isWithin) ?? high;
}

/** A span within bounds that usual numbers do not reach. */
function nearest(low: number, high: number): readonly [number, number] {
  if (high - low < 1000) return [low, high];
  return low >= 0 || Math.abs(low) < Math.abs(high) ? [low, low + 100] : [high - 100, high];
}

function drawMultiple(
  step: number,
  [start, end]: readonly [number, number],
  bounds: Bounds,
  { random }: Naming,
): number {
  const decimals = decimalsOf(step);
  const multiple = (times: number) => rounded(times * step, decimals);
  const [least, most] = [Math.ceil(start / step), Math.floor(end / step)];
  const drawn = Array.from({ length: least <= most ? 8 : 0 }, () => multiple(random.int(least, most)));
  const [lowest, highest] = [Math.ceil(bounds.low / step), Math.floor(bounds.high / step)];
  const edges = [lowest, lowest + 1, highest, highest - 1, 0].map(multiple);
  const fitting = [...drawn, ...edges].filter(bounds.isWithin);
  // Some validators divide: 1.15 by 0.01 is no whole number.
  return fitting.find((value) => Number.isInteger(value / step)) ?? fitting[0] ?? multiple(lowest);
}
