/** The seeded data in use: sandboxes of one seed and sizes share it, and only so much of it stays in memory. */
import { LRUCache } from 'lru-cache';
import { type Sizes, World } from '../../kit/world.js';

/** Worlds whose relations are kept; the others build theirs again when asked. */
const KEPT = 64;

/** Gives out worlds by seed and sizes. */
export class Worlds {
  readonly #kept = new LRUCache<string, World>({
    max: KEPT,
    dispose: (world, _key, reason) => {
      if (reason === 'evict') world.forget();
    },
  });

  /** The world of a seed and sizes. */
  get(seed: string, sizes: Sizes): World {
    const key = JSON.stringify([seed, ...Object.entries(sizes)]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const world = new World(seed, sizes, (built) => {
      // It may have been forgotten while a sandbox still uses it.
      if (this.#kept.get(key) === undefined) this.#kept.set(key, built);
    });
    this.#kept.set(key, world);
    return world;
  }
}
