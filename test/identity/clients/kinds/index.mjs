/** The kinds of clients: how one is started, which version it has, and what it lacks where it cannot be run. */
import { pinnedVersion } from '../packages.mjs';
import { startApache } from './apache.mjs';
import { debianVersion, lacksPackages, startGo, startPython } from './debian.mjs';
import { startNode } from './node.mjs';
import { startPage } from './page.mjs';

/**
 * @typedef {{ origin: string, output: () => string, stop: () => unknown }} App
 *
 * @callback Start
 * @param {import('../table.mjs').Entry} entry
 * @param {Readonly<Record<string, string>>} env
 * @returns {Promise<App>}
 *
 * @typedef {object} Kind
 * @property {Start} start
 * @property {(entry: import('../table.mjs').Entry) => string} versionOf
 * @property {(entry: import('../table.mjs').Entry) => string | undefined} lacks what the machine lacks to run it
 */

const ofNpm = { versionOf: ({ package: name }) => pinnedVersion(name), lacks: () => undefined };

const ofDebian = { versionOf: debianVersion, lacks: lacksPackages };

/** @type {Readonly<Record<string, Kind>>} */
export const kinds = {
  node: { ...ofNpm, start: startNode },
  page: { ...ofNpm, start: startPage },
  apache: { ...ofDebian, start: startApache },
  python: { ...ofDebian, start: startPython },
  go: { ...ofDebian, start: startGo },
};
