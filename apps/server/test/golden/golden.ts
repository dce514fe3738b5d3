/** Holds the data of the default seed against a file: whoever upgrades within one data version sees the same data. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { allOf } from '../../src/kit/all-of.fixture.js';
import type { AnyCollection } from '../../src/kit/collection.js';
import { DATA_VERSION, type Dataset } from '../../src/kit/dataset.js';

/** The first records and a few later ones, and a hash of all. */
function digest(dataset: Dataset, collection: AnyCollection) {
  const items = allOf(dataset, collection);
  const later = new Set([items.length >> 2, items.length >> 1, items.length - 1]);
  return {
    count: items.length,
    sha256: createHash('sha256').update(JSON.stringify(items)).digest('hex'),
    records: items.filter((_, index) => index < 5 || later.has(index)),
  };
}

/**
 * Expects the records of collections to be those of a file in this folder. After a change on purpose, raise
 * DATA_VERSION in kit/dataset.ts, write the file anew with `UPDATE_GOLDEN=1 npx vitest run golden` in apps/server, and
 * format it with `pnpm format`.
 */
export function expectGolden(file: string, dataset: Dataset, collections: readonly AnyCollection[]): void {
  const actual = {
    dataVersion: DATA_VERSION,
    ...Object.fromEntries(collections.map((collection) => [collection.name, digest(dataset, collection)])),
  };
  const url = new URL(file, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(url, `${JSON.stringify(actual, null, 2)}\n`);
  const golden: unknown = JSON.parse(readFileSync(url, 'utf8'));
  expect(
    actual,
    'Seeded data has changed. If that is meant, raise DATA_VERSION and run UPDATE_GOLDEN=1 npx vitest run golden.',
  ).toEqual(golden);
}
