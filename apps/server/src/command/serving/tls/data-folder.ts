/** Finds the folder in which a user's programs keep what they make. */
import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The home of a user; undefined of one that has none, as in many containers. */
function homeOf({ HOME: home = '' }: Environment): string | undefined {
  if (home !== '') return home;
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** The folder by the conventions of each system: that of XDG where there is no other. */
function baseOf(environment: Environment, platform: NodeJS.Platform): string | undefined {
  const own = environment[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'];
  // The specification has a relative path ignored.
  if (own !== undefined && (platform === 'win32' || own.startsWith('/'))) return own;
  const home = homeOf(environment);
  if (home === undefined) return undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
}

/** Where the CA of this user is kept, unless the options say otherwise; undefined where the user has no folder at all. */
export function dataFolder(environment: Environment, platform = process.platform): string | undefined {
  const base = baseOf(environment, platform);
  return base === undefined ? undefined : join(base, 'understudy', 'tls');
}
