/** Samples are the same each time, and miss no kind; all cases are tried where that is asked for. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isExhaustive, kindsOfOperation, leftOut, oneOfEach } from './sample.mjs';
import { operations } from './operations/index.mjs';

const initial = (/** @type {string} */ item) => item.slice(0, 1);
const characters = (/** @type {string} */ item) => item.split('');

test('a sample has the first of each kind', { skip: isExhaustive && 'every case is tried' }, () => {
  assert.deepEqual(oneOfEach(['b1', 'a1', 'b2', 'c1', 'a2'], initial), ['b1', 'a1', 'c1']);
});

test('and what shows a kind in one of several ways', { skip: isExhaustive && 'every case is tried' }, () => {
  assert.deepEqual(oneOfEach(['a1', 'a2', 'a1', 'b3'], characters), ['a1', 'a2', 'b3']);
});

test('but nothing whose kinds others show', { skip: isExhaustive && 'every case is tried' }, () => {
  assert.deepEqual(oneOfEach(['b1', 'b2', 'a1', 'a2', 'c2', 'c3'], characters), ['b2', 'a1', 'c3']);
});

test('a sample of operations has every kind, and some of each domain', () => {
  const sampled = oneOfEach(operations, kindsOfOperation);
  assert.deepEqual(new Set(sampled.flatMap(kindsOfOperation)), new Set(operations.flatMap(kindsOfOperation)));
  for (const read of [
    (/** @type {typeof operations[number]} */ { name }) => name.split('.')[0],
    (/** @type {typeof operations[number]} */ { method }) => method,
    (/** @type {typeof operations[number]} */ { answers }) => answers,
    (/** @type {typeof operations[number]} */ { meta }) => meta.scope,
    (/** @type {typeof operations[number]} */ { meta }) => meta.credential,
    (/** @type {typeof operations[number]} */ { meta }) => String(meta.status),
  ]) {
    assert.deepEqual(new Set(sampled.map(read)), new Set(operations.map(read)));
  }
});

test('a sample is smaller than what it is of', { skip: isExhaustive && 'every case is tried' }, () => {
  assert.ok(oneOfEach(operations, kindsOfOperation).length < operations.length / 2);
  assert.deepEqual(leftOut, ['**/*.long.test.ts']);
});

test('where every case is asked for, each is tried, and no file is left out', () => {
  const program = `
    import { leftOut, oneOfEach } from ${JSON.stringify(new URL('sample.mjs', import.meta.url))};
    console.log(JSON.stringify([oneOfEach(['b1', 'b2', 'b1'], () => 'b'), leftOut]));`;
  const asked = (/** @type {string} */ all) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, UNDERSTUDY_TEST_ALL: all },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  assert.deepEqual(JSON.parse(asked('1')), [['b1', 'b2', 'b1'], []]);
  assert.deepEqual(JSON.parse(asked('0')), [['b1'], ['**/*.long.test.ts']]);
  assert.throws(() => asked('yes'), /UNDERSTUDY_TEST_ALL is "yes", but must be 0 or 1/);
});
