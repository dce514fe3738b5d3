/** Loads the files that users write domains in. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyImplementation } from '../call/domain.js';
import { OptionError } from '../options/options.js';

/** Domains that were loaded. */
export interface LoadedDomains {
  readonly domains: readonly AnyImplementation[];
}

const isImplementation = (value: unknown): value is AnyImplementation =>
  typeof value === 'object' && value !== null && 'contract' in value && 'handlers' in value && 'collections' in value;

/**
 * Loads domains.
 *
 * @throws {@link OptionError} naming the file
 */
export async function loadDomains(files: readonly string[]): Promise<LoadedDomains> {
  const found: AnyImplementation[] = [];
  for (const file of files) {
    const exported: object = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
      throw new OptionError(`${file} cannot be loaded: ${String(error)}`, { cause: error });
    });
    found.push(...new Set(Object.values(exported).filter(isImplementation)));
  }
  if (found.length === 0)
    throw new OptionError(`${files.join(', ')} exports no domain; write export default implement(…)`);
  return { domains: found };
}
