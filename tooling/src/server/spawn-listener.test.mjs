/** What becomes of programs that listen, and of those that do not. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { spawnListener } from './spawn-listener.mjs';

const folder = mkdtempSync(join(tmpdir(), 'understudy-listener-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A program of some lines.
 *
 * @param {string} name
 * @param {string} code
 */
function program(name, code) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

test('a program that listens says where, is heard, and is stopped', async () => {
  const lines =
    "console.error('a complaint'); console.log('it is listening on http://127.0.0.1:1'); setInterval(() => {}, 1e6);";
  const listener = await spawnListener([program('listens', lines)]);
  assert.equal(listener.origin, 'http://127.0.0.1:1');
  assert.equal(listener.isAlive(), true);
  assert.equal(await listener.stop(), 'SIGTERM');
  assert.equal(listener.isAlive(), false);
  assert.equal(listener.complaints(), 'a complaint\n');
  assert.match(listener.output(), /listening on[^]*a complaint/);
});

test('a program that ends before it listens is a failure, with what it said', async () => {
  const file = program('ends', "console.error('no port'); process.exitCode = 3;");
  await assert.rejects(spawnListener([file]), /it ended with 3 before it listened: no port/);
});

test('a program knows nothing of the variables that would change a server', async () => {
  process.env['UNDERSTUDY_SEED'] = 'from outside';
  const file = program(
    'variables',
    'console.log(`listening on http://${process.env.UNDERSTUDY_SEED}.${process.env.OWN}`);',
  );
  const listener = await spawnListener([file], { env: { OWN: 'given' } });
  delete process.env['UNDERSTUDY_SEED'];
  assert.equal(listener.origin, 'http://undefined.given');
  assert.equal(await listener.ended, 0);
});
