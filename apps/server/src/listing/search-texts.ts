/** The texts that `q` looks through: those of the seeded records in lower case, joined into one per thousand of them. */
import { LRUCache } from '#platform/runtime';
import { countBefore, type Collection } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';
import { textBytes } from '../kit/made-once.js';

/** Records whose texts are joined into one. */
const CHUNK = 1024;

/** Records that are made between two steps. */
const STEP = 64;

/** Stands behind each text: what does not have it in it cannot reach from one text into the next. */
const END = '\u0000';

/** Bytes of texts that stay in memory: those of a million records, or of many small collections. */
const MAX_BYTES = 128 * 1024 * 1024;

type Members = Readonly<Record<string, unknown>>;

/** Adds the texts in a value, in lower case. */
function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value.toLowerCase(), END);
  else if (typeof value === 'number') texts.push(String(value), END);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) addTexts(one, texts);
}

/** The members of a record that a search reads. */
export function searchedMembers(record: Members, fields: readonly string[] | undefined): readonly unknown[] {
  const names = fields ?? Object.keys(record).filter((name) => name !== 'id');
  return names.map((name) => record[name]);
}

/** Whether a value has a text that is in lower case, in it or in its lists and objects. */
export function includesText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text);
  if (typeof value === 'number') return String(value).includes(text);
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => includesText(one, text));
}

/** The texts of some records that follow each other. */
interface Chunk {
  readonly text: string;
  /** Where the texts of each record begin. */
  readonly starts: Uint32Array;
}

const bytesOf = ({ text, starts }: Chunk): number => textBytes(text) + starts.byteLength;

/** The texts of all seeded records of a collection. */
export class SearchTexts {
  readonly bytes: number;
  readonly #chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[]) {
    this.bytes = chunks.reduce((bytes, chunk) => bytes + bytesOf(chunk), 1);
    this.#chunks = chunks;
  }

  /** Whether the record at a position has a text that is in lower case. */
  has(position: number, text: string): boolean {
    const chunk = this.#chunks[Math.floor(position / CHUNK)];
    if (chunk === undefined) return false;
    const index = position % CHUNK;
    return chunk.text.slice(chunk.starts[index], chunk.starts[index + 1]).includes(text);
  }

  /** Finds the positions of the records that have a text that is in lower case. */
  *find(text: string): Generator<void, Uint32Array> {
    const found: number[] = [];
    for (const [n, { text: all, starts }] of this.#chunks.entries()) {
      yield;
      let index = 0;
      for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, starts[index])) {
        // The last record that begins there or before.
        index = countBefore(starts.length, (record) => (starts[record] ?? 0) > at) - 1;
        found.push(n * CHUNK + index);
        index += 1;
        if (index >= starts.length) break;
      }
    }
    return Uint32Array.from(found);
  }
}

/** What is searched: some members of the seeded records of a collection, or all but their ids. */
export interface Searched<Item extends { readonly id: string }> {
  readonly dataset: Dataset;
  readonly collection: Collection<Item>;
  readonly fields: readonly string[] | undefined;
}

/** Gives members of the seeded record at a position: those made quickly, where all that are read are among them. */
export function membersAt<Item extends { readonly id: string }>(
  { dataset, collection }: Pick<Searched<Item>, 'dataset' | 'collection'>,
  read: readonly string[] | undefined,
): (position: number) => object {
  const whole = (position: number): object => dataset.record(collection.name, position, collection.seeded);
  if (collection.quick === undefined || read === undefined || collection.count(dataset) === 0) return whole;
  const has = collection.quick(dataset, 0);
  if (!read.every((member) => Object.hasOwn(has, member))) return whole;
  return (position) => collection.quick?.(dataset, position) ?? has;
}

function* chunksOf<Item extends { readonly id: string }>(
  { dataset, collection, fields }: Searched<Item>,
  maxBytes: number,
): Generator<void, Chunk[] | undefined> {
  const count = collection.count(dataset);
  const at = membersAt({ dataset, collection }, fields);
  const chunks: Chunk[] = [];
  let bytes = 0;
  for (let first = 0; first < count; first += CHUNK) {
    const starts = new Uint32Array(Math.min(CHUNK, count - first));
    const texts: string[] = [];
    let length = 0;
    for (let i = 0; i < starts.length; i++) {
      if (i % STEP === 0) yield;
      starts[i] = length;
      let next = texts.length;
      addTexts(searchedMembers(at(first + i) as Members, fields), texts);
      for (; next < texts.length; next++) length += texts[next]?.length ?? 0;
    }
    const chunk = { text: texts.join(''), starts };
    chunks.push(chunk);
    bytes += bytesOf(chunk);
    // All others are about as long.
    if ((bytes / chunks.length) * (count / CHUNK) > maxBytes) return undefined;
  }
  return chunks;
}

const keyOf = <Item extends { readonly id: string }>({ dataset, collection, fields }: Searched<Item>): string =>
  `${dataset.serial} ${collection.name} ${fields?.join(' ') ?? '*'}`;

/** Makes the texts of collections when they are first searched, and lets go of those not searched lately. */
export class TextsInMemory {
  readonly #maxBytes: number;
  readonly #made: LRUCache<string, SearchTexts>;
  /** Whoever needs what is being made goes on with it where it stands. */
  readonly #making = new Map<string, Generator<void, Chunk[] | undefined>>();

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
    this.#made = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  /** The texts, where they are there. */
  peek<Item extends { readonly id: string }>(searched: Searched<Item>): SearchTexts | undefined {
    return this.#made.get(keyOf(searched));
  }

  /** The texts; undefined where they would take too much memory. */
  *get<Item extends { readonly id: string }>(searched: Searched<Item>): Generator<void, SearchTexts | undefined> {
    const key = keyOf(searched);
    for (;;) {
      const made = this.#made.get(key);
      if (made !== undefined) return made;
      const making = this.#making.get(key) ?? chunksOf(searched, this.#maxBytes);
      this.#making.set(key, making);
      let step;
      try {
        step = making.next();
      } catch (error) {
        this.#making.delete(key);
        throw error;
      }
      if (step.done === true) {
        this.#making.delete(key);
        if (step.value === undefined) return undefined;
        const texts = new SearchTexts(step.value);
        this.#made.set(key, texts);
        return texts;
      }
      yield;
    }
  }
}
