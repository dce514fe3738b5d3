/** One version everywhere: in the packages, what they want of each other, the changelog, the pages, and `--version`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import readChangesets from '@changesets/read';
import { root, run } from '../run.mjs';
import { manifestsIn, sectionsOf, shownIn, UNPUBLISHED, unpublishedIn } from './places.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');

/** What a package wants of another one here must follow its version. */
function unboundIn({ file, manifest }) {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies })
    .filter(([name, range]) => name.startsWith('@understudy/') && !range.startsWith('workspace:'))
    .map(([name, range]) => `${file} wants ${name} ${range}, where workspace: follows its version`);
}

function otherIn({ page, pattern, version }) {
  const shown = Array.from(read(page).matchAll(pattern), ([, , text]) => text);
  if (shown.length === 0) return [`${page} shows no version; mend scripts/release/places.mjs`];
  return shown
    .filter((text) => text !== version)
    .map((text) => `${page} shows ${text}, and the packages are ${version}`);
}

async function commandSays() {
  const main = join(root, 'apps/server/dist/main.js');
  if (!existsSync(main)) return 'apps/server is not built';
  const { output } = await run(`"${process.execPath}" "${main}" --version`);
  return output.trim();
}

/** A lockfile names packages and their hashes; where they were fetched is nobody's business. */
function addressesIn(file) {
  const found = read(file).match(/^.*(?:tarball:|https?:\/\/).*$/gm) ?? [];
  return found.map((line) => `${file} names an address: ${line.trim()}`);
}

/** What must not be so where a release is made of a tag. */
async function unreadyFor(tag, version) {
  const { length } = await readChangesets(root);
  const unpublished = unpublishedIn.filter((page) => read(page).includes(UNPUBLISHED));
  const without = manifestsIn(root).filter(({ manifest }) => manifest.repository === undefined);
  return [
    ...(tag === `v${version}` ? [] : [`the tag is ${tag}, and the packages are ${version}`]),
    ...(length === 0 ? [] : [`${length} changesets wait: node scripts/release-version.mjs`]),
    ...unpublished.map((page) => `${page} says "${UNPUBLISHED}": strike that`),
    ...without.map(({ file }) => `${file} has no repository, which npm compares with where provenance comes from`),
  ];
}

/**
 * @param {{ tag?: string }} [options] the tag of the release, where there is one
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkVersions({ tag } = {}) {
  const manifests = manifestsIn(root);
  const [{ manifest: first }] = manifests;
  const { version } = first;
  const [newest] = sectionsOf(read('CHANGELOG.md'));
  const said = await commandSays();
  const tests = await run('node --test scripts/release/section.test.mjs');
  return [
    ...manifests
      .filter(({ manifest }) => manifest.version !== version)
      .map(({ file, manifest }) => `${file} has version ${manifest.version}, and ${first.name} has ${version}`),
    ...manifests.flatMap(unboundIn),
    ...(newest === version ? [] : [`CHANGELOG.md begins with ${newest}, and the packages are ${version}`]),
    ...(tests.ok ? [] : [tests.output]),
    ...addressesIn('pnpm-lock.yaml'),
    ...shownIn.flatMap((place) => otherIn({ ...place, version })),
    ...(said.split(/\s/).includes(version)
      ? []
      : [`understudy --version says "${said}", and the packages are ${version}`]),
    ...(tag === undefined ? [] : await unreadyFor(tag, version)),
  ];
}
