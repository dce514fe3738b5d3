/** A fault for each script that CI runs after the checks. */

const manifest = 'packages/client/package.json';

const WITHOUT_LICENCE = '"dependencies": { "callsite": "1.0.0" },';

/** @type {import('./faults.mjs').Fault[]} */
export const scriptFaults = [
  {
    check: 'release',
    group: 'packages',
    title: 'a version that differs',
    command: 'npm run suite -- release versions files types',
    plant: ({ replace }) => replace(manifest, '"version": "', '"version": "99.'),
    shows: /packages\/client\/package\.json has version 99\./,
  },
  {
    check: 'release',
    group: 'packages',
    title: 'a missing and a stray file in a package',
    command: 'npm run suite -- release versions files types',
    plant: ({ replace }) =>
      replace(manifest, '"dist"\n', '"dist",\n    "!dist/THIRD_PARTY_LICENSES",\n    "tsconfig.json"\n'),
    shows:
      /(?=[^]*@understudy\/client lacks dist\/THIRD_PARTY_LICENSES)(?=[^]*@understudy\/client holds tsconfig\.json)/,
  },
  {
    check: 'release',
    group: 'licences',
    title: 'a dependency without a licence',
    // Not by its name: what a lockfile does not have is not installed. The package is older than the habit of saying so.
    command: 'npm run build && node scripts/release/check-release.mjs licences',
    // In continuous integration pnpm would refuse the manifest before anything looks at it.
    env: { CI: '' },
    plant: ({ replace, append }) => {
      // pnpm writes the lockfile anew by itself where a manifest has changed.
      append('pnpm-lock.yaml', '');
      replace(manifest, '"engines"', `${WITHOUT_LICENCE}\n  "engines"`);
    },
    shows: /callsite 1\.0\.0 states no licence/,
  },
  {
    check: 'release',
    group: 'packages',
    title: 'a wrong type',
    command: 'npm run suite -- release versions files types',
    plant: ({ replace }) => replace(manifest, '"types": "./dist/validate.d.ts"', '"types": "./dist/format-money.d.ts"'),
    shows: /consumer\.mts[^]*validator/,
  },
  {
    check: 'clients',
    group: 'server',
    title: 'a refresh token that is not issued',
    command: 'npm run suite -- clients openid-client oidc-client-ts',
    plant: ({ replace }) =>
      replace(
        'apps/server/src/domains/oauth/exchange.ts',
        '...(refresh === undefined ? {} : { refresh_token: refresh })',
        '...(refresh === undefined ? {} : { planted: refresh })',
      ),
    shows: /FAILED {2}openid-client 6[^]*refresh:/,
  },
  {
    check: 'proxies',
    group: 'server',
    title: 'a stream that a proxy may hold up',
    plant: ({ replace }) =>
      replace('apps/server/src/http/call-answer.ts', "'x-accel-buffering': 'no'", "'x-planted': 'no'"),
    shows: /FAILED {2}nginx/,
  },
  {
    check: 'hosts',
    group: 'server',
    title: 'a handler that asks for something else',
    command: 'npm run suite -- hosts -t "answers.*createCourse"',
    plant: ({ replace }) =>
      replace(
        'apps/server/src/transport/handler-of.ts',
        'answer(request).then',
        'answer(new Request(request.url)).then',
      ),
    shows: /FAIL[^]*Bun[^]*FAIL[^]*Deno/,
  },
  {
    check: 'generators',
    group: 'server',
    title: 'a call that does not fit what a generator writes',
    plant: ({ append }) => append('test/generators/calls/oazapfts.ts', "export const planted: number = 'text';\n"),
    shows: /oazapfts[^]*TS2322/,
  },
  {
    check: 'watching',
    group: 'server',
    title: 'a metric under another name',
    plant: ({ replace }) =>
      replace(
        'apps/server/src/metrics/exposition.ts',
        "name: 'http_server_request_duration_seconds'",
        "name: 'planted_duration_seconds'",
      ),
    shows: /http_server_request_duration_seconds/,
  },
  {
    check: 'runtimes',
    group: 'runtimes',
    title: 'a runtime that fails',
    command: 'npm run suite -- runtimes node-20',
    plant: ({ append }) =>
      append(
        'packages/client/src/index.ts',
        "declare const process: { version: string };\nif (process.version.startsWith('v20.')) throw new Error('planted');\n",
      ),
    shows: /failed {2}Node 20[^]*planted/,
  },
  {
    check: 'own-domain',
    group: 'server',
    title: 'records that are others in each process',
    command: 'npm run suite -- own-domain node-20',
    plant: ({ append }) =>
      append(
        'examples/own-domain/notes.ts',
        'const { seeded } = notes;\nconst title = () => `${Math.random()}`;\nObject.assign(notes, { seeded: (...of: Parameters<typeof seeded>) => ({ ...seeded(...of), title: title() }) });\n',
      ),
    shows: /FAILED {2}Node 20[^]*but there came/,
  },
  {
    check: 'fuzz',
    group: 'server',
    title: 'a handler that throws',
    command: 'npm run suite -- fuzz --requests 3000',
    plant: ({ replace }) =>
      replace(
        'apps/server/src/domains/events/index.ts',
        'listCategories: () => listing(eventCategories)',
        "listCategories: () => { throw new TypeError('planted'); }",
      ),
    shows: /[1-9]\d* failures/,
  },
  {
    check: 'fuzz',
    group: 'server',
    title: 'an answer that leaves something behind',
    command: 'npm run suite -- fuzz --requests 3000',
    plant: ({ replace, append }) => {
      const line = 'const headers = baseHeaders(ctx, answer, cors);';
      replace('apps/server/src/http/finish.ts', line, `${line}\n  planted.push(new Uint8Array(60_000).fill(1));`);
      append('apps/server/src/http/finish.ts', '\nconst planted: Uint8Array[] = [];\n');
    },
    shows: /rss grew from/,
  },
];
