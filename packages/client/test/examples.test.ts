/** Every example of the doc comments compiles. Those of the README, and whether they run, are the business of check:docs. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { patient } from '@understudy/tooling/patience';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = `${root}.cache/examples/`;

/** The methods are documented by short calls, which take the client for granted. */
const preamble = "import { createClient } from '@understudy/client';\nconst api = createClient({ baseUrl: '' });\n";

function examplesIn(text: string): string[] {
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
}

const inSource = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => examplesIn(readFileSync(`${root}src/${file}`, 'utf8').replace(/^ *\* ?/gm, '')))
  .map((code) => (code.startsWith('import ') ? code : preamble + code));

beforeAll(() => {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  for (const [index, code] of inSource.entries()) writeFileSync(`${scratch}${index}.ts`, code);
  const options = { exactOptionalPropertyTypes: false, noUnusedLocals: false, types: ['node'] };
  const config = { extends: '../../tsconfig.json', compilerOptions: options, include: ['*.ts'] };
  writeFileSync(`${scratch}tsconfig.json`, JSON.stringify(config));
});

test(
  'all examples compile',
  async () => {
    expect(inSource.length).toBeGreaterThan(20);
    const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
    const run = promisify(execFile)(process.execPath, [tsc, '--singleThreaded', '-p', scratch]);
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
  patient(60_000),
);
