/** Where the version of a release stands: in the manifests of the packages, and in pages that show it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from '../pack-packages.mjs';

/** The names of packed packages. */
const TARBALLS = /(understudy-(?:contract|client|server)-)(\d+\.\d+\.\d+[^\s/]*)(?=\.tgz)/g;

/** Pages and manifests that show a version, each with what stands around it there. */
export const shownIn = [
  { page: 'docs/installing.md', pattern: TARBALLS },
  { page: 'examples/from-json/package.json', pattern: TARBALLS },
  { page: 'examples/own-openapi/package.json', pattern: TARBALLS },
  { page: 'examples/own-domain/package.json', pattern: TARBALLS },
  { page: 'deploy/kubernetes.yaml', pattern: /(image: \S+\/understudy:)(\d+\.\d+\.\d+\S*)()/g },
  { page: 'deploy/Dockerfile', pattern: /(^ARG VERSION=)(\d+\.\d+\.\d+\S*)()/gm },
  { page: 'docs/command.md', pattern: /(^Understudy )(\d+\.\d+\.\d+\S*)(?= \(API)/gm },
];

/** Pages that say that nothing is on npm, as long as that is so. */
export const unpublishedIn = [
  'README.md',
  'docs/installing.md',
  'apps/server/README.md',
  'packages/client/README.md',
  'packages/contract/README.md',
];

/** What such a page says. */
export const UNPUBLISHED = 'The packages are not on npm yet';

/**
 * @param {string} root folder of the workspace
 * @returns {{ file: string, manifest: Record<string, any> }[]} the manifests of the packages
 */
export function manifestsIn(root) {
  return folders.map((folder) => {
    const file = `${folder}/package.json`;
    return { file, manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) };
  });
}

/**
 * @param {string} changelog text of CHANGELOG.md
 * @returns {string[]} the versions that it has a section of, newest first
 */
export function sectionsOf(changelog) {
  return Array.from(changelog.matchAll(/^## (\d+\.\d+\.\d+\S*)/gm), ([, version = '']) => version);
}

/**
 * @param {string} changelog text of CHANGELOG.md
 * @param {string} version one that it has a section of
 * @returns {string} what the section says
 */
export function notesOf(changelog, version) {
  const [, after = ''] = changelog.split(`\n## ${version}\n`);
  return `${after.split(/^## /m, 1)[0]?.trim()}\n`;
}
