/** What a package holds: the files that there must be, and the names that files may have. */
import { pagesOfPackage } from '../../apps/server/scripts/copy-docs.mjs';

const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

/** A module of the contract is two files; what a folder is called is that of a domain, or of a part. */
const MODULE = /^dist\/(?:[a-z][a-z-]*\/)*[a-z][a-z0-9-]*\.(?:js|d\.ts)$/;

/** A part of a bundle: named for what is in it, or for the entry, with a hash. */
const CHUNK = /^dist\/(?:web\/)?chunks\/[\w.$-]+-[A-Z0-9]{8}\.js$/;

/** What every start loads, in one script, and what loads that. */
const START = /^dist\/chunks\/(?:load|start)-[A-Z0-9]{8}\.cjs$/;

/** Declarations are as in the source; what no entry leads to was removed by the build. */
const DECLARATION = /^dist\/(?:[a-z][a-z-]*\/)*[a-z][a-z0-9-]*\.d\.ts$/;

const docs = pagesOfPackage().map((page) => `docs/${page}`);

/** @type {Record<string, { required: readonly string[], allowed: readonly RegExp[], inPairs?: boolean }>} */
export const contents = {
  '@understudy/contract': { required: ALWAYS, allowed: [MODULE], inPairs: true },
  '@understudy/client': {
    required: [...ALWAYS, 'dist/THIRD_PARTY_LICENSES'],
    allowed: [CHUNK, DECLARATION, /^dist\/[a-z]+\.js$/],
  },
  '@understudy/server': {
    required: [
      ...ALWAYS,
      'dist/THIRD_PARTY_LICENSES',
      'dist/assets/inspector.css',
      'dist/assets/inspector.js',
      'dist/assets/swagger-ui-bundle.js',
      'dist/assets/swagger-ui.css',
      'dist/assets/swagger-ui.LICENSE',
      'dist/assets/swagger-ui.NOTICE',
      'dist/schemas/config.json',
      'dist/schemas/faults.json',
      'llms.txt',
      'skills/understudy/SKILL.md',
      'templates/test_understudy.py',
      'templates/understudy.test.mjs',
      'templates/understudy_test.go',
      ...docs,
    ],
    allowed: [CHUNK, START, DECLARATION, /^dist\/[a-z]+\.js$/, /^dist\/web\/(?:[a-z]+\/)*[a-z-]+\.js$/],
  },
};
