/** The next version, and the section of the changelog about it, of changesets. */

/**
 * @typedef {{ summary: string, releases: { name: string, type: 'major' | 'minor' | 'patch' | 'none' }[] }} Changeset
 */

const TYPES = /** @type {const} */ (['major', 'minor', 'patch']);

/** What the groups of a section are called. */
const TITLES = { major: 'Changes that break', minor: 'New', patch: 'Mended' };

/**
 * All packages have one version, so the largest change of any makes it.
 *
 * @param {Changeset} changeset
 */
function typeOf({ releases }) {
  return TYPES.find((type) => releases.some((release) => release.type === type)) ?? 'patch';
}

/**
 * @param {string} version the version before
 * @param {readonly Changeset[]} changesets
 * @param {(version: string, type: 'major' | 'minor' | 'patch') => string | null} inc
 * @returns {string} the version after
 */
export function nextVersion(version, changesets, inc) {
  const types = changesets.map(typeOf);
  const largest = TYPES.find((type) => types.includes(type)) ?? 'patch';
  // Before 1.0.0 the second number says that something breaks (semver.org, 4).
  const next = inc(version, largest === 'major' && version.startsWith('0.') ? 'minor' : largest);
  if (next === null) throw new Error(`${version} is no version`);
  return next;
}

/**
 * The first paragraph of a changeset is a point of its own; what follows it belongs to that point.
 *
 * @param {Changeset} changeset
 */
function pointOf({ summary, releases }) {
  const names = releases.map(({ name }) => name.split('/').at(-1)).join(', ');
  const [first = '', ...rest] = summary.trim().split('\n');
  return [`- ${first} (${names})`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
}

/**
 * @param {string} version
 * @param {readonly Changeset[]} changesets
 * @returns {string} the section, with a line for what they have in common to be written by hand
 */
export function sectionOf(version, changesets) {
  const groups = TYPES.flatMap((type) => {
    const points = changesets.filter((one) => typeOf(one) === type).map(pointOf);
    return points.length === 0 ? [] : [`### ${TITLES[type]}\n\n${points.join('\n')}\n`];
  });
  return [`## ${version}\n`, ...groups].join('\n');
}
