/** The seeded data that a database was made for: its writes make sense on top of that data only. */
import type { Sizes } from '../../kit/world.js';
import { StoreRefused } from './refused.js';

/** What tells seeded data from other seeded data. */
export interface HeldWorld {
  readonly dataVersion: number;
  readonly seed: string;
  readonly sizes: Sizes;
}

/** Sizes as a database keeps them: the same text for the same sizes. */
export function sizesText(sizes: Sizes): string {
  return Object.keys(sizes)
    .toSorted()
    .map((name) => `${name}=${sizes[name]}`)
    .join(',');
}

/** What a database says that it was made for. */
export interface WorldRow {
  readonly data_version: number;
  readonly seed: string;
  readonly sizes: string;
}

/** Refuses a database that was made for other data than the server was started with. */
export function checkWorld(held: WorldRow, wanted: HeldWorld): void {
  if (held.data_version !== wanted.dataVersion) {
    throw new StoreRefused(
      'store',
      `it holds writes to data version ${held.data_version}, and this release makes version ${wanted.dataVersion}; start the release that made it, or use another database`,
    );
  }
  if (held.seed !== wanted.seed) {
    throw new StoreRefused(
      'seed',
      `the store holds writes to the data of seed ${JSON.stringify(held.seed)}; give that seed, or use another database`,
    );
  }
  if (held.sizes !== sizesText(wanted.sizes)) {
    throw new StoreRefused(
      'size',
      `the store holds writes to data of the sizes ${held.sizes}; give those sizes, or use another database`,
    );
  }
}

/** Refuses a database that a newer release has changed. */
export function checkSchema(held: number, known: number): void {
  if (held <= known) return;
  throw new StoreRefused(
    'store',
    `a newer release made it: its schema has version ${held}, and this one knows versions up to ${known}; start a newer release`,
  );
}
