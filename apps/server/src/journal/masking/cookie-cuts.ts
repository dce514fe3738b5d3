/** Finds the values of cookies: each of them may be a session, whatever its name. */
import { type Cut, MASK } from './cut.js';

function valueCut(text: string, start: number, end: number): Cut | undefined {
  const equals = text.indexOf('=', start);
  // RFC 6265bis §5.6: a cookie without an equals sign is a value without a name.
  let from = equals < 0 || equals >= end ? start : equals + 1;
  while (from < end && text.charCodeAt(from) === 0x20) from++;
  return from < end ? { start: from, end, by: MASK } : undefined;
}

function endOfPair(text: string, start: number): number {
  const end = text.indexOf(';', start);
  return end < 0 ? text.length : end;
}

/** The values of a Cookie header (RFC 6265 §4.2.1). */
export function cookieCuts(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPair(text, start);
    const cut = valueCut(text, start, end);
    if (cut !== undefined) cuts.push(cut);
    start = end + 1;
  }
  return cuts;
}

/** A comma between two cookies; one in a date has no name behind it. */
const NEXT_COOKIE = /,(?=[ \t]*[^\s;,=]+=)/;

/** The values of a Set-Cookie header (RFC 6265 §4.1.1), or of several that were joined by commas. */
export function setCookieCuts(text: string): readonly Cut[] {
  let start = 0;
  return text.split(NEXT_COOKIE).flatMap((cookie) => {
    const cut = valueCut(text, start, Math.min(endOfPair(text, start), start + cookie.length));
    start += cookie.length + 1;
    return cut ?? [];
  });
}

/** The cookies of a Set-Cookie header that were joined by commas. */
export function apartCookies(text: string): string[] {
  return text.split(NEXT_COOKIE).map((cookie) => cookie.trim());
}
