/**
 * `node scripts/release-version.mjs`: makes the next version of what waits in `.changeset`: it writes the version into the packages
 * and the pages that show it, and a section of CHANGELOG.md to be read over. `-- --dry-run` only says which it would be.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import readChangesets from '@changesets/read';
import { inc } from 'semver';
import { manifestsIn, shownIn } from './release/places.mjs';
import { nextVersion, sectionOf } from './release/section.mjs';
import { root } from './run.mjs';

const edit = (file, change) => {
  const path = join(root, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
};

const changesets = await readChangesets(root);
if (changesets.length === 0) {
  console.error('No changeset waits: there is nothing to release.');
  process.exit(1);
}
const manifests = manifestsIn(root);
const before = manifests[0]?.manifest.version;
const version = nextVersion(before, changesets, inc);
console.log(`${before} → ${version}, of ${changesets.length} changesets`);
if (!process.argv.includes('--dry-run')) {
  for (const { file } of manifests) {
    edit(file, (text) => text.replace(`"version": "${before}"`, `"version": "${version}"`));
  }
  for (const { page, pattern } of shownIn) edit(page, (text) => text.replaceAll(pattern, `$1${version}`));
  const section = sectionOf(version, changesets);
  // Below the title and what it says first.
  edit('CHANGELOG.md', (text) => text.replace(/^(?=## )/m, `${section}\n`));
  for (const { id } of changesets) rmSync(join(root, '.changeset', `${id}.md`));
  console.log('Read CHANGELOG.md over, then go on as CONTRIBUTING.md says: npm run format, release:check.');
}
