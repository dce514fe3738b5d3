/** Writes the licence texts of every package that a bundle contains beside that bundle. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Files that are made of the data of a package: the comments with its licence are not in the bundle. */
const MADE_OF = {
  'src/kit/generated/names.ts': '@faker-js/faker',
  'src/kit/generated/zone-rules.ts': 'moment-timezone',
};

/**
 * @param {{ outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> }} metafile what esbuild put into the bundle, relative to the current folder
 * @param {string} target the file to write
 */
export function collectLicenses(metafile, target) {
  const folders = new Set();
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (bytesInOutput === 0) continue;
      if (input.includes('node_modules/')) folders.add(packageFolder(resolve(input)));
      if (Object.hasOwn(MADE_OF, input)) folders.add(resolve('node_modules', MADE_OF[input]));
    }
  }
  const texts = [...folders].map(describe).toSorted();
  writeFileSync(target, `This package contains code of:\n\n${texts.join('\n\n---\n\n')}\n`);
}

function packageFolder(file) {
  const folder = dirname(file);
  const manifest = join(folder, 'package.json');
  // Nested manifests without a version only set the module type, or name a part.
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return folder;
  return packageFolder(folder);
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : license;
  if (!text) throw new Error(`${name} states no licence, so it cannot be bundled`);
  return `${name} ${version} (${license})\n\n${text}`;
}
