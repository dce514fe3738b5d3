/** Finds the positions of the records that match a listing and a search text, and keeps what it found. */
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Positions } from '../kit/collection.js';
import type { Sandbox } from '../state/sandbox.js';
import type { View } from '../state/view.js';
import type { AnyCase, Listing } from './listing.js';

/** A scan gives way to other requests after this long. */
const STRETCH_MS = 8;

/** Tries to scan between two writes. */
const MAX_TRIES = 3;

/** Records between two looks at the time. */
const STEP = 128;

/** Bytes of positions kept for next pages, over all sandboxes. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** A listing with a search text over some fields. */
export interface Search<Item extends { readonly id: string }> {
  readonly listing: Listing<Item>;
  readonly q: string;
  readonly fields: readonly string[];
}

interface Found {
  readonly version: number;
  readonly positions: Uint32Array;
}

type Test = (value: unknown) => boolean;

function filterTest(filter: string | AnyCase): Test {
  if (typeof filter === 'string') return (value) => value === filter;
  const wanted = filter.anyCase.toLowerCase();
  return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
}

function includes(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text);
  return Array.isArray(value) && value.some((item) => includes(item, text));
}

function matcher<Item extends { readonly id: string }>(search: Search<Item>) {
  const filters = Object.entries<string | AnyCase | undefined>(search.listing.where).flatMap(([field, filter]) =>
    filter === undefined ? [] : [{ field, test: filterTest(filter) }],
  );
  const text = search.q.toLowerCase();
  return (record: Item): boolean => {
    const fields: Readonly<Record<string, unknown>> = record;
    for (const { field, test } of filters) if (!test(fields[field])) return false;
    return text === '' || search.fields.some((field) => includes(fields[field], text));
  };
}

/** Whether the listing is the whole collection, with a record at every position. */
function isWhole(view: View, { listing, q }: Search<{ readonly id: string }>): boolean {
  const isFiltered = q !== '' || Object.values(listing.where).some((value) => value !== undefined);
  return !isFiltered && view.removed(listing.collection) === 0;
}

/** Positions to look at: those a lookup gives for one of the filters, or undefined for all. */
function candidates<Item extends { readonly id: string }>(
  view: View,
  { collection, where }: Listing<Item>,
): Positions | undefined {
  for (const field in where) {
    const value = where[field];
    if (typeof value !== 'string') continue;
    const positions = view.lookup(collection, field, value);
    if (positions !== undefined) return positions;
  }
  return undefined;
}

async function scan<Item extends { readonly id: string }>(
  view: View,
  search: Search<Item>,
  stretchMs: number,
): Promise<Uint32Array> {
  const { collection } = search.listing;
  const matches = matcher(search);
  const among = candidates(view, search.listing);
  const length = among?.length ?? view.size(collection);
  const found: number[] = [];
  let since = performance.now();
  for (let i = 0; i < length; i++) {
    const position = among === undefined ? i : among[i];
    if (position === undefined) break;
    const record = view.at(collection, position);
    if (record !== undefined && matches(record)) found.push(position);
    if (i % STEP === STEP - 1 && performance.now() - since > stretchMs) {
      await setImmediate();
      since = performance.now();
    }
  }
  return Uint32Array.from(found);
}

/** Scans sandboxes, one scan at a time for each question, and keeps the answers for the next page. */
export class Scanner {
  readonly #kept = new LRUCache<string, Found>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (found, key) => found.positions.byteLength + key.length * 2 + 64,
  });
  readonly #running = new Map<string, Promise<Found>>();

  /** Positions of the matching records, ascending; undefined where that is the whole collection. */
  async find<Item extends { readonly id: string }>(
    sandbox: Sandbox,
    search: Search<Item>,
  ): Promise<Positions | undefined> {
    const { view } = sandbox;
    if (isWhole(view, search)) return undefined;
    const { collection, where } = search.listing;
    const key = JSON.stringify([view.serial, collection.name, where, search.q.toLowerCase()]);
    for (let tries = 1; ; tries++) {
      const version = view.version(collection);
      const kept = this.#kept.get(key);
      if (kept?.version === version) return kept.positions;
      const found = await this.#scanOnce(`${version} ${key}`, async () => {
        // Where writers never pause, the last try goes through without giving way to them.
        const positions = await scan(view, search, tries < MAX_TRIES ? STRETCH_MS : Infinity);
        return { version, positions };
      });
      // Whoever replaced the whole state meanwhile has made another view.
      if (sandbox.view !== view) return this.find(sandbox, search);
      // A write in the middle of a long scan would tear it: look again.
      if (view.version(collection) !== version) continue;
      this.#kept.set(key, found);
      return found.positions;
    }
  }

  async #scanOnce(key: string, run: () => Promise<Found>): Promise<Found> {
    const running = this.#running.get(key) ?? run();
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      this.#running.delete(key);
    }
  }
}
