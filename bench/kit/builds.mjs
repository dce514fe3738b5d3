/** Builds the server of another commit, once, in a folder of its own that git ignores. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from './paths.mjs';

function git(...args) {
  return execFileSync('git', args, { cwd: paths.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** The commit that a branch, a tag or a hash means. */
function commitOf(ref) {
  try {
    return git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`);
  } catch (error) {
    throw new Error(`there is no commit ${JSON.stringify(ref)} here`, { cause: error });
  }
}

/** Writes the files of a commit into a folder. */
function unpack(commit, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'files.tar');
  git('archive', '--format=tar', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(archive);
}

/**
 * The server of a commit, as that commit builds it.
 *
 * @param {string} ref a branch, a tag or a hash
 * @param {(text: string) => void} say
 * @returns {{ name: string, main: string }} how to call it, and its main.js
 */
export function buildOf(ref, say) {
  const commit = commitOf(ref);
  const short = commit.slice(0, 10);
  const folder = join(paths.builds, short);
  const main = join('apps', 'server', 'dist', 'main.js');
  if (!existsSync(folder)) {
    say(`building ${ref} (${short}); it is kept in bench/.builds`);
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    unpack(commit, unfinished);
    const script = join(unfinished, 'scripts', 'build-server.mjs');
    execFileSync(process.execPath, [script], { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] });
    if (!existsSync(join(unfinished, main))) throw new Error(`${ref} builds no ${main}`);
    renameSync(unfinished, folder);
  }
  return { name: ref === commit ? short : `${ref} (${short})`, main: join(folder, main) };
}
