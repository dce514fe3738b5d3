/**
 * Has built modules import zod as a namespace, of which bundlers leave out what is not used: of the member `z` they take
 * everything, of which half are languages.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param {string} source the text of a module */
export function zodAsNamespace(source) {
  return source.replace(/^import \{ z \} from '(zod(?:\/v4)?)';$/m, "import * as z from '$1';");
}

/** @param {string} folder that modules lie in */
function rewrite(folder) {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.js')) continue;
    const file = join(folder, path);
    writeFileSync(file, zodAsNamespace(readFileSync(file, 'utf8')));
  }
}

const [, script = '', folder] = process.argv;
if (import.meta.url === pathToFileURL(script).href && folder !== undefined) rewrite(folder);
