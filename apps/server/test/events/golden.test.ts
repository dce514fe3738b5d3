/**
 * Pins the events of the default seed: whoever upgrades within one data version sees the same.
 * A change on purpose: raise DATA_VERSION in kit/world.ts, then write the file anew with
 * `UPDATE_GOLDEN=1 npx vitest run golden` in apps/server, and format it with `pnpm format`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyCollection } from '../../src/kit/collection.js';
import { DATA_VERSION } from '../../src/kit/world.js';
import { allOf, eventCollections, worldOf } from './worlds.js';

const file = new URL('../golden/events.json', import.meta.url);

/** The first records and a few later ones, and a hash of all. */
function digest(collection: AnyCollection) {
  const items = allOf(worldOf('understudy', 60), collection);
  const later = new Set([items.length >> 2, items.length >> 1, items.length - 1]);
  return {
    count: items.length,
    sha256: createHash('sha256').update(JSON.stringify(items)).digest('hex'),
    records: items.filter((_, index) => index < 5 || later.has(index)),
  };
}

const actual = {
  dataVersion: DATA_VERSION,
  ...Object.fromEntries(eventCollections.map((collection) => [collection.name, digest(collection)])),
};

test('the default seed gives what it gave before', () => {
  const text = `${JSON.stringify(actual, null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
  const golden: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(
    actual,
    'Seeded data has changed. If that is meant, raise DATA_VERSION and run UPDATE_GOLDEN=1 npx vitest run golden.',
  ).toEqual(golden);
});
