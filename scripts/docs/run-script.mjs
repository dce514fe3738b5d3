/** Runs a compiled TypeScript block, and compares what it prints with what its comments say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compareLines } from './compare.mjs';
import { scriptOf } from './compile.mjs';
import { execute } from './execute.mjs';
import { project } from './project.mjs';
import { DOCUMENTED_ORIGIN } from './server.mjs';

/**
 * @param {import('./read-pages.mjs').Block} block
 * @param {string} origin of the server that runs
 * @returns {Promise<string | undefined>} what is wrong
 */
export async function runScript(block, origin) {
  const script = scriptOf(block);
  writeFileSync(script, readFileSync(script, 'utf8').replaceAll(DOCUMENTED_ORIGIN, origin));
  const { code, stdout, stderr } = await execute([process.execPath, script], { cwd: project });
  if (code !== 0) return `it ended with code ${code}\n${stderr}`;
  const promised = [...block.code.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text.trim());
  return compareLines(promised, stdout.replaceAll(origin, DOCUMENTED_ORIGIN));
}
