/** Finds the configuration file: in the working directory, or the nearest folder above that has one. */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { OptionError } from '../options/options.js';

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

/** What was found. */
export interface FoundConfig {
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
