/** Faults of what an answer in JSON says: each finds members by the schema of the answer, or by their values, and writes them otherwise. */
import type { Described } from '../../kit/handler.js';
import type { Random } from '../../kit/random.js';
import type { ContentEffect, FaultOf } from '../outcome.js';

/** The faults that have one place. */
export type PlaceFault = FaultOf<
  | 'extra_member'
  | 'missing_member'
  | 'null_member'
  | 'unknown_value'
  | 'other_type'
  | 'big_integer'
  | 'odd_text'
  | 'odd_time'
  | 'odd_list'
  | 'renamed_member'
  | 'duplicate_member'
>;

/** A fault of the data. */
export type DataFault = PlaceFault | FaultOf<'drift'>;

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Parts of a schema that are looked at: those of a document may lead in circles. */
const MAX_PARTS = 200;

/** What is said of one value: schemas, allOf and all branches together, since any of them may hold. */
function partsOf(nodes: readonly unknown[], resolve: Described['resolve']): readonly Members[] {
  const parts = new Set<Members>();
  const add = (node: unknown): void => {
    const schema = resolve(node);
    if (!isObject(schema) || parts.has(schema) || parts.size >= MAX_PARTS) return;
    parts.add(schema);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const branch of listOf(schema[keyword])) add(branch);
  };
  for (const node of nodes) add(node);
  return [...parts];
}

const valuesOf = (parts: readonly Members[]): readonly unknown[] =>
  parts.flatMap((part) => [...listOf(part['enum']), ...(Object.hasOwn(part, 'const') ? [part['const']] : [])]);

const typesOf = (parts: readonly Members[]): ReadonlySet<unknown> =>
  new Set(parts.flatMap(({ type }) => (Array.isArray(type) ? (type as readonly unknown[]) : [type])));

/** A place in an answer. */
interface Place {
  /** The names and indexes that lead to it. */
  readonly path: readonly string[];
  readonly value: unknown;
  readonly parts: readonly Members[];
  /** Whether it is a member of an object; else an item of an array, or the whole. */
  readonly isMember: boolean;
  /** Whether its schema lets it be left out; null where nothing is said of it. */
  readonly isOptional: boolean | null;
  /** Whether it is in a record, and not around them. */
  readonly isInRecord: boolean;
}

function schemasOf(parts: readonly Members[], name: string): readonly unknown[] {
  const own = parts.flatMap(({ properties }) =>
    isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  return own.length > 0 ? own : parts.map(({ additionalProperties }) => additionalProperties);
}

/** All places of a value. */
function* placesIn(place: Place, resolve: Described['resolve']): Generator<Place> {
  yield place;
  const { value, parts, path, isInRecord } = place;
  const child = (name: string, one: unknown, nodes: readonly unknown[]) =>
    ({ path: [...path, name], value: one, parts: partsOf(nodes, resolve) }) as const;
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => [part['items'], ...listOf(part['prefixItems'])]);
    for (const [index, one] of (value as readonly unknown[]).entries()) {
      const item = child(String(index), one, items);
      yield* placesIn({ ...item, isMember: false, isOptional: null, isInRecord: isInRecord || isObject(one) }, resolve);
    }
  } else if (isObject(value)) {
    const required = new Set(parts.flatMap((part) => listOf(part['required'])));
    const declared = new Set(parts.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])));
    for (const [name, one] of Object.entries(value)) {
      const isOptional = declared.has(name) ? !required.has(name) : null;
      const isRecord = isInRecord || (path.length === 0 && name === 'data' && isObject(one));
      const member = child(name, one, schemasOf(parts, name));
      yield* placesIn({ ...member, isMember: true, isOptional, isInRecord: isRecord }, resolve);
    }
  }
}

/** What is written in the place of a value, as JSON text, or is done to its member. */
interface Edit {
  readonly json?: string;
  readonly does?: 'leave out' | 'double';
  readonly name?: string;
}

const nameOf = ({ path }: Place): string => path.at(-1) ?? '';

const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

const isTime = ({ value }: Place): boolean => typeof value === 'string' && TIME.test(value);

const isId = (place: Place): boolean => /(?:^|_)id$|Id$/.test(nameOf(place));

/** A text such as a state or a kind. */
const WORD = /^[A-Za-z][A-Za-z_-]{1,30}$/;

const camel = (name: string): string =>
  name.replaceAll(/(?<=.)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name in the other style; the same where it has one word. */
const renamed = (name: string): string => (camel(name) === name ? snake(name) : camel(name));

function unlisted({ value, parts }: Place): unknown {
  const values = [...valuesOf(parts), value];
  const numbers = values.filter((one) => typeof one === 'number');
  if (typeof value === 'number') return Math.max(...numbers) + 1;
  const word = typeof value === 'string' && value !== '' && value === value.toUpperCase() ? 'UNLISTED' : 'unlisted';
  return values.includes(word) ? `${word}_2` : word;
}

function retyped(value: unknown): unknown {
  if (Array.isArray(value)) return { ...(value as readonly unknown[]) };
  if (isObject(value)) return [value];
  if (typeof value !== 'string') return String(value);
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value.length;
}

const odd = {
  empty: '',
  long: 'x'.repeat(10_000),
  rtl: '\u202eمرحبا بالعالم',
  combining: 'Z\u0351\u036b\u0343a\u0310\u0342l\u034dg\u0321o\u0354',
  emoji: '👩‍👩‍👧‍👦🏴‍☠️',
  html: '<script>alert(1)</script>&amp;',
  surrogate: 'half \ud83d',
} as const;

/** The same instant as a clock shows it so many minutes ahead of UTC. */
function ahead(time: number, minutes: number, offset: string): string {
  return new Date(time + minutes * 60_000).toISOString().replace('Z', offset);
}

function oddTime(value: unknown, as: NonNullable<FaultOf<'odd_time'>['as']>): string {
  const parsed = Date.parse(String(value));
  const time = Number.isNaN(parsed) ? 0 : parsed;
  switch (as) {
    case 'leap':
      return '2016-12-31T23:59:60Z';
    case 'offset':
      return ahead(time, 345, '+05:45');
    case 'plain':
      return `${new Date(time).toISOString().slice(0, 19)}Z`;
    case 'far':
      return '9999-12-31T23:59:59.999Z';
    case 'zone':
      return ahead(time, 60, '+01:00[Africa/Lagos]');
  }
}

/** Items of a list that is huge. */
const MANY = 1000;

function oddList(items: readonly unknown[], as: NonNullable<FaultOf<'odd_list'>['as']>): readonly unknown[] {
  return as === 'empty' ? [] : Array.from({ length: MANY }, (_, index) => items[index % items.length]);
}

/** One kind of fault: how well it fits a place (0: not at all), and what it does there. */
interface Kind<Fault> {
  readonly fits: (place: Place) => number;
  edit(place: Place, fault: Fault, random: Random): Edit | undefined;
}

const json = (value: unknown): Edit => ({ json: JSON.stringify(value) });

const kinds: { readonly [Name in PlaceFault['fault']]: Kind<FaultOf<Name>> } = {
  extra_member: {
    // What takes any name is no object with members, but a map.
    fits: ({ value, parts }) =>
      Number(isObject(value) && !parts.some((part) => isObject(part['additionalProperties']) && !part['properties'])),
    edit: ({ value }, { name }) => (isObject(value) && !Object.hasOwn(value, name) ? { name } : undefined),
  },
  missing_member: {
    fits: ({ isMember, isOptional }) => (isMember ? 1 + Number(isOptional === true) : 0),
    edit: ({ isMember }) => (isMember ? { does: 'leave out' } : undefined),
  },
  null_member: {
    fits: ({ isMember, value, parts }) => (isMember && value !== null ? 1 + Number(typesOf(parts).has('null')) : 0),
    edit: ({ value }) => (value === null ? undefined : json(null)),
  },
  unknown_value: {
    fits: (place) => {
      if (valuesOf(place.parts).length > 0 && !isObject(place.value)) return 3;
      if (typeof place.value !== 'string' || isTime(place) || isId(place)) return 0;
      return WORD.test(place.value) ? 2 : 1;
    },
    edit: (place) => json(unlisted(place)),
  },
  other_type: {
    fits: ({ value, isMember }) => Number(isMember && value !== null && !isObject(value)),
    edit: ({ value }) => (value === null ? undefined : json(retyped(value))),
  },
  big_integer: {
    fits: ({ value }) => Number(typeof value === 'number'),
    edit: ({ value, parts }, { as }) => {
      const isWhole = typeof value !== 'number' || (Number.isInteger(value) && !typesOf(parts).has('number'));
      return { json: (as ?? (isWhole ? 'unsafe' : 'huge')) === 'unsafe' ? '9007199254740993' : '1e400' };
    },
  },
  odd_text: {
    fits: (place) => {
      if (typeof place.value !== 'string' || isTime(place) || valuesOf(place.parts).length > 0) return 0;
      return isId(place) ? 1 : 2;
    },
    edit: (_, { as }, random) => json(odd[as ?? random.pick(Object.keys(odd) as (keyof typeof odd)[])]),
  },
  odd_time: {
    fits: (place) => Number(isTime(place)),
    edit: ({ value }, { as }, random) => {
      const drawn = as ?? random.pick(['leap', 'offset', 'plain', 'far', 'zone'] as const);
      const text = oddTime(value, drawn);
      return json(text === value ? oddTime(value, 'offset') : text);
    },
  },
  odd_list: {
    fits: ({ value }) => Number(listOf(value).length > 0),
    edit({ value }, { as }, random) {
      const items = listOf(value);
      return items.length === 0 ? undefined : json(oddList(items, as ?? random.pick(['empty', 'huge'] as const)));
    },
  },
  renamed_member: {
    fits: (place) => Number(place.isMember && renamed(nameOf(place)) !== nameOf(place)),
    edit: (place) => (kinds.renamed_member.fits(place) > 0 ? { name: renamed(nameOf(place)) } : undefined),
  },
  duplicate_member: {
    fits: ({ isMember }) => Number(isMember),
    edit: ({ isMember }) => (isMember ? { does: 'double' } : undefined),
  },
};

const pointerOf = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Whether a pointer with wildcards leads to a place. */
function leadsTo(at: string, { path }: Place): boolean {
  const names = at.split('/').slice(1);
  const own = pointerOf(path).split('/').slice(1);
  return names.length === own.length && names.every((name, index) => name === '*' || name === own[index]);
}

/** The edits of an answer, by the pointers to their places; members that are added stand by themselves. */
class Edits {
  readonly #of = new Map<string, Edit>();
  readonly #added = new Map<string, string>();

  /** Adds what a fault does to a place; whether it does anything. */
  add(place: Place, fault: PlaceFault, random: Random): boolean {
    // Each kind is that of its fault, which types of unions do not see.
    const kind = kinds[fault.fault] as Kind<PlaceFault>;
    const edit = kind.edit(place, fault, random);
    if (edit === undefined) return false;
    const pointer = pointerOf(place.path);
    if (fault.fault === 'extra_member') this.#added.set(pointer, edit.name ?? '');
    else this.#of.set(pointer, { ...this.#of.get(pointer), ...edit });
    return true;
  }

  /** The JSON of a value, edited. */
  write(value: unknown, path: readonly string[] = []): string {
    const edit = this.#of.get(pointerOf(path));
    if (edit?.json !== undefined) return edit.json;
    if (Array.isArray(value)) {
      return `[${(value as readonly unknown[]).map((one, index) => this.write(one, [...path, String(index)])).join(',')}]`;
    }
    if (!isObject(value)) return JSON.stringify(value);
    const members = Object.entries(value).flatMap(([name, one]) => this.#members(name, one, [...path, name]));
    const added = this.#added.get(pointerOf(path));
    if (added !== undefined) members.push(`${JSON.stringify(added)}:"nobody expects this"`);
    return `{${members.join(',')}}`;
  }

  #members(name: string, value: unknown, path: readonly string[]): string[] {
    const { does, name: other = name } = this.#of.get(pointerOf(path)) ?? {};
    if (does === 'leave out') return [];
    const own = `${JSON.stringify(other)}:${this.write(value, path)}`;
    return does === 'double' ? [own, `${JSON.stringify(other)}:null`] : [own];
  }
}

/** Those in records, where some are: what stands around them is for the faults of pages. */
function inRecords(places: readonly Place[]): readonly Place[] {
  const own = places.filter(({ isInRecord }) => isInRecord);
  return own.length > 0 ? own : places;
}

/** Texts that are made odd at most: a long one has ten thousand characters. */
const MAX_TEXTS = 1000;

/** Where a fault strikes: where it says, else at one of the places that it fits best; an extra member everywhere. */
function chosen(fault: PlaceFault, places: readonly Place[], random: Random): readonly Place[] {
  const { at } = fault;
  if (at !== undefined) {
    const all = places.filter((place) => leadsTo(at, place));
    return fault.fault === 'odd_text' ? all.slice(0, MAX_TEXTS) : all;
  }
  const { fits } = kinds[fault.fault];
  if (fault.fault === 'extra_member') return places.filter((place) => fits(place) > 0);
  const fitting = inRecords(places.filter((place) => fits(place) > 0));
  const best = Math.max(...fitting.map(fits));
  const candidates = fitting.filter((place) => fits(place) === best);
  return candidates.length === 0 ? [] : [random.pick(candidates)];
}

/** The faults of which drift chooses. */
const drifting = Object.keys(kinds) as PlaceFault['fault'][];

function drift({ p }: FaultOf<'drift'>, places: readonly Place[], { edits, random }: Altering): boolean {
  let isAltered = false;
  for (const place of inRecords(places)) {
    if (!place.isMember || !random.chance(p)) continue;
    const fitting = drifting.filter((name) => kinds[name].fits(place) > 0);
    if (fitting.length === 0) continue;
    const name = random.pick(fitting);
    const fault = (name === 'extra_member' ? { fault: name, name: 'unexpected' } : { fault: name }) as PlaceFault;
    isAltered = edits.add(place, fault, random) || isAltered;
  }
  return isAltered;
}

interface Altering {
  readonly edits: Edits;
  readonly random: Random;
}

/** An answer, altered, and which faults had anything to do. */
export interface Altered {
  readonly text: string;
  readonly applied: readonly ContentEffect[];
}

/** Does faults to an answer. */
export function alterData(
  value: unknown,
  { schema, resolve }: Described,
  faults: readonly { readonly effect: ContentEffect; readonly fault: DataFault; readonly random: Random }[],
): Altered {
  const whole = { path: [], value, parts: partsOf([schema], resolve), isMember: false, isOptional: null };
  const places = [...placesIn({ ...whole, isInRecord: false }, resolve)];
  const edits = new Edits();
  const applied = faults.filter(({ fault, random }) => {
    if (fault.fault === 'drift') return drift(fault, places, { edits, random });
    const struck = chosen(fault, places, random).map((place) => edits.add(place, fault, random));
    return struck.includes(true);
  });
  return { text: edits.write(value), applied: applied.map(({ effect }) => effect) };
}
