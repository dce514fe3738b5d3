/** Finds the folder in which a user's programs keep what they make. */
import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder by the conventions of each system: that of XDG where there is no other. */
function baseOf(environment: Environment, platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32') return environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  const own = environment['XDG_DATA_HOME'];
  // The specification has a relative path ignored.
  if (own?.startsWith('/') === true) return own;
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
}

/** Where the CA of this user is kept, unless the options say otherwise. */
export function dataFolder(environment: Environment, platform = process.platform): string {
  return join(baseOf(environment, platform, environment['HOME'] ?? homedir()), 'understudy', 'tls');
}
