/** What a package exports, each by its name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} at folder of the package
 * @returns {string[]} such as `@understudy/contract/kit`; a pattern stands for every folder that has a module
 */
export function entriesOf(at) {
  const { name, exports } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([entry]) => entry !== './package.json')
    .flatMap(([entry, target]) => {
      if (!entry.includes('*')) return [entry];
      const [before, after] = target.default.split('*');
      return readdirSync(join(at, before))
        .filter((folder) => existsSync(join(at, before, folder + after)))
        .map((folder) => entry.replace('*', folder));
    })
    .map((entry) => name + entry.slice(1));
}
