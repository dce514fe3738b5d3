/** Drills clients with their default settings, and writes what came out into docs/conduct.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drill } from '../drill.mjs';
import { openers } from './clients.mjs';
import { mends } from './mends.mjs';
import { commandOf, debianVersion, findOthers, others } from './others.mjs';

const PLANS = 'rate_limited,first_try_fails,lost_answers,deploy,behind_a_proxy';
const SEEDS = ['seed-1', 'seed-2'];
const PAGE = fileURLToPath(new URL('../../docs/conduct.md', import.meta.url));

const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

/** Packages that a client is, where its name is none. */
const packages = /** @type {Record<string, string>} */ ({ 'undici RetryAgent': 'undici' });

/** @param {string} name */
function versionOf(name) {
  const [debian] = others[name]?.packages ?? [];
  // That of Java is 1.17 there.
  if (debian?.startsWith('default-jdk')) return debianVersion(debian)?.replace(/^1\./, '');
  if (debian !== undefined) return debianVersion(debian);
  if (name === 'fetch') return process.versions.node;
  if (name === '@understudy/client') return 'this one';
  const { devDependencies } = JSON.parse(readFileSync(pathOf('../package.json'), 'utf8'));
  return devDependencies[packages[name] ?? name];
}

/** @param {string} name */
async function rowOf(name) {
  const command = commandOf(name);
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
  const language = others[name]?.language ?? 'Node';
  return `| ${name} | ${language} | ${versionOf(name)} | ${broken.join('<br>') || 'none'} | ${mended.join('<br>') || '–'} |`;
}

const { found, missing } = findOthers();
const own = Object.keys(openers).filter((name) => name !== '@understudy/client');
const names = [...own, ...found, '@understudy/client'];
const rows = new Map();
const left = [...names];
const work = async () => {
  for (let name = left.shift(); name !== undefined; name = left.shift()) rows.set(name, await rowOf(name));
};
await Promise.all(Array.from({ length: 6 }, work));
const table = [
  '| Client | Language | Version | Rules that it breaks | What mends it |',
  '| --- | --- | --- | --- | --- |',
];
const leftOut = missing.map(({ name, lacks }) => `${name} (no ${lacks.join(', ')})`);
const when = `${names.length} clients, drilled on ${new Date().toISOString().slice(0, 10)}.`;
const said = leftOut.length === 0 ? when : `${when} Left out: ${leftOut.join(', ')}.`;
const text = [said, '', ...table, ...names.map((name) => rows.get(name))].join('\n');
console.log(text);
const [start, end] = ['<!-- clients: npm run suite -- drill-clients -->', '<!-- /clients -->'];
const page = readFileSync(PAGE, 'utf8');
const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
if (to > from) writeFileSync(PAGE, `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`);
