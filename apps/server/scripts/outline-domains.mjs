/** Writes what is known of our domains before they are loaded: outlines, collections, and the paths of the control API. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sandboxes } from '@understudy/contract/sandboxes';
import { build } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const sorted = (values) => JSON.stringify([...new Set(values)].toSorted());

const listed = (values) =>
  [...new Set(values)]
    .toSorted()
    .map((value) => `  '${value}',\n`)
    .join('');

// First of all: the domains themselves are loaded with it.
const paths = Object.values(sandboxes.operations).map(({ path }) => path);

const pathText = `/** Paths of the control API: to know them, none of its schemas is made. */

// Generated: \`node scripts/outline-domains.mjs\` in apps/server writes this file. Do not edit it.

/** Paths of its operations, sorted. */
export const controlPaths: readonly string[] = [
${listed(paths)}];
`;

writeFileSync(at('src/kit/generated/control-paths.ts'), pathText);

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
const loaders = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });
const domains = await Promise.all(Object.values(loaders).map((load) => load()));
const collections = domains.flatMap((domain) => domain.collections);

function outlineOf({ contract, collections: own }) {
  const { name, operations, kinds, events } = contract;
  const known = Object.entries(operations).map(([key, { name: full, method, path, meta }]) => {
    const { aliases, bodyLimit, credential, scope, errors, inputError } = meta;
    const spoken = errors === 'problem' ? {} : { errors, inputError };
    return [key, { name: full, method, path, meta: { aliases, bodyLimit, credential, scope, ...spoken } }];
  });
  // What a problem carries is a schema, which only the whole domain has.
  const said = Object.entries(kinds).map(([kind, info]) => [kind, { ...info, current: undefined }]);
  return {
    contract: {
      name,
      operations: Object.fromEntries(known),
      kinds: Object.fromEntries(said),
      events: Object.fromEntries(Object.keys(events).map((type) => [type, true])),
    },
    collections: own.map(({ name: collection, prefix, defaultSize }) => ({ name: collection, prefix, defaultSize })),
  };
}

/** A value as text, with a line of its own for each of its members down to a depth; of a list, for each element. */
function lines(value, depth, indent = '') {
  if (depth <= 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(([name, member]) => {
    const text = lines(member, isList ? 0 : depth - 1, deeper);
    return `${deeper}${isList ? text : `${JSON.stringify(name)}: ${text}`},\n`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return members.length === 0 ? open + close : `${open}\n${members.join('')}${indent}${close}`;
}

const all = Object.fromEntries(domains.map((domain) => [domain.contract.name, outlineOf(domain)]));
// Without members that are undefined.
const outlines = JSON.parse(JSON.stringify(all));

const outlineText = `/** What is known of our domains before they are loaded. */
import type { DomainOutline } from '../../call/domain.js';

// Generated: \`node scripts/outline-domains.mjs\` in apps/server writes this file. Do not edit it.

/** Our domains by name, without what has to be loaded to serve them. */
export const outlines: Readonly<Record<string, DomainOutline>> = ${lines(outlines, 4)};

/** Names of their collections, sorted: also where a domain is left out, a name means the same. */
export const ourNames: readonly string[] = ${sorted(collections.map(({ name }) => name))};

/** What ids of their records begin with, sorted. */
export const ourPrefixes: readonly string[] = ${sorted(collections.map(({ prefix }) => prefix))};
`;

mkdirSync(at('src/server/generated'), { recursive: true });
writeFileSync(at('src/server/generated/outlines.ts'), outlineText);
