/**
 * Generators of clients that people use, each given the OpenAPI document of a running server: what they write compiles
 * under strict, but for the faults that are their own, and a program of it works. What becomes of its list under hostile
 * answers is in docs/conformance.md, into which `--write` writes it. `UNDERSTUDY_TEST_ALL=1` gives them all of our domains,
 * otherwise some.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isExhaustive } from '@understudy/tooling/sample';
import { runProgram, spawnServer } from '@understudy/tooling/server';
import { rowsIn, tableOf, withTable } from '@understudy/tooling/tables';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const zodios = join(here, 'zodios');
const generated = join(here, 'generated');
const document = join(generated, 'openapi.json');

const manifestOf = (name, folder) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));

/** The command of a package: its script, which runs on every system. */
function bin(name, folder = here) {
  const { bin: given } = manifestOf(name, folder);
  const [script] = typeof given === 'string' ? [given] : Object.values(given);
  return [process.execPath, join(folder, 'node_modules', name, script)];
}

/** What is compiled: as vite and esbuild users have it. Declarations of packages are theirs. */
const STRICT =
  '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --lib es2023,dom,dom.iterable'.split(
    ' ',
  );

/** The generators, and the packages whose versions are named. `own` are errors of TypeScript that are the generator's fault, each with its reason. */
const generators = [
  {
    name: 'orval, fetch and zod',
    packages: ['orval'],
    run: [...bin('orval'), '--config', join(generated, 'orval.config.mjs')],
    calls: join(here, 'calls', 'orval.ts'),
    own: [
      {
        error: "Argument of type 'string | string[]' is not assignable to parameter of type 'string'.",
        why: 'a member of a form may be a text or a list of texts (RFC 8707 §2); it appends the list as one text',
      },
    ],
  },
  {
    name: 'hey-api with zod',
    packages: ['@hey-api/openapi-ts'],
    run: [...bin('@hey-api/openapi-ts'), '--file', join(generated, 'hey-api.config.mjs')],
    calls: join(here, 'calls', 'hey-api.ts'),
    own: [],
  },
  {
    name: 'kubb, fetch and zod',
    packages: ['@kubb/plugin-client'],
    run: [...bin('@kubb/cli'), 'generate', '--config', join(generated, 'kubb.config.mjs')],
    calls: join(here, 'calls', 'kubb.ts'),
    own: [
      {
        error: 'TS2769: No overload matches this call.',
        why: 'it writes a default of null as an empty object, in the schemas of fault rules',
      },
    ],
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api'],
    run: [
      ...bin('swagger-typescript-api'),
      'generate',
      '--path',
      document,
      '--output',
      generated,
      '--name',
      'swagger-typescript-api.ts',
    ],
    calls: join(here, 'calls', 'swagger-typescript-api.ts'),
    own: [],
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts'],
    run: [...bin('oazapfts'), document, join(generated, 'oazapfts.ts')],
    calls: join(here, 'calls', 'oazapfts.ts'),
    own: [],
  },
  {
    name: 'openapi-typescript, openapi-fetch',
    packages: ['openapi-typescript', 'openapi-fetch'],
    run: [...bin('openapi-typescript'), document, '--output', join(generated, 'openapi-typescript.ts')],
    calls: join(here, 'calls', 'openapi-fetch.ts'),
    own: [],
  },
  {
    name: 'openapi-zod-client (zodios)',
    packages: ['openapi-zod-client'],
    folder: zodios,
    run: [
      ...bin('openapi-zod-client', zodios),
      document,
      '--with-alias',
      '--output',
      join(zodios, 'generated', 'zodios.ts'),
    ],
    calls: join(zodios, 'calls.ts'),
    own: [],
  },
];

/** Configurations, of those that take them. */
const orvalConfig = ['fetch', 'zod'].map((client) => {
  const target = join(generated, 'orval', `${client}.ts`);
  const baseUrl = { getBaseUrlFromSpecification: true };
  return [client, { input: { target: document }, output: { client, mode: 'single', target, baseUrl } }];
});
const heyApiConfig = {
  input: document,
  output: join(generated, 'hey-api'),
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', 'zod', { name: '@hey-api/sdk', validator: true }],
};
const kubbConfig = `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default defineConfig({
  input: { path: ${JSON.stringify(document)} },
  output: { path: ${JSON.stringify(join(generated, 'kubb'))}, extension: { '.ts': '' }, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginZod(), pluginClient({ client: 'fetch', parser: 'zod' })],
});
`;

/** What each client is to see. */
const walked = {
  listed: 2,
  read: 'Knots',
  failed: 429,
  email: 'marcelo.abbott.1@example.com',
  removed: 200,
  filledIn: false,
};

/** The page that shows what becomes of lists, and what writes it. */
const PAGE = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));
const COMMAND = 'npm run suite -- generators --write';
const HEAD = ['Generator', 'Version', 'Answers that drift', 'Pages that lie'];

/** What becomes of a list whose answers drift, and of one whose pages lie, read by its numbers. */
async function hostile(list) {
  const outcomes = [];
  for (const preset of ['drifting', 'lying_pages']) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ rules: [{ when: { path: '/api/**' }, fault: `preset;name=${preset}` }] });
    await fetch(`${server.origin}/sandboxes/default/reset`, { method: 'POST' });
    await fetch(`${server.origin}/sandboxes/default/faults`, { method: 'PUT', headers, body });
    const said = ({ records, different }) => `${records} records, ${different} of them different, and no error`;
    outcomes.push(await list(server.origin).then(said, ({ name }) => `an error: \`${name}\``));
  }
  await fetch(`${server.origin}/sandboxes/default/faults`, { method: 'DELETE' });
  return outcomes;
}

async function must(program, options) {
  // One of them would tell its maker that it was run.
  const env = { DO_NOT_TRACK: '1' };
  const { code, stdout, stderr } = await runProgram(program, { env, ...options });
  assert.equal(code, 0, `${program.join(' ')}\n${stdout}${stderr}`);
}

let server;
before(async () => {
  const without = isExhaustive ? [] : ['--without', 'commerce,events,food,oauth,realestate,saas,social'];
  server = await spawnServer(without);
  for (const folder of [generated, join(zodios, 'generated')]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const exported = (config) => `export default ${JSON.stringify(config)};\n`;
  writeFileSync(document, await (await fetch(`${server.origin}/openapi.json`)).text());
  writeFileSync(join(generated, 'orval.config.mjs'), exported(Object.fromEntries(orvalConfig)));
  writeFileSync(join(generated, 'hey-api.config.mjs'), exported(heyApiConfig));
  writeFileSync(join(generated, 'kubb.config.mjs'), kubbConfig);
});
after(() => server?.stop());

const rows = [];

for (const { name, packages, run, calls, own, folder = here } of generators) {
  it(`${name} writes a client that compiles and works`, async () => {
    await must(run, { cwd: folder });
    const { stdout } = await runProgram(
      [...bin('typescript', join(here, '..', '..')), ...STRICT, '--types', 'node', calls],
      { cwd: folder },
    );
    const errors = stdout.split('\n').filter((line) => line.includes(': error '));
    const others = errors.filter((line) => !own.some(({ error }) => line.includes(error)));
    assert.deepEqual(others, []);
    for (const { error, why } of isExhaustive ? own : []) assert.ok(stdout.includes(error), `no longer so: ${why}`);
    const outfile = join(generated, `${name}.cjs`);
    await build({ entryPoints: [calls], bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'silent' });
    const { walk, list } = await import(pathToFileURL(outfile).href);
    await fetch(`${server.origin}/sandboxes/default/reset`, { method: 'POST' });
    assert.deepEqual(await walk(server.origin), walked);
    const versions = packages.map((one) => manifestOf(one, folder).version).join(', ');
    rows.push([name, versions, ...(await hostile(list))]);
  });
}

it('the page says what became of their lists', () => {
  const text = readFileSync(PAGE, 'utf8');
  if (process.argv.includes('--write')) {
    const page = withTable(text, 'generators', { table: tableOf(HEAD, rows), command: COMMAND });
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(PAGE, page.replace(/(?<=Tried on )[\d-]+/, today));
  } else assert.deepEqual(rows, rowsIn(text, 'generators', COMMAND), COMMAND);
});
