/** Bundles the program that runs on another runtime, and has it carry out tasks. */
import { fileURLToPath } from 'node:url';
import { installRuntime, type runtimes } from '@understudy/tooling/runtimes';
import { runProgram } from '@understudy/tooling/server';
import { build } from 'esbuild';
import type { Tasks } from './within-program.js';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Below the package, so that what is not bundled is found. */
const program = at('../../.cache/elsewhere/within.mjs');

/** Bundles the program. */
export async function bundleProgram(): Promise<void> {
  const entryPoints = [at('within-program.ts')];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
}

/** The command of a runtime. */
export const commandOf = async (runtime: (typeof runtimes)[number]): Promise<string[]> => [
  await installRuntime(runtime),
  ...runtime.flags,
];

/** Has a task carried out. */
export async function runWithin<Name extends keyof Tasks>(
  command: readonly string[],
  name: Name,
  given: Tasks[Name]['given'],
): Promise<Tasks[Name]['gives']> {
  const env = { NODE_ENV: 'production', DENO_NO_UPDATE_CHECK: '1' };
  const { code, stdout, stderr } = await runProgram([...command, program, name, JSON.stringify(given)], { env });
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as Tasks[Name]['gives'];
}
