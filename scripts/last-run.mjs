/** How long the last whole `npm test` of this clone took, for `npm run count` and `npm run test:again`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

const file = join(root, '.cache/last-run.json');

/** @returns {{ seconds: number, failed: string[] } | undefined} */
export function lastRun() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @param {{ seconds: number, failed: string[] }} run */
export function noteRun(run) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(run));
}
