/** Makes the files of a photo: in full and in small, as PNG and as SVG. */
import { bytesOf } from '#platform/bytes';
import type { FileContent, Random } from '../../../kit/index.js';
import { motifOf, type PhotoOf } from './motif.js';
import { HEIGHT, type Point, type Scene, type Shape, WIDTH } from './scene.js';

/** A picture of pixels. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The number of a colour for each pixel, row by row. */
  readonly colours: Uint8Array;
}

/** The first pixel whose middle is not left of a position. */
const firstOf = (x: number): number => Math.ceil(x - 0.5);

/** Where the edges of a polygon cross a horizontal line, from left to right. */
function crossings(points: readonly Point[], y: number): number[] {
  const found: number[] = [];
  let [x0, y0] = points.at(-1) ?? [0, 0];
  for (const [x1, y1] of points) {
    if (y0 <= y !== y1 <= y) found.push(x0 + ((y - y0) * (x1 - x0)) / (y1 - y0));
    [x0, y0] = [x1, y1];
  }
  return found.toSorted((a, b) => a - b);
}

/** The parts of a horizontal line that a shape covers: where each begins and ends. */
function covered(shape: Shape, y: number): readonly number[] {
  if (shape.of === 'polygon') return crossings(shape.points, y);
  const { at, radii } = shape;
  const above = (y - at[1]) / radii[1];
  const half = Math.sqrt(Math.max(0, 1 - above * above)) * radii[0];
  return [at[0] - half, at[0] + half];
}

/** From where to where a shape reaches, downwards. */
function reach(shape: Shape): readonly [top: number, bottom: number] {
  if (shape.of === 'ellipse') return [shape.at[1] - shape.radii[1], shape.at[1] + shape.radii[1]];
  const heights = shape.points.map(([, y]) => y);
  return [Math.min(...heights), Math.max(...heights)];
}

/** The pixels of a scene in a width; the height follows. Only +, ×, ÷ and √ are used, which are the same everywhere. */
function pixelsOf({ palette, shapes }: Scene, width: number): Pixels {
  const scale = WIDTH / width;
  const height = HEIGHT / scale;
  const colours = new Uint8Array(width * height);
  const numbers = new Map(Object.keys(palette).map((name, number) => [name, number]));
  for (const shape of shapes) {
    const number = numbers.get(shape.colour) ?? 0;
    const [top, bottom] = reach(shape);
    const end = Math.min(height, firstOf(bottom / scale));
    for (let row = Math.max(0, firstOf(top / scale)); row < end; row++) {
      const spans = covered(shape, (row + 0.5) * scale);
      for (let i = 0; i + 1 < spans.length; i += 2) {
        const from = Math.max(0, firstOf((spans[i] ?? 0) / scale));
        const to = Math.min(width, firstOf((spans[i + 1] ?? 0) / scale));
        if (from < to) colours.fill(number, row * width + from, row * width + to);
      }
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

function element(shape: Shape, palette: Scene['palette']): string {
  const fill = palette[shape.colour] ?? '#000000';
  if (shape.of === 'polygon') {
    const points = shape.points.map((point) => point.map(short).join(',')).join(' ');
    return `<polygon points="${points}" fill="${fill}"/>`;
  }
  const [[cx, cy], [rx, ry]] = [shape.at, shape.radii];
  return `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"/>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A scene as SVG, in a width; `title` says what it shows. */
function svg({ palette, shapes }: Scene, { width, title }: { readonly width: number; readonly title: string }) {
  const height = (HEIGHT * width) / WIDTH;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    ...shapes.map((shape) => element(shape, palette)),
    '</svg>',
    '',
  ].join('\n');
}

/** Sizes that a photo comes in, by their names: each is so wide. */
const widths = { full: WIDTH, thumb: WIDTH / 4 } as const;

/** Media types of the forms. */
const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const;

/** Which file of a photo is wanted. */
export interface PictureForm<Format extends keyof typeof mediaTypes = keyof typeof mediaTypes> {
  readonly size: keyof typeof widths;
  readonly format: Format;
}

/** A file of a photo. It follows from what the photo shows and from its own stream of chance alone. */
export function picture<Format extends keyof typeof mediaTypes>(
  of: PhotoOf,
  random: Random,
  { size, format }: PictureForm<Format>,
): FileContent<(typeof mediaTypes)[Format]> {
  const { caption, draw } = motifOf(of);
  const scene = draw(random);
  const width = widths[size];
  const bytes =
    format === 'svg'
      ? bytesOf(svg(scene, { width, title: caption }))
      : png(pixelsOf(scene, width), Object.values(scene.palette));
  return { mediaType: mediaTypes[format], bytes };
}

/** Size of a photo in full, in pixels. */
export const full = { width: WIDTH, height: HEIGHT };
