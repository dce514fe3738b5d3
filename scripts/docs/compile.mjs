/** Type-checks every TypeScript block in one go, and leaves each as a script that can be run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { execute } from './execute.mjs';
import { project } from './project.mjs';

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  moduleDetection: 'force',
  skipLibCheck: true,
  rootDir: 'source',
  outDir: 'script',
};

/** @param {import('./read-pages.mjs').Block} block */
const nameOf = ({ where }) => where.replace(/\W+/g, '-');

/** @param {import('./read-pages.mjs').Block} block */
export const scriptOf = (block) => join(project, 'script', `${nameOf(block)}.js`);

/**
 * @param {import('./read-pages.mjs').Block[]} blocks
 * @returns {Promise<{ where: string, what: string }[]>} what does not compile
 */
export async function compile(blocks) {
  mkdirSync(join(project, 'source'), { recursive: true });
  const byName = new Map(blocks.map((block) => [nameOf(block), block]));
  for (const [name, { code }] of byName) writeFileSync(join(project, 'source', `${name}.ts`), code);
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['source'] }));
  const { code, stdout, stderr } = await execute([process.execPath, tsc, '--singleThreaded', '-p', project], {
    cwd: project,
  });
  const faults = [...stdout.matchAll(/^(?:.*\/)?([\w-]+)\.ts\((\d+),\d+\): (.*(?:\n +.*)*)/gm)].map(
    ([, name, line, what]) => {
      const block = byName.get(name);
      return { where: block ? `${block.page.path}:${block.line + Number(line)}` : name, what };
    },
  );
  // A failure that names no block must not look like success.
  if (code !== 0 && faults.length === 0) faults.push({ where: 'tsc', what: stdout + stderr });
  return faults;
}
