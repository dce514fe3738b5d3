/** Writes src/generated from the server's OpenAPI document; with --check it only says whether that is up to date. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printDomains } from './generate/print-domains.mjs';
import { printProblemKinds } from './generate/print-problem-kinds.mjs';
import { printRoutes } from './generate/print-routes.mjs';
import { printTypes } from './generate/print-types.mjs';
import { readDocument } from './generate/read-document.mjs';

const target = fileURLToPath(new URL('../src/generated/', import.meta.url));

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    server: { type: 'string', default: '@understudy/server' },
  },
});

const model = readDocument(await fetchDocument(values.server));
const files = {
  'domains.ts': printDomains(model),
  'problem-kinds.ts': printProblemKinds(model),
  'routes.ts': printRoutes(model),
  'types.ts': printTypes(model),
};
if (values.check) check();
else write();

/** The document of a server in this process: no port, and the same bytes each time. */
async function fetchDocument(module) {
  const { createUnderstudy } = await import(module);
  const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z' });
  const response = await understudy.fetch('/openapi.json');
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`);
  const document = await response.json();
  await understudy.close();
  return document;
}

function write() {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(target)) if (!(name in files)) rmSync(`${target}${name}`);
  for (const [name, text] of Object.entries(files)) writeFileSync(`${target}${name}`, text);
  console.log(`Wrote ${Object.keys(files).join(', ')} to src/generated.`);
}

function check() {
  const present = readdirSync(target);
  const stale = [...new Set([...present, ...Object.keys(files)])].filter(
    (name) => !present.includes(name) || readFileSync(`${target}${name}`, 'utf8') !== files[name],
  );
  if (stale.length === 0) return;
  for (const name of stale) console.error(`src/generated/${name}: ${difference(name)}`);
  console.error('The contract has moved on. Run: pnpm --filter @understudy/client generate');
  process.exitCode = 1;
}

/** The first line that differs, so that a stale file can be understood without running anything. */
function difference(name) {
  if (!(name in files)) return 'is not generated any more';
  if (!readdirSync(target).includes(name)) return 'is missing';
  const is = readFileSync(`${target}${name}`, 'utf8').split('\n');
  const wanted = files[name].split('\n');
  const line = wanted.findIndex((text, index) => text !== is[index]);
  const at = line === -1 ? wanted.length : line;
  return `line ${at + 1}\n  is     ${is[at] ?? '(missing)'}\n  wanted ${wanted[at] ?? '(nothing)'}`;
}
