/** Deletes from dist the declarations that no public entry leads to: they describe what users cannot reach. */
import { readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const reference = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** @param {{ exports: Record<string, string | { types: string }> }} manifest the package.json of the package at hand */
export function pruneDeclarations(manifest) {
  const reached = new Set();
  for (const { types } of Object.values(manifest.exports)) if (types) reach(resolve(types), reached);

  const emitted = readdirSync('dist', { recursive: true }).filter((file) => file.endsWith('.d.ts'));
  for (const file of emitted) if (!reached.has(resolve('dist', file))) remove(join('dist', file));
}

function reach(file, reached) {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(reference)) {
    reach(resolve(dirname(file), target.replace(/\.js$/, '.d.ts')), reached);
  }
}

function remove(file) {
  rmSync(file);
  for (let folder = dirname(file); readdirSync(folder).length === 0; folder = dirname(folder)) rmdirSync(folder);
}
