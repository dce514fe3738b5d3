/** Runs the examples, but for those that are tests, and compares their output with their READMEs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offContract, spawnServer } from '../../tooling/src/server/index.mjs';
import { root, run } from '../run.mjs';
import { installStandalone, isStandalone } from '../standalone.mjs';

const folder = join(root, 'examples');

/**
 * Those of the workspace that are tests are left to `check:tests`, which runs all tests.
 *
 * @param {import('./read-pages.mjs').Page[]} pages
 * @param {{ isRun: boolean }} options whether they are run, and not only looked at
 * @returns {(() => Promise<{ faults: { where: string, what: string }[], counts: Record<string, number> }>)[]} what runs
 *   each example; those that are installed first, since they take the longest
 */
export function exampleRuns(pages, { isRun }) {
  const examples = readdirSync(folder).map((name) => ({ name, manifest: manifestOf(name) }));
  const isLong = ({ manifest }) => Number(isStandalone(manifest));
  return examples
    .toSorted((a, b) => isLong(b) - isLong(a))
    .map((example) => () => runExample(example, { pages, isRun }));
}

async function runExample({ name, manifest }, { pages, isRun }) {
  const where = `examples/${name}`;
  const page = pages.find(({ path }) => path === `${where}/README.md`);
  const faults = page === undefined ? [{ where, what: 'it has no README.md' }] : [];
  if (!isRun || ('test' in manifest.scripts && !isStandalone(manifest))) return { faults, counts: {} };
  const shown = page?.blocks.find(({ language, flags }) => language === 'text' && flags.includes('output'))?.code;
  const outputs = [await output(name, manifest)];
  // An example that can use a running server must print the same there.
  if (page?.text.includes('BASE_URL=')) outputs.push(await outputAtServer(name, manifest));
  for (const { ok, text } of outputs) {
    if (!ok) faults.push({ where, what: `it failed\n${text}` });
    else if (shown !== undefined && text.trim() !== shown.trim()) {
      faults.push({ where, what: `its output differs from its README:\n${text}` });
    }
  }
  return { faults, counts: { 'examples run': 1 } };
}

function manifestOf(name) {
  return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
}

async function output(name, manifest, variables = '') {
  // As `npm run example` does.
  const script = 'start' in manifest.scripts ? 'start' : 'test';
  if (!isStandalone(manifest)) return outputOf(`${variables}npm run --silent ${script}`, join(folder, name));
  const cwd = await installStandalone(name);
  // The workspace checks the types of its own examples; here that takes the installed packages.
  const { ok, text } =
    'check:types' in manifest.scripts ? await outputOf('npm run --silent check:types', cwd) : { ok: true };
  return ok ? outputOf(`npm run --silent ${script}`, cwd) : { ok, text };
}

async function outputOf(command, cwd) {
  const { ok, output: text } = await run(command, { cwd });
  return { ok, text };
}

async function outputAtServer(name, manifest) {
  const server = await spawnServer();
  const read = async (path) => (await server.fetch(path)).json();
  try {
    const variable =
      process.platform === 'win32' ? `set "BASE_URL=${server.origin}" && ` : `BASE_URL=${server.origin} `;
    const { ok, text } = await output(name, manifest, variable);
    const { data } = await read('/sandboxes');
    const found = await Promise.all(data.map((one) => offContract((path) => read(`/sandboxes/${one.name}${path}`))));
    // What it shows first is what it does wrong, where it does.
    return { ok: ok && found.flat().length === 0, text: [...found.flat(), text].join('\n') };
  } finally {
    await server.stop();
  }
}
