/** What faults do to the bytes of an answer, and the pages of others that come in its place. */
import { bytesOf, joined, latin1, textOf, utf16 } from '#platform/runtime';
import { statusTexts } from '#platform/status-texts';
import type { BodyFault, FaultOf } from '../faults/outcome.js';
import { type CorruptedBody, HTML_TYPE } from './answer.js';
import type { Forced } from './forced-answer.js';

type Bytes = Uint8Array<ArrayBuffer>;

const accented: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** The first text in JSON that is a value, up to its first vowel. */
const VALUE = /(:\s*"[^"\\aeiou]*)([aeiou])/;

const BOM = { utf8: [0xef, 0xbb, 0xbf], utf16: [0xff, 0xfe] };

/** A byte that is nowhere in UTF-8 (RFC 3629 §1). */
const NEVER = 0xff;

/** ISO 8859-1. What is all ASCII would be the same in UTF-8: it gets an accent where it has a vowel. */
function accentedLatin1(text: string): Bytes {
  const own = /^\p{ASCII}*$/u.test(text)
    ? text.replace(VALUE, (_, before, vowel) => `${before}${accented[vowel]}`)
    : text;
  return latin1(own.replace(/[^\0-\xff]/gu, '?'));
}

/** UTF-8 with a byte in a text that is in none; before all else where there is no text. */
function invalid(text: string): Bytes {
  const found = VALUE.exec(text);
  const end = found === null ? 0 : found.index + (found[1] ?? '').length;
  return joined([bytesOf(text.slice(0, end)), Uint8Array.of(NEVER), bytesOf(text.slice(end))]);
}

function recoded(bytes: Bytes, { as }: FaultOf<'charset'>): Bytes {
  const text = textOf(bytes);
  switch (as) {
    case 'bom':
      return joined([Uint8Array.from(BOM.utf8), bytes]);
    case 'latin1':
      return accentedLatin1(text);
    case 'utf16':
      return joined([Uint8Array.from(BOM.utf16), utf16(text)]);
    case 'invalid':
      return invalid(text);
  }
}

/** A body of which less comes than its head promises: one byte at least is missing. */
function truncated(body: Bytes, { after_bytes: after }: FaultOf<'truncate'>): CorruptedBody {
  const truncateTo = Math.min(after ?? Math.floor(body.byteLength / 2), body.byteLength);
  return { body, truncateTo, headers: { 'content-length': String(Math.max(body.byteLength, truncateTo + 1)) } };
}

/** The head of a gzip file that says nothing of itself (RFC 1952 §2.3). */
const GZIP_HEAD = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/** Most bytes that a block of a stream holds as they are (RFC 1951 §3.2.4). */
const MAX_STORED = 65_535;

/** The first byte of a block of a kind that there is not (RFC 1951 §3.2.3). */
const NO_BLOCK = 0x07;

/** Bytes as they are in blocks of a stream, of which none is the last: no two libraries compress alike. */
function stored(bytes: Bytes): Bytes {
  const blocks: Bytes[] = [];
  for (let at = 0; at < bytes.byteLength; at += MAX_STORED) {
    const block = bytes.subarray(at, at + MAX_STORED);
    const { byteLength: size } = block;
    blocks.push(Uint8Array.of(0, size & 0xff, size >> 8, ~size & 0xff, (~size >> 8) & 0xff), block);
  }
  return joined(blocks);
}

/**
 * Half of a body in gzip, and then what is none. Most clients take a stream that only ends early for whole, so that
 * nobody would learn of it.
 */
function brokenGzip(bytes: Bytes): Bytes {
  const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2));
  return joined([Uint8Array.from(GZIP_HEAD), stored(half), Uint8Array.of(NO_BLOCK)]);
}

/** Spoils a body. */
export function corruptBody(body: Bytes, fault: BodyFault): CorruptedBody {
  switch (fault.fault) {
    case 'empty':
      return { body: bytesOf(''), isUnmeasured: fault.length === 'none' };
    case 'wrong_type':
      return { body, headers: { 'content-type': fault.type } };
    case 'malformed':
      return { body: body.subarray(0, Math.floor(body.byteLength * fault.at)) };
    case 'charset':
      return { body: recoded(body, fault) };
    case 'truncate':
      return truncated(body, fault);
    case 'bad_gzip':
      return { body: brokenGzip(body), headers: { 'content-encoding': 'gzip' } };
  }
}

const PROXY = 'nginx/1.27.4';

/** What a proxy answers of its own where what it stands before does not. */
export function badGateway({ code }: FaultOf<'bad_gateway'>): Forced {
  const title = `${code} ${statusTexts[code] ?? ''}`;
  const body = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    `<hr><center>${PROXY}</center>`,
    '</body>',
    '</html>',
    '',
  ].join('\r\n');
  return { status: code, type: 'text/html', body, headers: { server: PROXY, via: '1.1 proxy.example' } };
}

/** What a network answers to everything until its user has logged in. */
export const captivePortal: Forced = {
  status: 200,
  type: HTML_TYPE,
  body: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Wi-Fi log-in</title>
  </head>
  <body>
    <h1>Welcome to the hotel's Wi-Fi</h1>
    <form method="post">
      <label>Room number <input name="room"></label>
      <label>Last name <input name="name"></label>
      <button>Connect</button>
    </form>
  </body>
</html>
`,
};
