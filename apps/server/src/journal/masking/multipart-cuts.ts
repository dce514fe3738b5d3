/** Finds secrets in the parts of a multipart body (RFC 7578): by the name of a part, and by what is in it. */
import { isSecret } from '../secret-names.js';
import { percent } from './codings.js';
import { type Cut, MASK, moved } from './cut.js';
import type { Reading } from './reading.js';
import { textCuts } from './text-cuts.js';

/** Finds the secrets of the body of a part. */
export type OfPart = (text: string, contentType: string | undefined, reading: Reading) => readonly Cut[];

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
const FIRST_LINE = /^(?:\r?\n)?--([^\r\n]{1,200})\r?\n/;
const NAME = /[;\s]name=(?:"((?:[^"\\\r\n]|\\.)*)"?|([^\s;"]+))/i;
const EXTENDED_NAME = /[;\s]name\*=[^']*'[^']*'([^\s;]+)/i;
const TYPE = /^content-type:[ \t]*(.+)$/im;
const HEAD_END = /\r?\n\r?\n/g;

/** Longest head of a part that is read. */
const LONGEST_HEAD = 16_384;

function nameOf(head: string): string {
  const [, extended] = EXTENDED_NAME.exec(head) ?? [];
  const [, quoted, bare] = NAME.exec(head) ?? [];
  return percent.decode(extended ?? quoted ?? bare ?? '').replaceAll('\\', '');
}

/** Index behind the head of a part; the end of the part where the head does not end. */
function headEnd(text: string, start: number, end: number): number {
  HEAD_END.lastIndex = start;
  const found = HEAD_END.exec(text.slice(0, Math.min(end, start + LONGEST_HEAD)));
  return found === null ? end : HEAD_END.lastIndex;
}

/** The secrets of a multipart body; undefined where its parts cannot be told. */
export function multipartCuts(
  text: string,
  { contentType, reading, ofPart }: { contentType: string; reading: Reading; ofPart: OfPart },
): readonly Cut[] | undefined {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? FIRST_LINE.exec(text)?.[1];
  if (boundary === undefined) return undefined;
  const delimiter = `--${boundary}`;
  const cuts: Cut[] = [];
  let at = text.indexOf(delimiter);
  if (at < 0) return undefined;
  while (at >= 0) {
    const start = at + delimiter.length;
    at = text.indexOf(delimiter, start);
    const end = at < 0 ? text.length : at;
    const body = headEnd(text, start, end);
    const head = text.slice(start, body);
    const isCut = reading.isCut && end === text.length;
    const bodyEnd = at < 0 ? end : lineEnd(text, body, end);
    cuts.push(...moved(textCuts(head, isCut && body === end), start));
    if (isSecret(nameOf(head))) {
      if (bodyEnd > body) cuts.push({ start: body, end: bodyEnd, by: MASK });
    } else {
      cuts.push(...moved(ofPart(text.slice(body, bodyEnd), TYPE.exec(head)?.[1], { ...reading, isCut }), body));
    }
  }
  return cuts;
}

/** Where a body ends whose delimiter begins at an index: the line break before it is part of the delimiter. */
function lineEnd(text: string, start: number, end: number): number {
  if (end - 2 >= start && text.startsWith('\r\n', end - 2)) return end - 2;
  return end > start && text[end - 1] === '\n' ? end - 1 : end;
}
