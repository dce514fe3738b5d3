/** Says why a file could not be loaded, with the line of it where that is known. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OptionError } from '../options/options.js';
import { domainFault, lineOf } from './fault.js';

/** A file as the user knows it: by its path from here, where it lies below. */
function shownFile(path: string): string {
  const absolute = path.startsWith('file:') ? fileURLToPath(path) : path;
  const below = relative('', absolute);
  return below.startsWith('..') ? absolute : `./${below}`;
}

/** A position in a stack: the path, and its line. */
const POSITION = /(?:\(|at (?:async )?)((?:file:\/\/)?(?:\/|[A-Z]:[\\/])[^()\n]*?):(\d+):\d+\)?$/gm;

/** What lies between a file of the user's and where its error was made: packages, and this one. */
const NOT_THEIRS = /[\\/](?:node_modules|dist)[\\/]|\/(?:apps\/server|packages\/contract)\/src\//;

/** The first position of a stack that lies in a file of the user's. */
export function positionIn({ stack = '' }: Pick<Error, 'stack'>): string | undefined {
  const found = [...stack.matchAll(POSITION)].find(([, path = '']) => !NOT_THEIRS.test(path));
  return found === undefined ? undefined : `${shownFile(found[1] ?? '')}:${found[2]}`;
}

/** An import that leads nowhere. */
function importFault({ message }: Error, file: string): string {
  const [, wanted = message] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  const [, importer] = /^- (.+)$/m.exec(message) ?? [];
  const other = importer === undefined ? file : shownFile(importer);
  return other === file
    ? `it imports '${wanted}', which cannot be found`
    : `${other} imports '${wanted}', which cannot be found`;
}

/** Why a file could not be loaded, as an error of one line. */
export function loadFault(file: string, error: unknown): OptionError {
  if (!(error instanceof Error)) return domainFault(file, `it throws while it is loaded: ${String(error)}`, error);
  const [, what, path, line] = /^ParseError: (.*?)\s*\n\s*(\S.*?):(\d+):\d+/.exec(error.message) ?? [];
  if (path !== undefined) return domainFault(`${shownFile(path)}:${line}`, `it cannot be read: ${what}`, error);
  const position = positionIn(error);
  if (error.name === 'DeclarationError') return domainFault(position ?? file, error.message, error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') {
    return domainFault(file, importFault(error, file), error);
  }
  return domainFault(position ?? file, `it throws while it is loaded: ${lineOf(error)}`, error);
}
