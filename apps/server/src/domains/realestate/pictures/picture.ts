/** Makes the files of a photo: in full and in small, as PNG and as SVG. */
import { bytesOf } from '#platform/runtime';
import type { FileContent } from '../../../kit/index.js';

/** Size of every drawing; pictures are made of it in any size. */
export const WIDTH = 640;
export const HEIGHT = 480;

/** A part of a drawing: a colour by its name, and the rectangle of its place, or the ellipse or the triangle in it. */
export type Part<Colour extends string = string> = readonly [
  colour: Colour,
  x: number,
  y: number,
  w: number,
  h: number,
  form?: 'round' | 'peak' | undefined,
];

/** A drawing: 16 colours as `#rrggbb` by their names, and its parts, each over those before it. */
export interface Drawing {
  readonly palette: Readonly<Record<string, string>>;
  readonly parts: readonly Part[];
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The number of a colour for each pixel, row by row. */
  readonly colours: Uint8Array;
}

/** The first pixel whose middle is not left of a position. */
const firstOf = (x: number): number => Math.ceil(x - 0.5);

/** From where to where a part covers a horizontal line. */
function covered([, x, top, w, h, form]: Part, y: number): readonly [from: number, to: number] {
  const down = (y - top) / h;
  const share = form === 'peak' ? down : form === 'round' ? Math.sqrt(Math.max(0, 4 * down * (1 - down))) : 1;
  return [x + (w * (1 - share)) / 2, x + (w * (1 + share)) / 2];
}

/** The pixels of a drawing in a width; the height follows. Only +, ×, ÷ and √ are used, which are the same everywhere. */
function pixelsOf({ palette, parts }: Drawing, width: number): Pixels {
  const scale = WIDTH / width;
  const height = HEIGHT / scale;
  const colours = new Uint8Array(width * height);
  const numbers = new Map(Object.keys(palette).map((name, number) => [name, number]));
  for (const part of parts) {
    const [colour, , y, , h] = part;
    const end = Math.min(height, firstOf((y + h) / scale));
    for (let row = Math.max(0, firstOf(y / scale)); row < end; row++) {
      const [from, to] = covered(part, (row + 0.5) * scale).map((x) =>
        Math.min(width, Math.max(0, firstOf(x / scale))),
      );
      colours.fill(numbers.get(colour) ?? 0, row * width + (from ?? 0), row * width + (to ?? 0));
    }
  }
  return { width, height, colours };
}

type Bytes = Uint8Array<ArrayBuffer>;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Bits of a pixel, and what they mean: an entry of the palette. */
const DEPTH = 4;
const INDEXED = 3;
const COLOURS = 16;

/** Most bytes that a stored block of a stream holds (RFC 1951 §3.2.4). */
const MAX_STORED = 65_535;

/** The largest prime below 2¹⁶ (RFC 1950 §8.2). */
const ADLER = 65_521;

/** So many sums of bytes stay below 2³² before their remainder is taken. */
const ADLER_RUN = 5552;

/** Remainders of a byte (ISO/IEC 15948, annex D). */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (remainders[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let from = 0; from < bytes.length; from += ADLER_RUN) {
    for (const byte of bytes.subarray(from, from + ADLER_RUN)) {
      a += byte;
      b += a;
    }
    a %= ADLER;
    b %= ADLER;
  }
  return ((b << 16) | a) >>> 0;
}

/** A number in four bytes, the highest first. */
const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

function joined(parts: readonly ArrayLike<number>[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A chunk: its length, its type, its data, and a checksum of both. */
function chunk(type: string, data: ArrayLike<number>): readonly ArrayLike<number>[] {
  const body = joined([Array.from(type, (letter) => letter.charCodeAt(0)), data]);
  return [word(data.length), body, word(crc32(body))];
}

/** Bytes as a stream that compresses nothing (RFC 1950): no two libraries compress alike. */
function stored(bytes: Bytes): Bytes {
  const blocks: ArrayLike<number>[] = [[0x78, 0x01]];
  for (let at = 0; at < bytes.length; at += MAX_STORED) {
    const block = bytes.subarray(at, at + MAX_STORED);
    const { length } = block;
    const isLast = at + length === bytes.length;
    blocks.push([Number(isLast), length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff], block);
  }
  return joined([...blocks, word(adler32(bytes))]);
}

/** The rows, two pixels in a byte, each after a byte that says that it is not filtered. */
function rowsOf({ width, height, colours }: Pixels): Bytes {
  const rows = new Uint8Array(height * (1 + width / 2));
  let at = 0;
  let pixel = 0;
  for (let row = 0; row < height; row++) {
    at += 1;
    for (let column = 0; column < width; column += 2, pixel += 2) {
      rows[at++] = ((colours[pixel] ?? 0) << 4) | (colours[pixel + 1] ?? 0);
    }
  }
  return rows;
}

/** The parts of a colour such as `#8fc1e3`. */
const partsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/**
 * Pixels as PNG. Pictures of one size have one length: all 16 colours of the palette are there, and nothing is compressed.
 *
 * @param palette each colour as `#rrggbb`, by its number
 */
function png(pixels: Pixels, palette: readonly string[]): Bytes {
  const colours = Array.from({ length: COLOURS }, (_, number) => partsOf(palette[number] ?? '#000000'));
  const head = [...word(pixels.width), ...word(pixels.height), DEPTH, INDEXED, 0, 0, 0];
  return joined([
    SIGNATURE,
    ...chunk('IHDR', head),
    ...chunk('PLTE', colours.flat()),
    ...chunk('IDAT', stored(rowsOf(pixels))),
    ...chunk('IEND', []),
  ]);
}

/** A number with two decimals at most. */
const short = (value: number): string => String(Math.round(value * 100) / 100);

function element([colour, ...place]: Part, palette: Drawing['palette']): string {
  const [x, y, w, h] = [place[0], place[1], place[2], place[3]].map(short);
  const [middle, right, bottom] = [place[0] + place[2] / 2, place[0] + place[2], place[1] + place[3]].map(short);
  const fill = `fill="${palette[colour] ?? '#000000'}"`;
  if (place[4] === 'peak') return `<polygon points="${x},${bottom} ${middle},${y} ${right},${bottom}" ${fill}/>`;
  if (place[4] === undefined) return `<rect x="${x}" y="${y}" width="${w}" height="${h}" ${fill}/>`;
  const [cy, rx, ry] = [place[1] + place[3] / 2, place[2] / 2, place[3] / 2].map(short);
  return `<ellipse cx="${middle}" cy="${cy}" rx="${rx}" ry="${ry}" ${fill}/>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A drawing as SVG, in a width; `title` says what it shows. */
function svg({ palette, parts }: Drawing, { width, title }: { readonly width: number; readonly title: string }) {
  const height = (HEIGHT * width) / WIDTH;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    ...parts.map((part) => element(part, palette)),
    '</svg>',
    '',
  ].join('\n');
}

/** Sizes that a photo comes in, by their names: each is so wide. */
const widths = { full: WIDTH, thumb: WIDTH / 4 } as const;

const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const;

/** Which file of a photo is wanted. */
export interface PictureForm<Format extends keyof typeof mediaTypes = keyof typeof mediaTypes> {
  readonly size: keyof typeof widths;
  readonly format: Format;
}

/** A file of a photo; `title` says what it shows. */
export function picture<Format extends keyof typeof mediaTypes>(
  drawing: Drawing,
  title: string,
  { size, format }: PictureForm<Format>,
): FileContent<(typeof mediaTypes)[Format]> {
  const width = widths[size];
  const bytes =
    format === 'svg'
      ? bytesOf(svg(drawing, { width, title }))
      : png(pixelsOf(drawing, width), Object.values(drawing.palette));
  return { mediaType: mediaTypes[format], bytes };
}
