/** Searches sandboxes, each question once at a time, and keeps what it found for the next page. */
import { LRUCache } from '#platform/lru-cache';
import type { AnyCollection, Positions } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';
import { always, isIn, type Period } from '../kit/listing.js';
import { type View, ViewAt } from '../store/model/view.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { isWhole, type Search } from './matcher.js';
import { scanChanged, scanOnly, scanSeeded } from './scan.js';
import { scheduler } from './scheduler.js';

/** Tries to look through the changed records between two writes. */
const MAX_TRIES = 3;

/** Bytes of positions kept for next pages: as much for the seeded data as for sandboxes that were written to. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Seeded records of which two sorts may run at the same time. */
const SMALL = 100_000;

/** What was found in the records of a sandbox. */
export interface Found {
  /** Positions of the matching records, in their order; undefined where that is the whole collection, ascending. */
  readonly positions: Positions | undefined;
  /** When it is so, if nobody writes. */
  readonly period: Period;
}

/** What was found at a version of the records. */
interface KeptFound extends Found {
  readonly version: string;
  readonly positions: Uint32Array;
}

const sizeOf = (positions: Uint32Array, key: string): number => positions.byteLength + key.length * 2 + 64;

/** Runs a computation to its end at once. */
function atOnce<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Changes whenever a record of any of some collections does. */
const versionOf = (view: View, collections: readonly AnyCollection[]): string =>
  collections.map((collection) => view.version(collection)).join(' ');

/** Searches sandboxes. */
export class Scanner {
  readonly #seeded = new LRUCache<string, Uint32Array>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf });
  readonly #running = new Map<string, Promise<Uint32Array>>();
  /** Ends with the last of the large sorts; never rejects. */
  #sorting: Promise<unknown> = Promise.resolve();
  readonly #found = new LRUCache<string, KeptFound>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ positions }, key) => sizeOf(positions, key),
  });

  /** What matches at an instant, in ms since 1970. */
  async find<Item extends { readonly id: string }>(
    sandbox: Sandbox,
    search: Search<Item>,
    now: number,
  ): Promise<Found> {
    if (isWhole(sandbox.view, search)) return { positions: undefined, period: always };
    const { collection, where, only, until } = search.listing;
    const from = [collection, ...(only?.from ?? [])];
    const { filter, q, order } = search;
    const asked = [collection.name, where, filter?.text, q.toLowerCase(), order?.text];
    // Two instants before the same change of what is shown are one to a question that looks at it.
    if (filter !== undefined || order !== undefined) asked.push(until === undefined ? undefined : String(until));
    const question = JSON.stringify(asked);
    for (let tries = 1; ; tries++) {
      const { view } = sandbox;
      const key = `${view.serial} ${JSON.stringify(only?.by ?? null)} ${question}`;
      const version = versionOf(view, from);
      const kept = this.#found.get(key);
      if (kept?.version === version && isIn(kept.period, now)) return kept;
      const seeded = await this.#findSeeded(sandbox, search, question);
      const at = new ViewAt(view, now);
      const steps = scanOnly(at, search.listing, scanChanged(at, search, seeded));
      // Where writers never pause, the last try goes through without giving way to them: a sandbox's records are few.
      const positions = tries < MAX_TRIES ? await scheduler.run(steps) : atOnce(steps);
      // A write in the middle would tear it, and whoever replaced the whole state has made another view.
      if (sandbox.view !== view || (tries < MAX_TRIES && versionOf(view, from) !== version)) continue;
      const found = { version: versionOf(view, from), positions, period: at.period };
      this.#found.set(key, found);
      return found;
    }
  }

  async #findSeeded<Item extends { readonly id: string }>(
    { view: { dataset } }: Sandbox,
    search: Search<Item>,
    question: string,
  ): Promise<Uint32Array> {
    const key = JSON.stringify([dataset.seed, dataset.sizes, question]);
    const kept = this.#seeded.get(key);
    if (kept !== undefined) return kept;
    const running = this.#running.get(key) ?? this.#scanSeeded(dataset, search);
    this.#running.set(key, running);
    try {
      const found = await running;
      this.#seeded.set(key, found);
      return found;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Sorts one large collection at a time: a sort holds the values of all its records. */
  #scanSeeded<Item extends { readonly id: string }>(dataset: Dataset, search: Search<Item>): Promise<Uint32Array> {
    const run = () => scheduler.run(scanSeeded(dataset, search));
    if (search.order === undefined || search.listing.collection.count(dataset) <= SMALL) return run();
    const own = this.#sorting.then(run);
    this.#sorting = own.catch(() => undefined);
    return own;
  }
}
