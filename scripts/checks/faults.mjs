/** Faults for each check, but for the tests; and those for the scripts of CI. No two of them are in the same place. */
import { randomBytes } from 'node:crypto';
import { scriptFaults } from './script-faults.mjs';

/**
 * @typedef {ReturnType<typeof import('./copy-workspace.mjs').editsOf>} Edits
 *
 * @typedef {object} Fault
 * @property {string} check script of package.json that must find it
 * @property {string} title what is wrong
 * @property {(edits: Edits) => void} plant makes it wrong
 * @property {RegExp} shows what the output of the check must say of it
 * @property {string} [command] what runs the check, where that takes more than its name
 * @property {Record<string, string>} [env] variables that the check runs with
 * @property {string} [group] those that are planted at once: the others of "checks", where left out
 */

const source = 'apps/server/src/server/version.ts';

/** @type {Fault[]} */
export const faults = [
  {
    check: 'check:format',
    title: 'a format slip',
    plant: ({ append }) => append(source, 'void  0;\n'),
    shows: /version\.ts/,
  },
  {
    check: 'check:lint',
    title: 'a lint finding',
    plant: ({ append }) => append(source, 'export const plantedAny = (value: any) => value;\n'),
    shows: /no-explicit-any/,
  },
  {
    check: 'check:types',
    title: 'a type error',
    // In a test: one in the source fails the build before any check.
    plant: ({ append }) => append('apps/server/test/support.ts', "export const planted: number = 'text';\n"),
    shows: /support\.ts.*TS2322/,
  },
  {
    check: 'check:types',
    title: 'a type error in an example',
    plant: ({ append }) => append('examples/shared-schemas/src/router.ts', "export const planted: number = 'text';\n"),
    shows: /router\.ts.*TS2322/,
  },
  {
    check: 'check:types',
    title: 'a type error in the shared tooling',
    plant: ({ append }) =>
      append('tooling/src/patience.mjs', "/** @type {number} */\nexport const planted = 'text';\n"),
    shows: /patience\.mjs.*TS2322/,
  },
  {
    check: 'check:boundaries',
    title: 'a forbidden import',
    plant: ({ append }) =>
      append('apps/server/src/domains/events/index.ts', "export type { education } from '../education/index.js';\n"),
    shows: /boundaries\(/,
  },
  {
    check: 'check:boundaries',
    title: 'an import of a layer above',
    plant: ({ append }) =>
      append('apps/server/src/journal/mask.ts', "export type { Store } from '../store/stores/store.js';\n"),
    shows: /journal\/mask\.ts.*layer above/,
  },
  {
    check: 'check:boundaries',
    title: 'a circle of imports',
    plant: ({ append }) =>
      append('apps/server/src/store/model/stored-record.ts', "export type { Overlay } from './overlay.js';\n"),
    shows: /cycle[^]*stored-record\.ts/,
  },
  {
    check: 'check:boundaries',
    // turbo ends the check before the linter looks at imports.
    group: 'dependencies',
    title: 'a forbidden dependency between packages',
    plant: ({ write }) => write('packages/contract/src/planted.test.ts', "export * from '@understudy/server';\n"),
    shows: /@understudy\/server/,
  },
  {
    check: 'check:generated',
    title: 'a stale generated file',
    plant: ({ append }) => append('packages/client/src/generated/routes.ts', '// planted\n'),
    shows: /generated\/routes\.ts\n[^]*-\/\/ planted/,
  },
  {
    check: 'check:unused',
    title: 'an unused export',
    plant: ({ append }) => append(source, 'export const plantedExport = 1;\n'),
    shows: /plantedExport/,
  },
  {
    check: 'check:package',
    title: 'a broken package',
    plant: ({ replace }) =>
      replace('packages/client/package.json', '"files": [\n    "dist"', '"files": [\n    "planted"'),
    shows: /dist\/index\.d\.ts/,
  },
  {
    check: 'check:workflows',
    title: 'an action that is pinned by its tag',
    plant: ({ append }) =>
      append(
        '.github/workflows/ci.yml',
        '      - uses: actions/checkout@v7\n        with:\n          persist-credentials: false\n',
      ),
    shows: /ci\.yml: "- uses: actions\/checkout@v7" is not pinned/,
  },
  {
    check: 'check:workflows',
    title: 'a right that a job does not need',
    plant: ({ replace }) =>
      replace('.github/workflows/ci.yml', 'contents: read\n', 'contents: read\n      id-token: write\n'),
    shows: /ci\.yml: test has the right id-token: write/,
  },
  {
    check: 'check:workflows',
    title: 'a form that GitHub does not know',
    plant: ({ replace }) => replace('.github/ISSUE_TEMPLATE/bug.yml', 'type: textarea', 'type: planted'),
    shows: /bug\.yml: /,
  },
  {
    check: 'check:size',
    title: 'a client over its size',
    plant: ({ append }) =>
      append('packages/client/src/index.ts', `export const planted = '${randomBytes(20_000).toString('hex')}';\n`),
    shows: /limit/i,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a snippet that does not compile',
    plant: ({ append }) => append('packages/client/README.md', '\n```ts\nconst planted: number = "text";\n```\n'),
    shows: /client\/README\.md.*\n?.*TS2322/,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a command that answers otherwise',
    plant: ({ append }) => append('README.md', '\n```sh\ncurl http://127.0.0.1:4010/api/planted\n```\n'),
    shows: /^README\.md:\d+: [^]{0,300}404/m,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a README that is too long',
    plant: ({ append }) => append('README.md', `\n${'planted '.repeat(1200)}\n`),
    shows: /README\.md: it has \d+ words/,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a page that the index leaves out',
    plant: ({ write }) => write('docs/recipes/planted.md', '# Planted\n'),
    shows: /docs\/README\.md: it does not list recipes\/planted\.md/,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a command that runs the package of somebody else',
    // In two parts: this file is looked through as well.
    plant: ({ append }) => append('apps/server/src/pages/snippets.ts', `// npx -y ${'understudy'} serve\n`),
    shows: /snippets\.ts:\d+: on npm, understudy is somebody else/,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a table that is out of date',
    plant: ({ replace }) => replace('docs/options.md', '| 4010 ', '| 4011 '),
    shows: /docs\/options\.md: its table of options is out of date/,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'an example that fails',
    plant: ({ append }) => append('examples/bad-day/main.mjs', "throw new Error('planted');\n"),
    shows: /examples\/bad-day[^]*Error: planted/,
  },
  {
    check: 'check:repeat',
    title: 'an answer that differs between two processes',
    plant: ({ replace }) =>
      replace(
        'apps/server/src/http/to-problem.ts',
        'detail: details.detail === undefined ? kinds[kind].description : maskText(details.detail)',
        'detail: `${maskText(details.detail ?? kinds[kind].description)}${Math.random()}`',
      ),
    shows: /differ/i,
  },
  {
    check: 'check:plants',
    title: 'a text to plant a fault in that is there no more',
    plant: ({ replace }) => replace('docs/options.md', '| 4010 ', '| 4009 '),
    shows: /docs\/options\.md does not say \| 4010/,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a failing test in an example outside the workspace',
    plant: ({ append }) =>
      append('examples/own-domain/test/notes.test.ts', "test('is planted', () => expect(1).toBe(2));\n"),
    shows: /examples\/own-domain: it failed[^]*is planted/,
  },
  {
    check: 'check:docs',
    group: 'pages',
    title: 'a page that shows another file than there is',
    plant: ({ append }) => append('examples/own-domain/notes.ts', '// planted\n'),
    shows: /it shows examples\/own-domain\/notes\.ts, but is not the same/,
  },
  {
    check: 'check:tests',
    title: 'a client that reports a fault otherwise than the page says',
    command: 'cd apps/server && npx vitest run test/faults/clients',
    env: { UNDERSTUDY_TEST_ALL: '1' },
    group: 'server',
    plant: ({ replace }) => replace('docs/faults.md', '| RemoteDisconnected ', '| RemoteConnected '),
    shows: /docs\/faults\.md shows other reads/,
  },
  ...scriptFaults,
];
