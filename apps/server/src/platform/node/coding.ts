/** Content codings (RFC 9110 §8.4.1), by the system's library. */
import { promisify } from 'node:util';
import {
  brotliCompressSync,
  brotliDecompress as undoBrotli,
  constants,
  gunzip as undoGzip,
  gzipSync,
  inflate as undoDeflate,
} from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a coding is undone within. */
export interface Bounds {
  /** A result of more bytes is a RangeError. */
  readonly maxOutputLength: number;
  /** Whether bytes that break off are taken for all there is. */
  readonly isStart?: boolean;
}

/** Undoes a coding. */
export type Undo = (bytes: Uint8Array, bounds: Bounds) => Promise<Bytes>;

/** Makes a coding. */
export type Code = (body: string | Uint8Array) => Bytes;

/** Fast settings: an answer is compressed while its client waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Promise<Bytes>;

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;

/** Undoes a coding whose bytes may break off after a flush. */
function flushing(decode: Decode, finishFlush: number): Undo {
  return (bytes, { maxOutputLength, isStart = false }) =>
    decode(bytes, isStart ? { maxOutputLength, finishFlush } : { maxOutputLength });
}

/** What undoes each coding, by its name. */
export const undone: ReadonlyMap<string, Undo> = new Map([
  ['gzip', flushing(promisify(undoGzip), Z_SYNC_FLUSH)],
  ['br', flushing(promisify(undoBrotli), BROTLI_OPERATION_FLUSH)],
  ['deflate', flushing(promisify(undoDeflate), Z_SYNC_FLUSH)],
]);

/** What makes each coding that answers have, by its name, the best first. */
export const made: ReadonlyMap<'br' | 'gzip', Code> = new Map([
  ['br', (body) => brotliCompressSync(body, BROTLI)],
  ['gzip', (body) => gzipSync(body, GZIP)],
] as const satisfies [string, Code][]);
