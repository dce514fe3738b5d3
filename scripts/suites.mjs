/**
 * What is proved beside `npm test`, since it takes long or needs programs of others: `npm run suite` runs it by name.
 *
 * @typedef {object} Suite
 * @property {string} run what runs it
 * @property {string} [build] the package that it needs built, with what that depends on: the server, where left out
 * @property {string} [ci] its arguments in continuous integration, which leaves out the suites that have none
 * @property {readonly string[]} [covers] files and folders: continuous integration runs it where they have changed since
 *   it passed
 */

/** What every package is built and installed with. */
const BUILD = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'patches',
  'turbo.json',
  'tsconfig.base.json',
  'scripts',
  'apps/server/package.json',
  'apps/server/scripts',
  'packages/client/package.json',
  'packages/client/scripts',
  'packages/contract/package.json',
];

/** What answers a request, whatever it is about. */
const SERVER = ['call', 'http', 'platform', 'server', 'store', 'transport'].map(
  (folder) => `apps/server/src/${folder}`,
);

/** How the contract and its domains are declared and implemented. */
const KIT = ['packages/contract/src/kit', 'apps/server/src/kit'];

/** What documents of OpenAPI are served by. */
const DOCUMENTS = ['scripts/documents', 'apps/server/src/openapi', 'apps/server/src/http/raw.ts', ...KIT];

/** @type {Record<string, Suite>} */
export const suites = {
  checks: {
    run: 'node scripts/check-checks.mjs',
    build: 'none',
    ci: '',
    covers: ['.ci/run', '.github', '.oxfmtrc.json', '.oxlintrc.json', 'knip.jsonc', 'tooling', ...BUILD],
  },
  clients: {
    run: 'node test/identity/clients/run.mjs',
    ci: '',
    covers: [
      'test/identity/clients',
      'apps/server/src/identity',
      'apps/server/src/domains/auth',
      'apps/server/src/domains/oauth',
      'packages/contract/src/auth',
      'packages/contract/src/oauth',
      ...SERVER,
      ...KIT,
    ],
  },
  proxies: {
    run: 'node test/proxies/run.mjs',
    ci: '',
    covers: ['test/proxies', 'deploy', 'apps/server/src/faults', ...SERVER],
  },
  runtimes: {
    run: 'node packages/client/scripts/test-runtimes.mjs',
    build: 'all',
    ci: '',
    covers: ['packages/client/src', 'packages/client/test', ...BUILD],
  },
  hosts: {
    run: 'node apps/server/node_modules/vitest/vitest.mjs run --root apps/server --config vitest.hosts.config.ts --reporter=dot',
    ci: '',
    covers: ['apps/server/src/check', 'apps/server/test/elsewhere', ...SERVER, ...KIT, ...BUILD],
  },
  generators: {
    run: 'node test/generators/generators.test.mjs',
    ci: '',
    covers: ['test/generators', 'apps/server/src/http/openapi', 'packages/contract/src'],
  },
  documents: {
    run: 'node scripts/documents/run.mjs',
    ci: '--sample --no-parsers --strict',
    covers: DOCUMENTS,
  },
  'document-clients': {
    run: 'node --test scripts/documents/clients.test.mjs',
    ci: '',
    covers: DOCUMENTS,
  },
  'own-domain': {
    run: 'node scripts/test-own-domain.mjs',
    build: 'all',
    ci: '',
    covers: ['examples/own-domain', 'apps/server/src/check', 'apps/server/src/command', ...KIT, ...BUILD],
  },
  watching: {
    run: 'node apps/server/scripts/watching.mjs',
    ci: '',
    covers: ['apps/server/src/metrics', 'deploy', 'apps/server/scripts/watching.mjs'],
  },
  release: {
    run: 'node -r ./scripts/require-node.cjs scripts/release-check.mjs',
    build: 'none',
    // Its types are those of check:package.
    ci: 'versions files licences installs init',
    covers: BUILD,
  },
  fuzz: {
    run: 'node apps/server/scripts/fuzz.mjs',
    ci: '--requests 30000',
    covers: ['apps/server/src', 'packages/contract/src', 'apps/server/scripts'],
  },
  compose: { run: 'node test/image/compose.mjs', build: 'none' },
  delivery: { run: 'node apps/server/scripts/delivery.mjs' },
  export: { run: 'node apps/server/scripts/export.mjs' },
  hangs: { run: 'node apps/server/scripts/hangs.mjs' },
  image: { run: 'node test/image/run.mjs', build: 'none' },
  journal: { run: 'node apps/server/scripts/journal.mjs' },
  kill: { run: 'node apps/server/scripts/kill.mjs' },
  mutants: { run: 'node apps/server/scripts/test-mutants.mjs' },
  secrets: { run: 'node apps/server/scripts/secrets.mjs' },
  soak: { run: 'node apps/server/scripts/soak.mjs' },
  streams: { run: 'node apps/server/scripts/streams.mjs' },
  waiting: { run: 'node packages/client/scripts/test-waiting.mjs' },
  'drill-behaved': { run: 'node drills/behaved.mjs', build: '@understudy/drills^...' },
  'drill-clients': {
    run: 'node drills/defaults/table.mjs && oxfmt docs/conduct.md',
    build: '@understudy/drills^...',
  },
};
