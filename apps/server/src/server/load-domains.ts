/** Loads the files that users write domains in: TypeScript and JavaScript as they are, with the server's own kit. */
import type { OptionError } from '../options/options.js';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync, statSync } from 'node:fs';
import { isDomain } from '@understudy/contract/kit';
import type { AnyImplementation } from '../call/domain.js';
import { isImplementation } from '../kit/implement.js';
import { domainFault, lineOf } from './check-domains.js';

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

type ModuleCache = Record<string, unknown>;

/** What a file may import of the server, by specifier. */
type OwnModules = Readonly<Record<string, unknown>>;

/** The files that were loaded, without those of packages, and what each is cached as. */
const loaded = new Map<string, ModuleCache>();

const isPackage = (path: string): boolean => /[\\/]node_modules[\\/]/.test(path);

/** Loads a file; its default is a member of what it gives. */
export async function loadModule(path: string, virtualModules: OwnModules): Promise<unknown> {
  // Loaded only where somebody brings a file: the compiler takes longer than the start of the server.
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    // Nothing is written beside the user's files.
    fsCache: false,
    interopDefault: false,
    virtualModules: { ...virtualModules },
  });
  const before = new Set(Object.keys(jiti.cache));
  try {
    return await jiti.import(path);
  } finally {
    const files = Object.keys(jiti.cache).filter((file) => !before.has(file) && !isPackage(file));
    for (const file of [path, ...files]) loaded.set(file, jiti.cache);
  }
}

/** The files that were loaded, with those that they import; a package is none of the user's. */
export const loadedFiles = (): readonly string[] => [...loaded.keys()];

/** Has every file loaded anew when it is next asked for. */
export function forgetModules(): void {
  for (const [file, cache] of loaded) delete cache[file];
}

/** Domains, and the files that they came from. */
interface LoadedDomains {
  readonly domains: readonly AnyImplementation[];
  readonly files: ReadonlyMap<AnyImplementation, string>;
}

/** What a file imports of the kit is this server's own, also where the file lies in a folder with no packages. */
async function ownModules(): Promise<OwnModules> {
  const [domain, contract, zod] = await Promise.all([
    import('../domain.js'),
    import('@understudy/contract'),
    import('zod'),
  ]);
  return {
    '@understudy/server/domain': domain,
    '@understudy/contract': contract,
    '@understudy/contract/kit': contract,
    zod,
    'zod/v4': zod,
  };
}

/** The implementations that a module exports. */
function implementationsIn(exported: unknown): readonly AnyImplementation[] {
  const values = [exported, ...Object.values(Object(exported) as object)];
  return [...new Set(values.filter(isImplementation))];
}

function checkFile(file: string, path: string): void {
  if (!existsSync(path)) throw domainFault(file, 'there is no such file');
  if (!statSync(path).isFile()) throw domainFault(file, 'it is no file');
  if (!/\.[cm]?[jt]s$/.test(path)) throw domainFault(file, 'it is not a .ts, .mts, .js or .mjs file');
}

async function loadOne(file: string, own: OwnModules): Promise<readonly AnyImplementation[]> {
  const path = resolve(file);
  checkFile(file, path);
  let exported: unknown;
  try {
    exported = await loadModule(path, own);
  } catch (error) {
    throw loadFault(file, error);
  }
  const found = implementationsIn(exported);
  if (found.length > 0) return found;
  const isDeclaration = Object.values(Object(exported) as object).some(isDomain);
  const what = isDeclaration ? 'a domain without handlers; export implement(…) of it' : 'no domain';
  throw domainFault(file, `it exports ${what}${isDeclaration ? '' : '; write export default implement(…)'}`);
}

/**
 * Loads domains.
 *
 * @throws {@link OptionError} naming the file, and the line where that is known
 */
export async function loadDomains(files: readonly string[]): Promise<LoadedDomains> {
  if (files.length === 0) return { domains: [], files: new Map() };
  const own = await ownModules();
  const entries: (readonly [AnyImplementation, string])[] = [];
  for (const file of new Set(files)) {
    const found = await loadOne(file, own);
    entries.push(...found.map((domain) => [domain, relative('', file) === file ? `./${file}` : file] as const));
  }
  const byDomain = new Map(entries);
  return { domains: [...byDomain.keys()], files: byDomain };
}
