/** Writes pixels of 16 colours as PNG (ISO/IEC 15948), byte for byte the same on every runtime. */
import type { Pixels } from './pixels.js';

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
export function png(pixels: Pixels, palette: readonly string[]): Bytes {
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
