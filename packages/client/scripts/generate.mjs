/** Writes src/generated from the server's OpenAPI document. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createUnderstudy } from '@understudy/server';
import { printDomains } from './generate/print-domains.mjs';
import { printProblemKinds } from './generate/print-problem-kinds.mjs';
import { printRoutes } from './generate/print-routes.mjs';
import { printTypes } from './generate/print-types.mjs';
import { readDocument } from './generate/read-document.mjs';

const target = fileURLToPath(new URL('../src/generated/', import.meta.url));

const model = readDocument(await fetchDocument());
const files = {
  'domains.ts': printDomains(model),
  'problem-kinds.ts': printProblemKinds(model),
  'routes.ts': printRoutes(model),
  'types.ts': printTypes(model),
};

mkdirSync(target, { recursive: true });
for (const name of readdirSync(target)) if (!(name in files)) rmSync(`${target}${name}`);
for (const [name, text] of Object.entries(files)) writeFileSync(`${target}${name}`, text);
console.log(`Wrote ${Object.keys(files).join(', ')} to src/generated.`);

/** The document of a server in this process: no port, and the same bytes each time. */
async function fetchDocument() {
  const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z' });
  const response = await understudy.fetch('/openapi.json');
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`);
  const document = await response.json();
  await understudy.close();
  return document;
}
