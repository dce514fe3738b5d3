/** A Chromium that is named or required is never skipped in silence. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { findChromium } from './find-chromium.mjs';

const before = { ...process.env };
let written = '';

beforeEach(() => {
  written = '';
  mock.method(process.stderr, 'write', (/** @type {string} */ text) => (written += text));
});
afterEach(() => {
  mock.restoreAll();
  process.env = { ...before };
});

test('CHROMIUM_PATH is taken where it can be run, and refused where not', () => {
  process.env['CHROMIUM_PATH'] = process.execPath;
  assert.equal(findChromium(), process.execPath);
  process.env['CHROMIUM_PATH'] = '/nowhere';
  assert.throws(() => findChromium(), /CHROMIUM_PATH is \/nowhere, but nothing there can be run/);
});

test('without one, tests are skipped loudly, unless one is required', () => {
  const none = { ...before, CHROMIUM_PATH: '', PATH: '', CI: '', UNDERSTUDY_REQUIRE_CHROMIUM: '' };
  process.env = none;
  assert.equal(findChromium({ usual: [] }), undefined);
  assert.match(written, /!!! BROWSER TESTS ARE SKIPPED: found no Chromium/);
  for (const required of [{ CI: 'true' }, { UNDERSTUDY_REQUIRE_CHROMIUM: '1' }]) {
    process.env = { ...none, ...required };
    assert.throws(() => findChromium({ usual: [] }), /found no Chromium/);
  }
  process.env = none;
  assert.throws(() => findChromium({ usual: [], isRequired: true }), /found no Chromium/);
});
