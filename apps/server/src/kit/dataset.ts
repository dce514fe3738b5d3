/** The seeded data of one seed and one set of sizes; shared by all sandboxes that have both. */
import type { UserClaims } from '@understudy/contract/auth';
import { hashText, type Random, randomFor } from './random.js';

/** Seeded data has this version; a release that changes what a seed gives raises it. */
export const DATA_VERSION = 1;

/** The instant that counts as the present in seeded data: it never moves, so the data never goes stale. */
export const EPOCH = Date.UTC(2026, 0, 1);

/** Records kept of each collection: all of them where nobody asked for more than the default. */
const SLOTS = 512;

/** Sizes of the collections that can be sized, by name. */
export type Sizes = Readonly<Record<string, number>>;

/** Claims that users begin with, by id or e-mail address in lower case. */
export type ClaimsByUser = ReadonlyMap<string, UserClaims>;

/** What a dataset has beside its seed and sizes. */
export interface DatasetOptions {
  /** Called whenever a relation was built, since that is what takes memory. */
  readonly onBuild?: (dataset: Dataset) => void;
  /** Claims that its users begin with; none where left out. */
  readonly claims?: ClaimsByUser | undefined;
}

/** Seeded records that are kept in memory: nobody changes them. */
const steady = new WeakSet<object>();

/** Whether something is a seeded record: what was made of it once holds for as long as it is there. */
export function isSteady(record: unknown): record is object {
  return typeof record === 'object' && record !== null && steady.has(record);
}

let serials = 0;

/** Seeded data: random access by index, relations built once on first use. */
export class Dataset {
  /** Tells it from every other one. */
  readonly serial: number = ++serials;
  readonly seed: string;
  readonly sizes: Sizes;
  readonly claims: ClaimsByUser;
  readonly #seedHash: number;
  readonly #names = new Map<string, number>();
  readonly #relations = new Map<string, unknown>();
  readonly #records = new Map<string, { readonly index: number; readonly record: unknown }[]>();
  readonly #onBuild: ((dataset: Dataset) => void) | undefined;

  constructor(seed: string, sizes: Sizes, { onBuild, claims = new Map() }: DatasetOptions = {}) {
    this.seed = seed;
    this.sizes = sizes;
    this.claims = claims;
    this.#seedHash = hashText(seed);
    this.#onBuild = onBuild;
  }

  /** How many records a sized collection has. */
  size(name: string): number {
    const size = this.sizes[name];
    if (size === undefined)
      throw new RangeError(`the size of ${name} is not known; is it among the collections of the domain?`);
    return size;
  }

  /** The random stream of one record, or of one aspect of it (`students/gpa`). */
  random(name: string, index: number): Random {
    let hash = this.#names.get(name);
    if (hash === undefined) {
      hash = hashText(name);
      this.#names.set(name, hash);
    }
    return randomFor(this.#seedHash, hash, index);
  }

  /** Whether a relation was built, and is kept. */
  has(name: string): boolean {
    return this.#relations.has(name);
  }

  /** A relation between records, built when first asked for and kept. Meant for compact typed arrays. */
  relation<Relation>(name: string, build: () => Relation): Relation {
    // The name belongs to one builder, so what was kept under it has that builder's type.
    const kept = this.#relations.get(name) as Relation | undefined;
    if (kept !== undefined) return kept;
    const built = build();
    this.#relations.set(name, built);
    this.#onBuild?.(this);
    return built;
  }

  /**
   * A seeded record, from a small memory of those asked for lately: the first pages of lists are
   * asked for again and again. A record never changes, so nobody may change what this gives.
   */
  record<Item>(name: string, index: number, make: (dataset: Dataset, index: number) => Item): Item {
    let slots = this.#records.get(name);
    if (slots === undefined) {
      slots = [];
      this.#records.set(name, slots);
    }
    const slot = index % SLOTS;
    const kept = slots[slot];
    // What stands under the name of a collection was made by it.
    if (kept?.index === index) return kept.record as Item;
    const record = make(this, index);
    slots[slot] = { index, record };
    if (typeof record === 'object' && record !== null) steady.add(record);
    return record;
  }

  /** Lets go of the relations; they are built again when asked for. */
  forget(): void {
    this.#relations.clear();
    this.#records.clear();
  }
}

/** How a domain sees the seeded data of a server. */
export interface Scope {
  readonly domain: string;
  /** Names under which collections of the domain are served, by the name that the domain has for them. */
  readonly names: ReadonlyMap<string, string>;
}

/** Seeded data in the names of one domain. */
class ScopedDataset extends Dataset {
  readonly #base: Dataset;
  readonly #domain: string;

  constructor(base: Dataset, { domain, names }: Scope) {
    const own = Array.from(names, ([name, served]) => [name, base.sizes[served]]).filter(
      ([, size]) => size !== undefined,
    );
    super(base.seed, { ...base.sizes, ...Object.fromEntries(own) }, { claims: base.claims });
    this.#base = base;
    this.#domain = domain;
  }

  override has(name: string): boolean {
    return this.#base.has(`${this.#domain}/${name}`);
  }

  override relation<Relation>(name: string, build: () => Relation): Relation {
    return this.#base.relation(`${this.#domain}/${name}`, build);
  }
}

/** Gives the function that shows seeded data as a domain sees it. */
export function scoping(scope: Scope): (dataset: Dataset) => Dataset {
  const known = new WeakMap<Dataset, Dataset>();
  return (dataset) => {
    const scoped = known.get(dataset) ?? new ScopedDataset(dataset, scope);
    known.set(dataset, scoped);
    return scoped;
  };
}

/** A relation over all records of a kind. */
export interface LongRelation<Relation> {
  /** The relation; what is missing of it is built now. */
  (dataset: Dataset): Relation;
  readonly isBuilt: (dataset: Dataset) => boolean;
  /** Builds it, some milliseconds at most between two steps; ends at once where it is there. */
  readonly steps: (dataset: Dataset) => Generator<void, void>;
}

/** Declares a relation by its builder, which yields often. */
export function longRelation<Relation>(
  name: string,
  build: (dataset: Dataset) => Generator<void, Relation>,
): LongRelation<Relation> {
  // Whoever needs it while it is being built goes on where the building stands.
  const begun = new WeakMap<Dataset, Generator<void, Relation>>();
  const building = (dataset: Dataset): Generator<void, Relation> => {
    const known = begun.get(dataset) ?? build(dataset);
    begun.set(dataset, known);
    return known;
  };
  const finish = (dataset: Dataset): Relation => {
    let step = building(dataset).next();
    while (step.done !== true) step = building(dataset).next();
    begun.delete(dataset);
    return step.value;
  };
  const relation = (dataset: Dataset): Relation => dataset.relation(name, () => finish(dataset));
  function* steps(dataset: Dataset): Generator<void, void> {
    while (!dataset.has(name)) {
      const step = building(dataset).next();
      if (step.done === true) {
        begun.delete(dataset);
        dataset.relation(name, () => step.value);
      } else yield;
    }
  }
  return Object.assign(relation, { isBuilt: (dataset: Dataset) => dataset.has(name), steps });
}
