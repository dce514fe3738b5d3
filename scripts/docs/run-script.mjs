/** Runs a compiled TypeScript block, and compares what it prints with what its comments say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compareLines } from './compare.mjs';
import { scriptOf } from './compile.mjs';
import { execute } from './execute.mjs';
import { project } from './project.mjs';
import { DOCUMENTED_ORIGIN } from './server.mjs';

const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs');

/**
 * @param {import('./read-pages.mjs').Block} block
 * @param {string} origin of the server that runs
 * @returns {Promise<string | undefined>} what is wrong
 */
export async function runScript(block, origin) {
  const script = scriptOf(block);
  const text = readFileSync(script, 'utf8').replaceAll(DOCUMENTED_ORIGIN, origin);
  const { code, stdout, stderr } = block.flags.includes('vitest')
    ? await runTests(script, text)
    : await run(script, text);
  if (code !== 0) return `it ended with code ${code}\n${stdout}${stderr}`;
  const promised = [...block.code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line.trim());
  return compareLines(promised, stdout.replaceAll(origin, DOCUMENTED_ORIGIN));
}

function run(script, text) {
  writeFileSync(script, text);
  return execute([process.execPath, script], { cwd: project });
}

/** Runs a block of tests, which vitest knows by the name of its file. */
function runTests(script, text) {
  const name = basename(script).replace(/\.js$/, '.test.js');
  writeFileSync(join(dirname(script), name), text);
  const flags = ['--root', project, '--dir', dirname(script), '--testTimeout', '20000'];
  return execute([process.execPath, vitest, 'run', ...flags, name], { cwd: project });
}
