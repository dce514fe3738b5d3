/** Times of a record by the names of its members: one is created before it is updated, and starts before it ends. */
import { hashText } from '../../kit/random.js';
import { remembered } from '../understand/nouns.js';
import type { Naming } from './naming.js';

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
export function unixUnit({ name, description, like }: Naming): number | undefined {
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
