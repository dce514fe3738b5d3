/** Scripts run from the code that an earlier process compiled, and from their text where there is none that fits. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { runKept } from '../../scripts/run-kept.mjs';
import { useFolder } from '../use.js';

const root = useFolder();

const host = { versions: process.versions, env: {} };
let count = 0;

/** A script of its own, and a folder for its code. */
function scriptOf(text: string) {
  count += 1;
  const name = `start-${count}`;
  const folder = join(root, `kept-${count}`);
  const file = join(root, `${name}.cjs`);
  writeFileSync(file, text);
  const run = (process: object = host) => runKept(file, folder, { process: { ...host, ...process }, settledMs: 0 });
  const kept = (): string[] => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  return { file, folder, name, run, kept };
}

test('a script runs, and its code is kept beside it', async () => {
  const { run, kept, name } = scriptOf('module.exports = { sum: (a, b) => a + b, __filename };');
  expect(run()).toMatchObject({ __filename: expect.stringMatching(new RegExp(`${name}.cjs$`)) });
  await eventually(() => expect(kept()).toEqual([expect.stringMatching(new RegExp(`^${name}\\.[0-9a-f]+\\.code$`))]));
  expect(run()).toMatchObject({ __filename: expect.any(String) });
});

test('code that does not fit is not run, and is replaced', async () => {
  const { file, folder, run, kept } = scriptOf("module.exports = 'the first text';");
  run();
  await eventually(() => expect(kept()).toHaveLength(1));
  const [code = ''] = kept();
  writeFileSync(file, "module.exports = 'another and longer text';");
  expect(run()).toBe('another and longer text');
  writeFileSync(join(folder, code), 'nothing that V8 knows');
  expect(run()).toBe('another and longer text');
  await eventually(() => expect(readFileSync(join(folder, code)).length).toBeGreaterThan(100));
});

test('code of other builds goes, and there are at most six files', async () => {
  const { folder, name, run, kept } = scriptOf('module.exports = 1;');
  mkdirSync(folder);
  const others = Array.from({ length: 8 }, (_, index) => `${name}.${index}.code`);
  for (const other of ['start-of-before.1.code', ...others]) writeFileSync(join(folder, other), '');
  run();
  await eventually(() => expect(kept()).toHaveLength(6));
  expect(kept()).not.toContain('start-of-before.1.code');
});

test('where nothing can be written, it runs all the same', async () => {
  const { folder, run } = scriptOf('module.exports = 2;');
  writeFileSync(folder, 'a file where the folder would be');
  expect(run()).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(readFileSync(folder, 'utf8')).toBe('a file where the folder would be');
});

test('it is loaded in the usual way on other runtimes, under coverage, where it is switched off, and in a bundle', () => {
  const { run } = scriptOf('module.exports = 3;');
  expect(run({ versions: { ...process.versions, bun: '1.3.0' } })).toBeUndefined();
  expect(run({ versions: { ...process.versions, deno: '2.5.0' } })).toBeUndefined();
  expect(run({ env: { NODE_V8_COVERAGE: 'coverage' } })).toBeUndefined();
  expect(run({ env: { NODE_DISABLE_COMPILE_CACHE: '1' } })).toBeUndefined();
  expect(runKept(join(root, 'no-such-file.cjs'), root, { process: host })).toBeUndefined();
});
