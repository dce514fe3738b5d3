/** Writes src/served/generated/our-collections.ts from our domains. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

mkdirSync(at('.cache'), { recursive: true });
const folder = mkdtempSync(at('.cache/domains-'));
const outfile = join(folder, 'domains.mjs');
await build({
  absWorkingDir: at('.'),
  entryPoints: ['src/domains/index.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: Object.keys(manifest.dependencies),
  logLevel: 'warning',
});
const domains = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });
const collections = Object.values(domains).flatMap((domain) => domain.collections);

const listed = (values) =>
  [...new Set(values)]
    .toSorted()
    .map((value) => `  '${value}',\n`)
    .join('');

const text = `/** Names of the collections of our domains: none is loaded to know them. */

// Generated: \`node scripts/list-collections.mjs\` in apps/server writes this file. Do not edit it.

/** Names of the collections, sorted. */
export const ourNames: readonly string[] = [
${listed(collections.map(({ name }) => name))}];

/** What ids of their records begin with, sorted. */
export const ourPrefixes: readonly string[] = [
${listed(collections.map(({ prefix }) => prefix))}];
`;

mkdirSync(at('src/served/generated'), { recursive: true });
writeFileSync(at('src/served/generated/our-collections.ts'), text);
