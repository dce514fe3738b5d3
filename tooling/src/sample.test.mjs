/** Samples are the same each time, and miss no kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExhaustive, kindOfOperation, oneOfEach } from './sample.mjs';
import { operations } from './operations/index.mjs';

test('a sample has the first of each kind', { skip: isExhaustive && 'every case is tried' }, () => {
  assert.deepEqual(
    oneOfEach(['b1', 'a1', 'b2', 'c1', 'a2'], (item) => item.slice(0, 1)),
    ['b1', 'a1', 'c1'],
  );
});

test('a sample of operations has every method, shape of answers, scope and credential', () => {
  const sampled = oneOfEach(operations, kindOfOperation);
  for (const read of [
    (/** @type {typeof operations[number]} */ { method }) => method,
    (/** @type {typeof operations[number]} */ { answers }) => answers,
    (/** @type {typeof operations[number]} */ { meta }) => meta.scope,
    (/** @type {typeof operations[number]} */ { meta }) => meta.credential,
  ]) {
    assert.deepEqual(new Set(sampled.map(read)), new Set(operations.map(read)));
  }
});
