/** Every example compiles, those of the README and those of the doc comments; and those of the README run. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createUnderstudy } from '@understudy/server';
import { patient } from '@understudy/tooling/patience';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = `${root}.cache/examples/`;

/** The methods are documented by short calls, which take the client for granted. */
const preamble = "import { createClient } from '@understudy/client';\nconst api = createClient({ baseUrl: '' });\n";

function examplesIn(text: string): string[] {
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
}

const inReadme = examplesIn(readFileSync(`${root}README.md`, 'utf8'));
const inSource = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => examplesIn(readFileSync(`${root}src/${file}`, 'utf8').replace(/^ *\* ?/gm, '')))
  .map((code) => (code.startsWith('import ') ? code : preamble + code));

beforeAll(() => {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const [index, code] of [...inReadme, ...inSource].entries()) writeFileSync(`${place}${index}.ts`, code);
  const options = { exactOptionalPropertyTypes: false, noUnusedLocals: false, types: ['node'] };
  const config = { extends: '../../tsconfig.json', compilerOptions: options, include: ['*.ts'] };
  writeFileSync(`${place}tsconfig.json`, JSON.stringify(config));
});

afterAll(() => vi.restoreAllMocks());

test(
  'all examples compile',
  async () => {
    expect(inSource.length).toBeGreaterThan(20);
    const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
    const run = promisify(execFile)(process.execPath, [tsc, '-p', place]);
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
  patient(60_000),
);

test.each(inReadme.map((code, index) => [index, code] as const))(
  'example %i of the README runs',
  async (index, code) => {
    const understudy = createUnderstudy({ log: 'off', sleep: async () => undefined });
    vi.spyOn(globalThis, 'fetch').mockImplementation(understudy.fetch);
    // No wait between attempts.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const lines: unknown[][] = [];
    vi.spyOn(console, 'log').mockImplementation((...line) => void lines.push(line));
    const { code: script } = await transform(code, { loader: 'ts', format: 'esm', target: 'es2022' });
    writeFileSync(`${place}${index}.mjs`, script);
    await import(pathToFileURL(`${place}${index}.mjs`).href);
    expect(lines.length).toBeGreaterThan(0);
    // What a comment says a line prints is what it prints.
    for (const [, shown = ''] of code.matchAll(/console\.log\(.*\); \/\/ ([\d[{a-z]+_?.*)$/gm)) {
      if (shown.startsWith('where')) continue;
      expect(
        lines.map((line) => line.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')),
      ).toContain(shown.replaceAll(', ', ','));
    }
  },
);
