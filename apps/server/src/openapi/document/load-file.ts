/** Reads a document from a file, with the local files that it refers to; nothing beyond a folder, and nothing from elsewhere. */
import { isUtf8 } from 'node:buffer';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ApiDocument } from '../model.js';
import type { ReadSource, Source } from './bundle.js';
import { documentFrom, rooted } from './document.js';
import { DocumentFault, sayFinding } from './fault.js';
import type { Overlay } from './overlay.js';
import { plainCopy } from './plain.js';
import { parseText } from './text.js';

/** Largest file, in bytes; the largest document in public has 78 MB. */
const MAX_BYTES = 100_000_000;

/** Files that one document is made of. */
const MAX_FILES = 1_000;

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'that is a directory',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'there is no such file',
  ERR_INVALID_ARG_VALUE: 'there is no such file',
};

/** A file that is not read. */
class Refused extends Error {}

/** Does something with a file. */
async function onFile<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof Refused) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Refused(failures[code] ?? `it cannot be read (${code})`, { cause: error });
  }
}

/** Does something with a file that the user has named: it must be there. */
async function onNamed<Result>(file: string, use: () => Promise<Result>): Promise<Result> {
  try {
    return await onFile(use);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new DocumentFault([{ severity: 'fault', message: error.message, file }], { cause: error });
  }
}

/** The text of bytes: UTF-8, or UTF-16 that says so. */
function decode(bytes: Buffer): string {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  const encoding = mark === 0xff_fe ? 'utf-16le' : mark === 0xfe_ff ? 'utf-16be' : 'utf-8';
  if (encoding === 'utf-8' && !isUtf8(bytes)) throw new Refused('it is not text in UTF-8');
  // Faster than the decoder, which is for what Buffer cannot read.
  const text = encoding === 'utf-8' ? bytes.toString() : new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new Refused('it is a binary file, no text');
  return text;
}

async function readText(path: string): Promise<string> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new Refused('that is a directory');
  if (!stats.isFile()) throw new Refused('that is no file');
  if (stats.size > MAX_BYTES) {
    const megabytes = (size: number) => `${Math.ceil(size / 1_000_000)} MB`;
    throw new Refused(`it has ${megabytes(stats.size)}, and at most ${megabytes(MAX_BYTES)} can be read`);
  }
  return decode(await readFile(path));
}

/** Whether a real path lies in a folder. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The files of a document that were read, or why they were not, by their real paths. */
type Sources = Map<string, ReturnType<ReadSource>>;

const outsideOf = (folder: string): string =>
  `it is outside of ${folder}, and --openapi-root says how far files are read`;

/** Reads files that references name; each once. */
function reader(folder: string, first: Source, sources: Sources): ReadSource {
  const orRefused = (error: unknown, name = ''): { readonly refused: string } => {
    if (error instanceof Refused) return { refused: `${name === '' ? '' : `${name}: `}${error.message}` };
    if (error instanceof DocumentFault) return { refused: error.findings.map(sayFinding).join('; ') };
    throw error;
  };
  const read = async (path: string): ReturnType<ReadSource> => {
    // As the user names the first.
    const name = join(dirname(first.name), relative(dirname(first.key), path)).replaceAll(sep, '/');
    try {
      const text = await onFile(() => readText(path));
      return { key: path, name, text, value: await parseText(text, name) };
    } catch (error) {
      return orRefused(error, name);
    }
  };
  return async (reference, from) => {
    const spelled = resolve(dirname(from.key), reference);
    // Before it is looked at: whether a file is there is nobody's business.
    if (!isBelow(folder, spelled)) return { refused: outsideOf(folder) };
    let path: string;
    try {
      path = await onFile(() => realpath(spelled));
    } catch (error) {
      return orRefused(error);
    }
    if (!isBelow(folder, path)) return { refused: outsideOf(folder) };
    const before = sources.get(path);
    if (before !== undefined) return before;
    if (sources.size >= MAX_FILES) return { refused: `the document has more than ${MAX_FILES} files` };
    const source = read(path);
    sources.set(path, source);
    return source;
  };
}

/** An overlay, of a file or as a value. */
async function overlayOf(given: string | object): Promise<Overlay> {
  if (typeof given === 'object') return { overlay: plainCopy(given, undefined), file: undefined };
  return { overlay: await parseText(await onNamed(given, () => readText(given)), given), file: given };
}

/**
 * Reads a document from its file.
 *
 * @param path of the file, as its user knows it
 * @param options its name; and the folder, by default its own, beyond which no file is read
 * @throws DocumentFault where nothing of it can be served
 */
export async function loadDocument(
  path: string,
  {
    name = '',
    root,
    overlay,
  }: { readonly name?: string; readonly root?: string; readonly overlay?: string | object } = {},
): Promise<ApiDocument> {
  const { key, text, folder } = await onNamed(path, async () => {
    const real = await realpath(path);
    const within = await realpath(root ?? dirname(real));
    if (!isBelow(within, real)) throw new Refused(outsideOf(within));
    return { key: real, text: await readText(real), folder: within };
  });
  const source: Source = { key, name: path, text, value: await parseText(text, path) };
  const own = overlay === undefined ? undefined : await overlayOf(overlay);
  const sources: Sources = new Map([[key, Promise.resolve(source)]]);
  const document = await documentFrom(rooted(source), reader(folder, source, sources), { name, overlay: own });
  const others = typeof overlay === 'string' ? [resolve(overlay)] : [];
  return { ...document, files: [...sources.keys(), ...others] };
}
