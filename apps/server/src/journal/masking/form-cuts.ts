/** Finds secrets in queries and forms (application/x-www-form-urlencoded). */
import { isCardName, isCardNumber } from '../card-names.js';
import { isSecret } from '../secret-names.js';
import { formPercent, percent } from './codings.js';
import { type Cut, MASK, moved } from './cut.js';
import { codedCuts, type Reading } from './reading.js';

/** Names shorter than this are no secrets themselves. */
const LONG_NAME = 12;

/** What begins JSON, encoded or not: it may have equals signs and ampersands in it. */
const JSON_START = /^(?:[{[]|%7b|%5b)/i;

function pairCuts(pair: string, reading: Reading): readonly Cut[] {
  const equals = JSON_START.test(pair) ? -1 : pair.indexOf('=');
  if (equals < 0) return valueCuts(pair, reading);
  const start = equals + 1;
  const name = formPercent.decode(pair.slice(0, equals));
  // Also of what has a secret for its value: the end of a token may look like such a name.
  const ofName = equals < LONG_NAME ? [] : codedCuts(pair.slice(0, equals), formPercent, { ...reading, isCut: false });
  const isCard = isCardName(name) && isCardNumber(formPercent.decode(pair.slice(start)));
  if (!isCard && !isSecret(name)) return [...ofName, ...moved(valueCuts(pair.slice(start), reading), start)];
  return start < pair.length ? [...ofName, { start, end: pair.length, by: MASK }] : ofName;
}

function valueCuts(value: string, reading: Reading): readonly Cut[] {
  if (value === '') return [];
  // A plus sign is a space, or one of Base64 that somebody forgot to encode.
  const cuts = value.includes('+') ? codedCuts(value, percent, reading) : [];
  return [...cuts, ...codedCuts(value, formPercent, reading)];
}

/** The secrets of a query or a form. */
export function formCuts(text: string, reading: Reading): readonly Cut[] {
  // Who does not encode JSON may have ampersands in it.
  const cuts: Cut[] = text.includes('{"') ? [...reading.within(text, reading)] : [];
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    const isCut = reading.isCut && end === text.length;
    for (const cut of moved(pairCuts(text.slice(start, end), { ...reading, isCut }), start)) cuts.push(cut);
    start = end + 1;
  }
  return cuts;
}
