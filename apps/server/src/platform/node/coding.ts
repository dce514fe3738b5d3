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

/** Undoes a coding; a result of more bytes than the limit is a RangeError. */
export type Undo = (bytes: Uint8Array, limit: { readonly maxOutputLength: number }) => Promise<Bytes>;

/** Makes a coding. */
export type Code = (body: string | Uint8Array) => Bytes;

/** Fast settings: an answer is compressed while its client waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

/** What undoes each coding, by its name. */
export const undone: ReadonlyMap<string, Undo> = new Map([
  ['gzip', promisify(undoGzip)],
  ['br', promisify(undoBrotli)],
  ['deflate', promisify(undoDeflate)],
] as const);

/** What makes each coding that answers have, by its name, the best first. */
export const made: ReadonlyMap<'br' | 'gzip', Code> = new Map([
  ['br', (body) => brotliCompressSync(body, BROTLI)],
  ['gzip', (body) => gzipSync(body, GZIP)],
] as const satisfies [string, Code][]);
