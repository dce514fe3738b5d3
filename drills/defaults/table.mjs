/** Drills ten clients with their default settings, and writes what came out into docs/conduct.md. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasUrllib3 } from '../clients.mjs';
import { drill } from '../drill.mjs';
import { openers } from './clients.mjs';
import { mends } from './mends.mjs';

const PLANS = 'rate_limited,first_try_fails,lost_answers,deploy,behind_a_proxy';
const SEEDS = ['seed-1', 'seed-2'];
const PAGE = fileURLToPath(new URL('../../docs/conduct.md', import.meta.url));
const PYTHON = 'Python urllib3';

const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

/** Packages that a client is, where its name is none. */
const packages = /** @type {Record<string, string>} */ ({ 'undici RetryAgent': 'undici' });

/** @param {string} name */
function versionOf(name) {
  if (name === 'fetch') return `Node ${process.versions.node}`;
  if (name === '@understudy/client') return 'this one';
  if (name === PYTHON) {
    return execFileSync('python3', ['-c', 'import urllib3; print(urllib3.__version__)'], { encoding: 'utf8' }).trim();
  }
  const { devDependencies } = JSON.parse(readFileSync(pathOf('../package.json'), 'utf8'));
  return devDependencies[packages[name] ?? name];
}

/** @param {string} name */
async function rowOf(name) {
  const python = ['python3', pathOf('../clients/urllib3_retry.py'), '--defaults'];
  const command = name === PYTHON ? python : [process.execPath, pathOf('run.mjs'), name];
  const rules = new Map();
  for (const seed of SEEDS) {
    const { verdicts } = await drill(command, { plans: PLANS, seed });
    for (const { rule, severity, plan } of verdicts) {
      const known = rules.get(rule) ?? { severity, plans: new Set() };
      rules.set(rule, { ...known, plans: known.plans.add(plan) });
    }
  }
  const broken = [...rules].toSorted().map(([rule, { severity, plans }]) => {
    return `\`${rule}\` (${severity}: ${[...plans].toSorted().join(', ')})`;
  });
  const mended = [...rules.keys()].toSorted().map((rule) => `${rule}: ${mends[name]?.[rule] ?? '?'}`);
  return `| ${name} | ${versionOf(name)} | ${broken.join('<br>') || 'none'} | ${mended.join('<br>') || '–'} |`;
}

if (!hasUrllib3()) throw new Error('This machine has no python3 with urllib3.');
const names = [...Object.keys(openers).filter((name) => name !== '@understudy/client'), PYTHON, '@understudy/client'];
const rows = new Map();
const left = [...names];
const work = async () => {
  for (let name = left.shift(); name !== undefined; name = left.shift()) rows.set(name, await rowOf(name));
};
await Promise.all([work(), work(), work(), work()]);
const table = ['| Client | Version | Rules that it breaks | What mends it |', '| --- | --- | --- | --- |'];
const text = [...table, ...names.map((name) => rows.get(name))].join('\n');
console.log(text);
const [start, end] = ['<!-- clients: npm run suite -- drill-clients -->', '<!-- /clients -->'];
const page = readFileSync(PAGE, 'utf8');
const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
if (to > from) writeFileSync(PAGE, `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`);
