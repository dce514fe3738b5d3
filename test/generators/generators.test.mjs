/**
 * Generators of clients that people use, each given the OpenAPI document of a running server: what they write compiles
 * under strict, but for the faults that are their own, and a program of it works. `UNDERSTUDY_TEST_ALL=1` gives them all of our
 * domains, otherwise some.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isExhaustive } from '@understudy/tooling/sample';
import { runProgram, spawnServer } from '@understudy/tooling/server';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const zodios = join(here, 'zodios');
const generated = join(here, 'generated');
const document = join(generated, 'openapi.json');

/** The command of a package: its script, which runs on every system. */
function bin(name, folder = here) {
  const home = join(folder, 'node_modules', name);
  const { bin: given } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const [script] = typeof given === 'string' ? [given] : Object.values(given);
  return [process.execPath, join(home, script)];
}

/** What is compiled: as vite and esbuild users have it. Declarations of packages are theirs. */
const STRICT =
  '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --lib es2023,dom,dom.iterable'.split(
    ' ',
  );

/** The generators. `hostileTo` is what becomes of a list that drifts, and of one whose pages lie. `own` are errors of TypeScript that are the generator's fault, each with its reason. */
const generators = [
  {
    name: 'orval',
    run: [...bin('orval'), '--config', join(generated, 'orval.config.mjs')],
    calls: join(here, 'calls', 'orval.ts'),
    own: [
      {
        error: "Argument of type 'string | string[]' is not assignable to parameter of type 'string'.",
        why: 'a member of a form may be a text or a list of texts (RFC 8707 §2); it appends the list as one text',
      },
    ],
    hostileTo: ['ZodError', '7 pages, 100 records, 99 different'],
  },
  {
    name: 'hey-api with zod',
    run: [...bin('@hey-api/openapi-ts'), '--file', join(generated, 'hey-api.config.mjs')],
    calls: join(here, 'calls', 'hey-api.ts'),
    own: [],
    hostileTo: ['ZodError', '7 pages, 100 records, 99 different'],
  },
  {
    name: 'oazapfts',
    run: [...bin('oazapfts'), document, join(generated, 'oazapfts.ts')],
    calls: join(here, 'calls', 'oazapfts.ts'),
    own: [],
    hostileTo: ['8 pages, 200 records, 179 different', '7 pages, 100 records, 99 different'],
  },
  {
    name: 'openapi-typescript and openapi-fetch',
    run: [...bin('openapi-typescript'), document, '--output', join(generated, 'openapi-typescript.ts')],
    calls: join(here, 'calls', 'openapi-fetch.ts'),
    own: [],
    hostileTo: ['8 pages, 200 records, 179 different', '7 pages, 100 records, 99 different'],
  },
  {
    name: 'openapi-zod-client',
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
    hostileTo: ['Error', '7 pages, 100 records, 99 different'],
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

/** What each client is to see. */
const walked = {
  listed: 2,
  read: 'Knots',
  failed: 429,
  email: 'marcelo.abbott.1@example.com',
  removed: 200,
  filledIn: false,
};

/** What becomes of a list whose answers drift, and of one whose pages lie, read by its numbers: docs/conformance.md shows it. */
async function hostile(list) {
  const outcomes = [];
  for (const preset of ['drifting', 'lying_pages']) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ rules: [{ when: { path: '/api/**' }, fault: `preset;name=${preset}` }] });
    await fetch(`${server.origin}/sandboxes/default/reset`, { method: 'POST' });
    await fetch(`${server.origin}/sandboxes/default/faults`, { method: 'PUT', headers, body });
    const said = ({ pages, records, different }) => `${pages} pages, ${records} records, ${different} different`;
    outcomes.push(await list(server.origin).then(said, ({ name }) => name));
  }
  await fetch(`${server.origin}/sandboxes/default/faults`, { method: 'DELETE' });
  return outcomes;
}

async function must(program, options) {
  const { code, stdout, stderr } = await runProgram(program, options);
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
});
after(() => server?.stop());

for (const { name, run, calls, own, hostileTo, folder = here } of generators) {
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
    assert.deepEqual(await hostile(list), hostileTo);
  });
}
