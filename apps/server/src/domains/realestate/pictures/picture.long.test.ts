/** Pictures are files that others can read, the same each time, and of something. */
import { createHash } from 'node:crypto';
import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { randomFor } from '../../../kit/random.js';
import { captionOf } from '../records/photo.js';
import { drawing } from './drawing.js';
import { picture, type PictureForm } from './picture.js';

const kinds = ['house', 'apartment', 'studio', 'land'] as const;
const positions = [1, 2, 3, 4, 5, 6, 7, 8];
const rows = kinds.flatMap((kind) => positions.map((position) => ({ kind, position })));
type Row = (typeof rows)[number];

const drawn = (row: Row, form: Partial<PictureForm> = {}, seed = 1): Buffer =>
  Buffer.from(
    picture(drawing(captionOf(row), randomFor(seed, 7, 7)), captionOf(row), { size: 'full', format: 'png', ...form })
      .bytes,
  );

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** The chunks of a PNG by type, once their checksums are right. */
function chunksOf(file: Buffer): Record<string, Buffer> {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks: Record<string, Buffer> = {};
  for (let at = 8; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    const body = file.subarray(at + 4, end);
    expect(file.readUInt32BE(end)).toBe(crc32(body));
    chunks[body.toString('latin1', 0, 4)] = body.subarray(4);
    at = end + 4;
  }
  return chunks;
}

describe.each(rows)('photo $position of $kind', (row) => {
  it('is a PNG of 16 colours, of which many are seen', () => {
    const { IHDR, PLTE, IDAT, IEND } = chunksOf(drawn(row));
    expect([IHDR?.readUInt32BE(0), IHDR?.readUInt32BE(4), ...(IHDR?.subarray(8) ?? [])]).toEqual([
      640, 480, 4, 3, 0, 0, 0,
    ]);
    expect([PLTE?.length, IEND?.length]).toEqual([48, 0]);
    const pixels = inflateSync(IDAT ?? Buffer.of());
    expect(pixels.length).toBe(480 * 321);
    const seen = new Set<number>();
    for (const two of pixels) seen.add(two >> 4).add(two & 15);
    expect(seen.size).toBeGreaterThan(6);
  });

  it('has the length that its size always has', () => {
    expect(drawn(row).length).toBe(154_218);
    expect(drawn(row, { size: 'thumb' }).length).toBe(9848);
  });

  it('is the same each time, and another one by chance', () => {
    for (const form of [{}, { format: 'svg' }, { size: 'thumb' }] as const) {
      expect(drawn(row, form).equals(drawn(row, form))).toBe(true);
      expect(drawn(row, form).equals(drawn(row, form, 2))).toBe(false);
    }
  });

  it('is SVG without scripts and styles, which says what it shows', () => {
    const contents = drawn(row, { format: 'svg' }).toString();
    expect(contents).toContain(`<title>${captionOf(row)}</title>`);
    expect(contents).not.toMatch(/<(script|style|foreignObject|image|a)\b|\bon\w+=|style=|href/);
    expect(contents).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it('is XML', async () => {
  const xml = rows.map((row) => ({
    fileName: `${row.kind}-${row.position}.svg`,
    contents: drawn(row, { format: 'svg' }).toString(),
  }));
  const { valid, errors } = await validateXML({ xml, normalization: 'c14n' });
  expect([valid, errors]).toEqual([true, []]);
});

it('begins with what the listing looks like from outside, and repeats no caption', () => {
  for (const kind of kinds) {
    const captions = positions.map((position) => captionOf({ kind, position }));
    expect(new Set(captions).size).toBe(positions.length);
    expect(captions[0]).toMatch(/^The (house|building|plot)$/);
  }
});

it('is drawn the same on every runtime', () => {
  const digests = kinds.map((kind) => positions.slice(0, 4).map((position) => digest(drawn({ kind, position }))));
  expect(digests).toMatchInlineSnapshot(`
    [
      [
        "510581a311a1da72",
        "b5bdc5e70a631876",
        "0c88ccf8d8427802",
        "84f327e0a41bc306",
      ],
      [
        "d7141a140c815612",
        "b5bdc5e70a631876",
        "0c88ccf8d8427802",
        "84f327e0a41bc306",
      ],
      [
        "d7141a140c815612",
        "84f327e0a41bc306",
        "0c88ccf8d8427802",
        "bd55a1c4eea6d00e",
      ],
      [
        "6f770927c214c218",
        "6b70b4ee7232e301",
        "9aaa7afcc5fb57a7",
        "5082bd2723bc5476",
      ],
    ]
  `);
});
