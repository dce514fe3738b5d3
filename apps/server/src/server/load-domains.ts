/** Loads the files that users write domains in: TypeScript and JavaScript as they are, with the server's own kit. */
import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { isDomain } from '@understudy/contract/kit';
import type { AnyImplementation } from '../call/domain.js';
import { isImplementation } from '../kit/implement.js';
import { domainFault } from './fault.js';
import { loadFault } from './load-fault.js';
import { loadModule, type OwnModules } from './load-module.js';

/** Domains, and the files that they came from. */
export interface LoadedDomains {
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
