/** Generates again what is committed as generated, and says which files would change. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const generators = [
  { folder: 'apps/server', output: 'src/kit/generated' },
  { folder: 'packages/client', output: 'src/generated' },
];

let stale = 0;
for (const { folder, output } of generators) {
  const target = join(root, folder, output);
  const before = snapshot(target);
  // From nothing, so that a file no generator writes any more is seen.
  clear(target);
  process.once('exit', () => restore(target, before));
  const generation = await run('pnpm run generate', { cwd: join(root, folder) });
  if (!generation.ok) fail(`${folder}: generating failed\n${generation.output}`);
  const after = snapshot(target);
  restore(target, before);
  if (after.size === 0) fail(`${folder}/${output}: nothing was generated`);
  for (const file of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(file) === after.get(file)) continue;
    stale += 1;
    console.error(`${folder}/${output}/${file} is not what its generator writes`);
  }
}
if (stale > 0) fail('Run `npm run generate`, look at the difference, and commit it.');

/** The text of every file, by its path in the folder. */
function snapshot(target) {
  if (!existsSync(target)) return new Map();
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, path, name }) => join(parentPath ?? path, name));
  return new Map(paths.map((path) => [path.slice(target.length + 1), readFileSync(path, 'utf8')]));
}

function clear(target) {
  for (const file of snapshot(target).keys()) rmSync(join(target, file));
}

/** A check leaves the work tree as it was. */
function restore(target, files) {
  clear(target);
  for (const [file, text] of files) writeFileSync(join(target, file), text);
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
