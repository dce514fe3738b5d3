/** A copy of the workspace as it is now, installed, in which faults can be planted. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, run } from '../run.mjs';
import { isStandalone } from '../standalone.mjs';

const TEST = /\.(?:test|spec|test-d)\.[cm]?tsx?$|\.test\.mjs$/;

/** Files that git knows, or would take. */
function filesOf(folder) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: folder });
  return listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(folder, file)));
}

/** The folders of a workspace that have a package of their own. */
function packagesOf(files) {
  return files.filter((file) => /^[^/]+(?:\/[^/]+)?\/package\.json$/.test(file)).map(dirname);
}

/** Copies and installs; the copy goes away with this process. */
export async function copyWorkspace() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-checks-')));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.on('exit', remove);
  const files = filesOf(root);
  for (const file of files) cpSync(join(root, file), join(folder, file));
  const git = 'git init -q && git add -A && git -c user.name=x -c user.email=x@x.invalid commit -qm copy';
  const { ok, output } = await run(`${git} && npm run start -- --help`, { cwd: folder });
  if (!ok) throw new Error(`the copy cannot be set up\n${output}`);

  function write(file, text) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Plants a fault, and gives back what undoes every change that it made. */
  function plantFault({ plant }) {
    const before = new Map();
    const change = (file, text) => {
      const path = join(folder, file);
      if (!before.has(path)) before.set(path, existsSync(path) ? readFileSync(path) : undefined);
      write(file, text);
    };
    const read = (file) => readFileSync(join(folder, file), 'utf8');
    plant({
      write: change,
      append: (file, text) => change(file, read(file) + text),
      replace: (file, from, to) => {
        if (!read(file).includes(from)) throw new Error(`${file} does not say ${from}; mend scripts/checks/faults.mjs`);
        change(file, read(file).replace(from, to));
      },
    });
    return () => before.forEach((text, path) => (text === undefined ? rmSync(path) : writeFileSync(path, text)));
  }

  return {
    folder,
    remove,
    write,
    plant: plantFault,
    /** Packages of the workspace with tests, by folder, each with its command. */
    tested: packagesOf(files).flatMap((at) => {
      const manifest = JSON.parse(readFileSync(join(folder, at, 'package.json'), 'utf8'));
      const { test } = manifest.scripts ?? {};
      return test === undefined || isStandalone(manifest) ? [] : [{ at, command: test }];
    }),
    /** Removes the tests of the copy. */
    dropTests: () => {
      for (const file of files) if (TEST.test(file)) rmSync(join(folder, file));
    },
  };
}
