/** Proves that the boundaries refuse each bad sample and let the good ones pass. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allowed, refused } from './samples.mjs';

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');
const config = fileURLToPath(new URL('oxlintrc.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
/** Two files that import each other, one of them a type only. */
const circle = [
  [
    'packages/contract/src/kit/one.ts',
    "import type { Two } from './two.js'; export type One = Two; export const one = 1;",
  ],
  [
    'packages/contract/src/kit/two.ts',
    "import { one } from './one.js'; export const two = one; export type Two = number;",
  ],
];
let findings;
let inCircle;

// Each sample gets a workspace of its own, so that one run of the linter reads them all.
before(() => {
  const samples = [...refused, ...allowed];
  for (const [index, [file, code]] of samples.entries()) {
    const target = join(folder, `sample-${index}`, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  for (const [file, code] of circle) {
    const target = join(folder, 'circle', file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', config, '-f', 'json', '.'], { cwd: folder });
  const { diagnostics } = JSON.parse(stdout.toString());
  inCircle = diagnostics.filter(({ filename }) => filename.replaceAll('\\', '/').startsWith('circle/'));
  findings = samples.map((_, index) =>
    diagnostics.filter(({ filename }) => filename.replaceAll('\\', '/').includes(`sample-${index}/`)),
  );
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('refuses two files that import each other, types included', () => {
  assert.deepEqual(
    inCircle.map(({ code }) => code),
    ['import(no-cycle)', 'import(no-cycle)'],
  );
});

for (const [index, [file, code]] of refused.entries()) {
  test(`refuses in ${file}: ${code}`, () => {
    assert.ok(
      findings[index].some(({ code: rule }) => rule.startsWith('boundaries(')),
      'nothing was reported',
    );
  });
}

for (const [index, [file, code]] of allowed.entries()) {
  test(`allows in ${file}: ${code}`, () => {
    assert.deepEqual(
      findings[refused.length + index].map(({ message }) => message),
      [],
    );
  });
}
