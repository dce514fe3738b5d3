/** The seeded data in use: sandboxes of one seed and sizes share it, and only so much of it stays in memory. */
import { LRUCache } from '#platform/lru-cache';
import { type ClaimsByUser, type Sizes, Dataset } from '../../kit/dataset.js';

/** Datasets whose relations are kept; the others build theirs again when asked. */
const KEPT = 64;

/** Gives out datasets by seed and sizes. */
export class Datasets {
  readonly #claims: ClaimsByUser | undefined;
  readonly #kept = new LRUCache<string, Dataset>({
    max: KEPT,
    dispose: (dataset, _key, reason) => {
      if (reason === 'evict') dataset.forget();
    },
  });

  /** @param claims those that users begin with */
  constructor(claims?: ClaimsByUser) {
    this.#claims = claims;
  }

  /** The dataset of a seed and sizes. */
  get(seed: string, sizes: Sizes): Dataset {
    const key = JSON.stringify([seed, ...Object.entries(sizes)]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const onBuild = (built: Dataset): void => {
      // It may have been forgotten while a sandbox still uses it.
      if (this.#kept.get(key) === undefined) this.#kept.set(key, built);
    };
    const dataset = new Dataset(seed, sizes, { onBuild, claims: this.#claims });
    this.#kept.set(key, dataset);
    return dataset;
  }
}
