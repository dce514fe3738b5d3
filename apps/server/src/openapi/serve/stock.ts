/** The records of one resource of a document: which are seeded, under which ids, and where in the paths of the document they lie. */
import { sha256 } from '#platform/runtime';
import { z } from 'zod';
import { type ServedNames, type Collection, bindNames } from '../../kit/collection.js';
import type { Dataset } from '../../kit/dataset.js';
import { hashText } from '../../kit/random.js';
import type { Records } from '../../kit/records.js';
import { passing } from '../../data/schema.js';
import type { JsonObject, Json } from '../model.js';
import type { Resource } from '../roles.js';
import { type Sampling, fit, sample } from '../sample/sample.js';
import { isObject, shapeAt } from '../schema.js';
import { type RecordIdParts, RecordIds } from './record-ids.js';

/** A record as it is stored. */
interface Stored {
  /** What it lies below and its own id, as one text. */
  readonly id: string;
  /** The values of the path parameters before its id; a seeded record that lies below any value has {@link ANY} there. */
  readonly scope: readonly string[];
  /** Its id, as a path has it. */
  readonly name: string;
  /** Undefined of one that is removed where others still have it. */
  readonly value?: JsonObject | undefined;
}

/** Where a record lies. */
export interface Place {
  readonly scope: readonly string[];
  readonly name: string;
}

/** What stands for any value: no parameter of a path is empty. */
const ANY = '';

const keyOf = ({ scope, name }: Place): string => [...scope, name].map(encodeURIComponent).join('/');

/** Whether a record lies below some values, some of which may be any. */
const isBelow = (own: readonly string[], scope: readonly string[]): boolean =>
  own.every((text, index) => text === scope[index] || text === ANY || scope[index] === ANY);

/** Children that each parent has, for so many records that a collection has at the root. */
const childrenOf = (size: number): number => Math.min(10, Math.max(size === 0 ? 0 : 1, Math.round(size / 5)));

/** Most records of one resource that are seeded. */
const MAX_SEEDED = 2000;

/** The id of what is there once. */
export const SINGLE = 'self';

/** What the records of a resource follow from. */
interface StockParts extends RecordIdParts {
  /** Records that are seeded of a collection at the root. */
  readonly size: number;
  /** The records of all resources, by name. */
  readonly stocks: ReadonlyMap<string, Stock>;
  /** Whether a record is made for an id that none has. */
  readonly anyId: boolean;
}

// What a record may be is the document's to say.
const stored = z.object({
  id: z.string(),
  scope: z.array(z.string()),
  name: z.string(),
  value: passing(z.looseObject({})).optional(),
}) as unknown as z.ZodType<Stored>;

/** The records of a resource. */
export class Stock {
  readonly resource: Resource;
  readonly ids: RecordIds;
  readonly collection: Collection<Stored>;
  readonly #parts: StockParts;
  #seeds: readonly (Place & { readonly idValue: Json })[] | undefined;
  #indexes: ReadonlyMap<string, number> | undefined;
  #largest: number | undefined;

  constructor(resource: Resource, parts: StockParts, domain: string) {
    this.resource = resource;
    this.#parts = parts;
    this.ids = new RecordIds(resource, parts);
    const name = `openapi.${domain}.${resource.name}`;
    const collection: Collection<Stored> = {
      name,
      prefix: name.replaceAll('.', '-'),
      noun: resource.one,
      schema: stored,
      count: () => this.seeds.length,
      indexOf: (id) => this.#index.get(id) ?? -1,
      seeded: (dataset, index) => this.#seeded(dataset, index),
      // Which records there are: what is written to one of them stays, whatever a new version of the document says of it.
      fingerprint: () => sha256(JSON.stringify(this.seeds.map(keyOf))).slice(0, 16),
    };
    const bind = (names: ServedNames): void => void Object.assign(collection, names);
    this.collection = Object.assign(collection, { [bindNames]: bind });
  }

  /** Where the seeded records lie, and their ids. They follow from the document alone, so that every seed has them. */
  get seeds(): readonly (Place & { readonly idValue: Json })[] {
    return (this.#seeds ??= this.#makeSeeds());
  }

  get #index(): ReadonlyMap<string, number> {
    return (this.#indexes ??= new Map(this.seeds.map((seed, index) => [keyOf(seed), index])));
  }

  /** The resource whose records the last path parameter before the id names; undefined where it is a value of which nothing is known. */
  get parent(): Stock | undefined {
    const last = this.resource.scope.findLast(({ resource }) => resource !== undefined);
    const found = last?.resource === undefined ? undefined : this.#parts.stocks.get(last.resource);
    return found === this ? undefined : found;
  }

  /** Whether all records that the path parameters before the id name are there. */
  hasParents(records: Records, scope: readonly string[]): boolean {
    return this.resource.scope.every((one, index) => {
      const parent = one.resource === undefined ? undefined : this.#parts.stocks.get(one.resource);
      const name = scope[index] ?? ANY;
      if (parent === undefined || parent === this || name === ANY) return true;
      return (
        parent.find(records, { scope: one.scope.map((other) => scope[this.#position(other)] ?? ANY), name }) !==
        undefined
      );
    });
  }

  /** Where a parameter stands before the id; -1 where it does not. */
  #position(parameter: string): number {
    return this.resource.scope.findIndex((one) => one.parameter === parameter);
  }

  /** The place of a record by a path that names some of its parents alone: below those, ids are unique. */
  placeOf(records: Records, place: Place): Place {
    if (!place.scope.includes(ANY)) return place;
    const size = records.size(this.collection);
    for (let position = 0; position < size; position++) {
      const seed = this.seeds[position];
      if (seed !== undefined && (seed.name !== place.name || !isBelow(seed.scope, place.scope))) continue;
      const found = records.at(this.collection, position);
      if (found?.name !== place.name || !isBelow(found.scope, place.scope)) continue;
      return { ...place, scope: found.scope.map((text, index) => place.scope[index] || text) };
    }
    return place;
  }

  /** The record at a place; undefined where there is none. */
  find(records: Records, named: Place): JsonObject | undefined {
    const place = this.placeOf(records, named);
    const own = records.get(this.collection, keyOf(place));
    if (own?.value !== undefined) return own.value;
    const shared = own === undefined ? this.#sharedKey(place) : undefined;
    const found = shared === undefined ? undefined : records.get(this.collection, shared)?.value;
    if (found !== undefined) return this.#inScope(found, place.scope);
    return this.#parts.anyId ? this.#madeFor(records, place) : undefined;
  }

  /** Whether a record is there, not counting those that are made for any id. */
  has(records: Records, place: Place): boolean {
    const own = records.get(this.collection, keyOf(place));
    if (own !== undefined) return own.value !== undefined;
    const shared = this.#sharedKey(place);
    return shared !== undefined && records.get(this.collection, shared) !== undefined;
  }

  /** The largest id of the seeded records, where ids are numbers. */
  get largest(): number {
    return (this.#largest ??= this.ids.largest(this.seeds.map(({ idValue }) => idValue)));
  }

  /** The records below some values of the path parameters, in the order in which they were made. */
  list(records: Records, scope: readonly string[]): readonly JsonObject[] {
    const size = records.size(this.collection);
    const own = new Map<string, Stored>();
    const shared = new Map<string, JsonObject>();
    const { seeds } = this;
    for (let position = 0; position < size; position++) {
      const seed = seeds[position];
      // A record that lies elsewhere is not even drawn.
      if (seed !== undefined && !isBelow(seed.scope, scope)) continue;
      const record = records.at(this.collection, position);
      if (record === undefined) continue;
      if (record.scope.every((text, index) => text === scope[index] || scope[index] === ANY))
        own.set(record.name, record);
      else if (isBelow(record.scope, scope) && record.value !== undefined) {
        shared.set(record.name, record.value);
      }
    }
    const found: JsonObject[] = [];
    for (const [name, value] of shared) {
      const changed = own.get(name);
      if (changed === undefined) found.push(this.#inScope(value, scope));
      else if (changed.value !== undefined) found.push(changed.value);
    }
    for (const [name, { value }] of own) if (value !== undefined && !shared.has(name)) found.push(value);
    return found;
  }

  /** What is stored of a record at a place. */
  stored(place: Place, value: JsonObject): Stored {
    return { id: keyOf(place), ...place, value };
  }

  /** What stands for a record that is removed at a place, where others still have it; undefined where nothing need stand. */
  removed(place: Place): Stored | undefined {
    return this.#sharedKey(place) !== undefined ? { id: keyOf(place), ...place } : undefined;
  }

  /** How a record is drawn. */
  sampling(seed: number, more: Pick<Sampling, 'index' | 'now'> = {}): Sampling {
    const { document, validation } = this.#parts;
    return { document, validation, seed, noun: this.resource.one, ...more };
  }

  /** The key under which a seeded record lies that is there below any value; undefined where none is at the place. */
  #sharedKey({ scope, name }: Place): string | undefined {
    const isOpaque = this.resource.scope.some(({ resource }) => resource === undefined);
    if (!isOpaque) return undefined;
    const texts = scope.map((text, index) => (this.resource.scope[index]?.resource === undefined ? ANY : text));
    const key = keyOf({ scope: texts, name });
    return this.#index.has(key) && key !== keyOf({ scope, name }) ? key : undefined;
  }

  /** A record with what its place says of it. */
  #inScope(value: JsonObject, scope: readonly string[]): JsonObject {
    const said = this.resource.scope.flatMap(({ member, resource }, index): [string, Json][] => {
      const text = scope[index];
      if (member === undefined || resource !== undefined || !text || !Object.hasOwn(value, member)) return [];
      const like = value[member];
      if (typeof like === 'number') return Number.isFinite(Number(text)) ? [[member, Number(text)]] : [];
      return typeof like === 'string' ? [[member, text]] : [];
    });
    return said.length === 0 ? value : { ...value, ...Object.fromEntries(said) };
  }

  /** The record that is made for an id which none has. */
  #madeFor(records: Records, place: Place): JsonObject | undefined {
    const seed = hashText(`${records.dataset.seed}/${this.resource.name}/${keyOf(place)}`);
    const drawn = sample(this.resource.schema, this.sampling(seed));
    if (!isObject(drawn)) return undefined;
    return this.#inScope(this.ids.with(drawn, this.ids.named(place.name)), place.scope);
  }

  #makeSeeds(): readonly (Place & { readonly idValue: Json })[] {
    const scopes = this.#scopes();
    const taken = new Set<string>();
    return scopes.map((scope, index) => {
      const idValue = this.resource.isSingle === true ? SINGLE : this.ids.seeded(index, taken);
      taken.add(String(idValue));
      return { scope, name: String(idValue), idValue };
    });
  }

  /** What each seeded record lies below. */
  #scopes(): readonly (readonly string[])[] {
    const { scope, isSingle = false } = this.resource;
    const size = isSingle ? 1 : this.#parts.size;
    const any = scope.map(() => ANY);
    const { parent } = this;
    if (parent === undefined) return Array.from({ length: this.ids.seededOf(Math.min(size, MAX_SEEDED)) }, () => any);
    const at = scope.findLast(({ resource }) => resource === parent.resource.name);
    const parents = parent.seeds;
    const wantedOf = Math.min(parents.length * (isSingle ? 1 : childrenOf(size)), MAX_SEEDED);
    const count = isSingle ? wantedOf : this.ids.seededOf(wantedOf);
    return Array.from({ length: count }, (_, index) => {
      const above = parents[index % parents.length];
      if (above === undefined) return any;
      // What the parent lies below, its child does; other parameters may be anything.
      return scope.map((one) =>
        one === at ? above.name : (above.scope[at?.scope.indexOf(one.parameter) ?? -1] ?? ANY),
      );
    });
  }

  #seeded(dataset: Dataset, index: number): Stored {
    const seed = this.seeds[index];
    if (seed === undefined) throw new RangeError(`${this.resource.name} has no record ${index}`);
    const { scope, name, idValue } = seed;
    return { id: keyOf(seed), scope, name, value: this.#value(dataset, index, idValue) };
  }

  #value(dataset: Dataset, index: number, idValue: Json): JsonObject {
    const { schema } = this.resource;
    const random = dataset.random(`openapi/${this.resource.name}`, index);
    const about = this.sampling(random.next(), { index });
    const example = this.#parts.examples()[index];
    const drawn = example === undefined ? sample(schema, about) : fit(example, schema, about);
    if (!isObject(drawn)) return {};
    return this.ids.with(this.#related(drawn, { index, pick: (count) => random.int(0, count - 1) }), idValue);
  }

  /** A record whose members that name other records name such as are there. */
  #related(
    value: JsonObject,
    { index, pick }: { readonly index: number; readonly pick: (count: number) => number },
  ): JsonObject {
    if (this.#parts.examples()[index] !== undefined) return value;
    const { relations, scope } = this.resource;
    const { members: properties } = shapeAt(this.#parts.document, this.resource.schema);
    const changed: Record<string, Json> = { ...value };
    const set = (member: string, id: Json): void => {
      const schema = properties.get(member);
      if (schema !== undefined && this.#parts.validation.isValid(schema, id, 'answer')) changed[member] = id;
    };
    for (const { member, resource, isMany } of relations) {
      const other = this.#parts.stocks.get(resource);
      if (other === undefined || other === this || changed[member] === undefined || changed[member] === null) continue;
      const ids = other.seeds.map(({ idValue }) => idValue);
      const one = ids[ids.length === 0 ? 0 : pick(ids.length)];
      if (one !== undefined) set(member, isMany ? [one] : one);
    }
    const at = this.seeds[index];
    for (const [position, { member, resource }] of scope.entries()) {
      const text = at?.scope[position];
      const parent = resource === undefined ? undefined : this.#parts.stocks.get(resource);
      if (member !== undefined && parent !== undefined && text !== undefined && text !== ANY)
        set(member, parent.ids.named(text));
    }
    return changed;
  }
}
