/** Reads a document from a file, with the local files that it refers to; nothing beyond a folder, and nothing from elsewhere. */
import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DataFault } from '../../data/given-value.js';
import { onFile, readBytes, utf8Of } from '../../data/json-file.js';
import type { ApiDocument } from '../model.js';
import type { ReadSource, Source } from './bundle.js';
import { documentFrom, rooted } from './document.js';
import { DocumentFault, faultOf, sayFinding } from './fault.js';
import type { Overlay } from './overlay.js';
import { plainCopy } from './plain.js';
import { parseText } from './text.js';

/** Files that one document is made of. */
const MAX_FILES = 1_000;

/** Does something with a file that the user has named: it must be there. */
function onNamed<Result>(file: string, use: () => Result): Result {
  try {
    return onFile(use);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw faultOf(error.message, { file }, error);
  }
}

/** The text of a file: UTF-8, or UTF-16 that says so; reading what is no file, such as a pipe, might never end. */
function readText(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() && !stats.isDirectory()) throw new DataFault('that is no file');
  const bytes = readBytes(path);
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  const encoding = mark === 0xff_fe ? 'utf-16le' : mark === 0xfe_ff ? 'utf-16be' : undefined;
  // The decoder is slower, and for what Buffer cannot read.
  const text = encoding === undefined ? utf8Of(bytes) : new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new DataFault('it is a binary file, no text');
  return text;
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
    if (error instanceof DataFault) return { refused: `${name === '' ? '' : `${name}: `}${error.message}` };
    if (error instanceof DocumentFault) return { refused: error.findings.map(sayFinding).join('; ') };
    throw error;
  };
  const read = async (path: string): ReturnType<ReadSource> => {
    // As the user names the first.
    const name = join(dirname(first.name), relative(dirname(first.key), path)).replaceAll(sep, '/');
    try {
      const text = onFile(() => readText(path));
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
      path = onFile(() => realpathSync(spelled));
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
  const text = onNamed(given, () => readText(given));
  return { overlay: await parseText(text, given), file: given };
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
  const { key, text, folder } = onNamed(path, () => {
    const real = realpathSync(path);
    const within = realpathSync(root ?? dirname(real));
    if (!isBelow(within, real)) throw new DataFault(outsideOf(within));
    return { key: real, text: readText(real), folder: within };
  });
  const source: Source = { key, name: path, text, value: await parseText(text, path) };
  const own = overlay === undefined ? undefined : await overlayOf(overlay);
  const sources: Sources = new Map([[key, Promise.resolve(source)]]);
  const document = await documentFrom(rooted(source), reader(folder, source, sources), { name, overlay: own });
  const others = typeof overlay === 'string' ? [resolve(overlay)] : [];
  return { ...document, files: [...sources.keys(), ...others] };
}
