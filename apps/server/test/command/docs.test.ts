/** `understudy docs`: the pages that come with the package, in the terminal. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runHere } from './in-process.js';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test('lists the pages, and prints one by its name or path', async () => {
  const { code, stdout } = await runHere(['docs']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^faults +Everything that can go wrong/im)]);
  const faults = readFileSync(at('../../../../docs/faults.md'), 'utf8');
  for (const name of ['faults', 'faults.md', 'docs/faults.md']) {
    expect(await runHere(['docs', name])).toEqual({ code: 0, stdout: faults, stderr: '' });
  }
});

test('says which page was meant, and reads nothing but pages', async () => {
  const { code, stderr } = await runHere(['docs', 'fault']);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('there is no page fault (did you mean faults?); docs without a name lists them all'),
  ]);
  expect(await runHere(['docs', '../README'])).toMatchObject({ code: 2, stdout: '' });
});

test('the package has pages that lead to each other, a skill and a list for agents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-docs-'));
  try {
    execFileSync(process.execPath, [at('../../scripts/copy-docs.mjs'), '--to', folder]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(md|txt)$/.test(name));
    expect(files).toEqual(expect.arrayContaining(['llms.txt', join('docs', 'faults.md')]));
    const broken = files.flatMap((file) => {
      const links = readFileSync(join(folder, file), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g);
      const targets = Array.from(links, ([, target = '']) => join(folder, dirname(file), target));
      return targets.filter((target) => !existsSync(target)).map((target) => `${file}: ${target}`);
    });
    expect(broken).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
