/** Finds the configuration file, and reads it: its fields are those of the options, in any of its forms. */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { OptionError } from '../options/options.js';
import { nearest } from '@understudy/contract/kit';
import type { Option } from '../options/option.js';
import { DataFault, kindOf } from '../data/given-value.js';
import { readJson } from '../data/json-file.js';
import { defineConfig } from '../options/define-config.js';

function fromJson(path: string, name: string): unknown {
  try {
    return readJson(path);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${name}: ${error.message}`, { cause: error });
  }
}

async function fromModule(path: string, name: string): Promise<unknown> {
  // What loads TypeScript takes longer than the start of the server.
  const { loadFault, loadModule } = await import('../server/load-domains.js');
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

async function loadConfig(path: string, name: string): Promise<object> {
  const given = path.endsWith('.json') ? fromJson(path, name) : await fromModule(path, name);
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new OptionError(`${name} is ${kindOf(given)}, and must be an object of options, such as { "port": 4020 }`);
}

/** The forms of the file, by its ending. */
export const CONFIG_ENDINGS = ['ts', 'mts', 'js', 'mjs', 'json'] as const;

/** The file of a folder; undefined where it has none. */
function fileIn(folder: string): string | undefined {
  const names = CONFIG_ENDINGS.map((ending) => `understudy.config.${ending}`);
  const [found, other] = names.filter((name) => existsSync(join(folder, name)));
  if (other !== undefined) throw new OptionError(`${folder} has both ${found} and ${other}; remove one of them`);
  return found === undefined ? undefined : join(folder, found);
}

/** The folder of the user; undefined of one whom no list of users names, as services and containers have them. */
function home(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** Where nothing above is of the same project: at the root of a repository, and at home. */
const isOutermost = (folder: string): boolean => folder === home() || existsSync(join(folder, '.git'));

/**
 * Whether a file above the working directory may be run: one that somebody else has put into a folder that all may write
 * to, such as `/tmp`, may not.
 */
function isOurs(path: string): boolean {
  const user = process.getuid?.();
  const { uid } = statSync(path);
  return user === undefined || uid === user || uid === 0;
}

interface FoundConfig {
  /** Its path; undefined where there is none. */
  readonly path: string | undefined;
  /** One that was passed over, since it is of another user. */
  readonly foreign?: string;
}

/** Finds the file of a working directory. */
export function findConfig(from: string): FoundConfig {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = fileIn(folder);
    if (path !== undefined)
      return folder === resolve(from) || isOurs(path) ? { path } : { path: undefined, foreign: path };
    if (isOutermost(folder) || dirname(folder) === folder) return { path: undefined };
  }
}

/** A configuration file that was read. */
export interface ConfigFile {
  readonly path: string;
  /** As messages name it. */
  readonly name: string;
  /** The value of a field, whose paths are relative to the file's folder; undefined where it has none. */
  readonly valueOf: (field: string, described: Option<unknown>) => unknown;
}

interface Wanted {
  /** The file, where it is named. */
  readonly path: string | undefined;
  /** The working directory. */
  readonly folder: string;
  /** The fields that it may have; left out where it may have others. */
  readonly fields: readonly string[] | undefined;
}

function checkFields(given: object, fields: readonly string[], name: string): void {
  for (const field of Object.keys(given)) {
    if (fields.includes(field) || field === '$schema') continue;
    const meant = nearest(field, fields);
    const hint = meant === null ? 'understudy serve --help lists all options' : `did you mean ${meant}?`;
    throw new OptionError(`${name} has the unknown field ${JSON.stringify(field)}; ${hint}`);
  }
}

/** The path of the file; undefined where there is none. */
function pathOf({ path, folder }: Wanted): string | undefined {
  if (path !== undefined) {
    const isKnown = CONFIG_ENDINGS.some((ending) => path.endsWith(`.${ending}`));
    if (!isKnown)
      throw new OptionError(
        `the configuration file ${path} is no ${CONFIG_ENDINGS.map((one) => `.${one}`).join(', ')} file`,
      );
    if (!existsSync(resolve(folder, path))) throw new OptionError(`there is no configuration file ${path}`);
    return resolve(folder, path);
  }
  const { path: found, foreign } = findConfig(folder);
  if (foreign !== undefined) {
    process.stderr.write(`understudy: ${foreign} is of another user and is not read; --config names it all the same\n`);
  }
  return found;
}

/**
 * Reads the configuration file, where there is one.
 *
 * @throws {@link OptionError} naming the file, and what is wrong with it
 */
export async function configFile(wanted: Wanted): Promise<ConfigFile | undefined> {
  const path = pathOf(wanted);
  if (path === undefined) return undefined;
  const { folder, fields } = wanted;
  const name = relative(folder, path);
  const given = await loadConfig(path, name);
  if (fields !== undefined) checkFields(given, fields, name);
  const at = (own: string): string => relative(folder, resolve(dirname(path), own)) || '.';
  return {
    path,
    name,
    valueOf: (field, { rebase }) => {
      const value: unknown = Object.hasOwn(given, field) ? Reflect.get(given, field) : undefined;
      return rebase === undefined ? value : rebase(value, at);
    },
  };
}
