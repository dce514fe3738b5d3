/** Searches sandboxes, each question once at a time, and keeps what it found for the next page. */
import { LRUCache } from '#platform/runtime';
import type { Positions } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';
import { andThen } from '../kit/made-once.js';
import { always, both, isIn, type Period } from '../kit/listing.js';
import { ViewAt, type View } from '../store/model/view.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { isWhole, type Search } from './matcher.js';
import { scanChanged, scanSeeded } from './scan.js';
import { scheduler } from './scheduler.js';
import { TextsInMemory } from './search-texts.js';

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

/** Versions of the collections that a list looks into. */
interface Versions {
  readonly own: number;
  /** Of the others. */
  readonly others: string;
}

/** What was found at versions of the records. */
interface KeptFound extends Found {
  readonly versions: Versions;
  readonly positions: Uint32Array;
}

/** What is looked for, where and when. */
interface Question<Item extends { readonly id: string }> {
  readonly sandbox: Pick<Sandbox, 'view'>;
  readonly search: Search<Item>;
  /** In ms since 1970. */
  readonly now: number;
  /** Tells it from every other one, wherever it is looked for. */
  readonly text: string;
}

const sizeOf = (positions: Uint32Array, key: string): number => positions.byteLength + key.length * 2 + 64;

function versionsOf<Item extends { readonly id: string }>(
  view: View,
  { collection, only }: Search<Item>['listing'],
): Versions {
  const others = only?.from.map((from) => view.version(from)).join(' ') ?? '';
  return { own: view.version(collection), others };
}

const isSame = (one: Versions, other: Versions): boolean => one.own === other.own && one.others === other.others;

/** Searches sandboxes. */
export class Scanner {
  readonly #texts = new TextsInMemory();
  readonly #seeded = new LRUCache<string, Uint32Array>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf });
  readonly #running = new Map<string, Promise<Uint32Array>>();
  /** Ends with the last of the large sorts; never rejects. */
  #sorting: Promise<unknown> = Promise.resolve();
  readonly #found = new LRUCache<string, KeptFound>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ positions }, key) => sizeOf(positions, key),
  });

  /** What matches at an instant, in ms since 1970: at once, where it takes a few ms at most. */
  find<Item extends { readonly id: string }>(
    sandbox: Pick<Sandbox, 'view'>,
    search: Search<Item>,
    now: number,
  ): Found | Promise<Found> {
    if (isWhole(sandbox.view, search)) return { positions: undefined, period: always };
    const { collection, where, until } = search.listing;
    const { filter, q, order } = search;
    const asked = [collection.name, where, filter?.text, q.toLowerCase(), order?.text];
    // Two instants before the same change of what is shown are one to a question that looks at it.
    if (filter !== undefined || order !== undefined) asked.push(until === undefined ? undefined : String(until));
    return this.#find({ sandbox, search, now, text: JSON.stringify(asked) }, 1);
  }

  /** Looks where nobody writes meanwhile, or for the last time. */
  #find<Item extends { readonly id: string }>(question: Question<Item>, tries: number): Found | Promise<Found> {
    const { sandbox, search, now, text } = question;
    const { collection, only } = search.listing;
    const by = JSON.stringify(only?.by ?? null);
    const known = this.#found.get(`${sandbox.view.serial} ${by} ${text}`);
    const isTrue = known !== undefined && isIn(known.period, now);
    if (isTrue && isSame(known.versions, versionsOf(sandbox.view, search.listing))) return known;
    return andThen(this.#findSeeded(question), (seeded) => {
      const { view } = sandbox;
      const key = `${view.serial} ${by} ${text}`;
      const versions = versionsOf(view, search.listing);
      const before = this.#found.get(key);
      // Where the records of the list alone have changed, only those are looked at that did.
      const changed =
        before !== undefined && isIn(before.period, now) && before.versions.others === versions.others
          ? view.changedSince(collection, before.versions.own)
          : undefined;
      const at = new ViewAt(view, now);
      const positions = changed === undefined || before === undefined ? seeded : before.positions;
      const steps = scanChanged(at, search, { positions, changed });
      // Where writers never pause, the last try goes through without giving way to them: a sandbox's records are few.
      return andThen(tries < MAX_TRIES ? scheduler.begin(steps) : scheduler.runShort(steps), (all) => {
        // A write in the middle would tear it, and whoever replaced the whole state has made another view.
        const isTorn = sandbox.view !== view || !isSame(versions, versionsOf(view, search.listing));
        if (isTorn && (sandbox.view !== view || tries < MAX_TRIES)) return this.#find(question, tries + 1);
        const period = changed === undefined || before === undefined ? at.period : both(before.period, at.period);
        const found = { versions, positions: all, period };
        this.#found.set(key, found);
        return found;
      });
    });
  }

  #findSeeded<Item extends { readonly id: string }>({
    sandbox: {
      view: { dataset },
    },
    search,
    text,
  }: Question<Item>): Uint32Array | Promise<Uint32Array> {
    const key = `${dataset.serial} ${text}`;
    const kept = this.#seeded.get(key) ?? this.#running.get(key);
    if (kept !== undefined) return kept;
    const scanned = this.#scanSeeded(dataset, search);
    if (scanned instanceof Promise) return this.#wait(key, scanned);
    this.#seeded.set(key, scanned);
    return scanned;
  }

  /** Waits for a scan, together with all who ask the same meanwhile. */
  #wait(key: string, scanning: Promise<Uint32Array>): Promise<Uint32Array> {
    const running = scanning
      .then((found) => {
        this.#seeded.set(key, found);
        return found;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /** Sorts one large collection at a time: a sort holds the values of all its records. */
  #scanSeeded<Item extends { readonly id: string }>(
    dataset: Dataset,
    search: Search<Item>,
  ): Uint32Array | Promise<Uint32Array> {
    const run = () => scheduler.begin(scanSeeded(dataset, search, this.#texts));
    if (search.order === undefined || search.listing.collection.count(dataset) <= SMALL) return run();
    const own = this.#sorting.then(run);
    this.#sorting = own.catch(() => undefined);
    return own;
  }
}
