/** Writes src/generated from the server's OpenAPI document. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createUnderstudy } from '@understudy/server';
import { clientFiles } from '@understudy/server/generate';

const target = fileURLToPath(new URL('../src/generated/', import.meta.url));

const files = clientFiles(await fetchDocument());

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
