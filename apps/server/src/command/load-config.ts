/** Loads the configuration file, whichever form it has. */
import { DataFault, kindOf } from '../data/given-value.js';
import { readJson } from '../data/json-file.js';
import { defineConfig } from '../options/define-config.js';
import { OptionError } from '../options/options.js';
import { loadFault, loadModule } from '../server/load-domains.js';

function fromJson(path: string, name: string): unknown {
  try {
    return readJson(path);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${name}: ${error.message}`, { cause: error });
  }
}

async function fromModule(path: string, name: string): Promise<unknown> {
  let exported: unknown;
  try {
    // It can be loaded where the package is not installed.
    exported = await loadModule(path, { '@understudy/server/config': { defineConfig } });
  } catch (error) {
    throw loadFault(name, error);
  }
  const module = Object(exported) as object;
  if (!('default' in module)) {
    throw new OptionError(`${name} has no default export; write export default defineConfig({ … })`);
  }
  return module.default;
}

/**
 * Loads the file.
 *
 * @param name as messages name it
 * @throws {@link OptionError} where it cannot be loaded, or exports no object
 */
export async function loadConfig(path: string, name: string): Promise<object> {
  const given = path.endsWith('.json') ? fromJson(path, name) : await fromModule(path, name);
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new OptionError(`${name} is ${kindOf(given)}, and must be an object of options, such as { "port": 4020 }`);
}
