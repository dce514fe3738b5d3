/** The ids of the records of one resource: where they stand in a record, what they must be, and which come next. */
import { hashText } from '../../kit/random.js';
import type { Schema, JsonObject, Json } from '../model.js';
import type { Resource } from '../roles.js';
import { sample } from '../sample/sample.js';
import { isObject, schemaWithin, shapeAt } from '../schema.js';
import type { Reading } from './parameters.js';
import { valueAt, withValueAt } from '../pointers.js';

/** Draws of an id before one that is taken is made another by its number. */
const MAX_DRAWS = 20;

/** Ids from here on are no numbers that somebody counts up. */
const MAX_COUNTED = 1e12;

/** Whole numbers that are looked at for one that is still free. */
const MAX_LOOKED_AT = 1000;

/** What ids follow from. */
export interface RecordIdParts extends Reading {
  /** The schema of the path parameter that names a record. */
  readonly idParameter?: Schema | undefined;
  /** Examples of its records in the document. */
  readonly examples: () => readonly JsonObject[];
}

const isText = (id: Json | undefined): id is string | number =>
  typeof id === 'number' || (typeof id === 'string' && id !== '');

/** The ids of a resource. */
export class RecordIds {
  /** What an id must be as a member of a record, and in a path, where the two are of one type. */
  readonly schema: Schema;
  /** Whether ids are numbers, which are counted as those of most databases are. */
  readonly areNumbers: boolean;
  readonly #member: Schema;
  /** The schema of the member that holds it, or its path. */
  readonly #written: Schema | undefined;
  /** Members on the way to the id of a record; undefined where none holds it. */
  readonly #path: readonly string[] | undefined;
  readonly #resource: Resource;
  readonly #parts: RecordIdParts;

  constructor(resource: Resource, parts: RecordIdParts) {
    const { document } = parts;
    const { idMember, idWithin, schema, idSchema } = resource;
    this.#resource = resource;
    this.#parts = parts;
    this.#path = idMember === undefined ? undefined : [...idWithin, idMember];
    const parameter = parts.idParameter;
    this.#written = idSchema ?? (this.#path && schemaWithin(parts.document, schema, this.#path));
    const member = resource.idIsPath === true ? parameter : this.#written;
    const { types } = shapeAt(document, member);
    const { types: inPath } = shapeAt(document, parameter);
    const isAlike = [...inPath].some((type) => types.has(type));
    const isNumber = (of: ReadonlySet<string>): boolean => of.has('integer') || (of.has('number') && !of.has('string'));
    this.#member = member ?? parameter ?? { type: 'string' };
    // A text that a path takes as a number alone is written with digits.
    const inDigits = parameter !== undefined && isNumber(inPath) && types.has('string') ? parameter : this.#member;
    this.schema =
      member !== undefined && parameter !== undefined && isAlike ? { allOf: [member, parameter] } : inDigits;
    this.areNumbers = isNumber(shapeAt(document, isAlike ? this.#member : inDigits).types);
  }

  /** The id that a record holds; undefined where it holds none. */
  in(value: JsonObject): Json | undefined {
    const written = this.#path && valueAt(value, this.#path);
    if (this.#resource.idIsPath !== true || typeof written !== 'string') return written;
    return this.named(written.slice(written.lastIndexOf('/') + 1));
  }

  /** The same, as a path has it. */
  nameIn(value: JsonObject): string | undefined {
    const id = this.in(value);
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  }

  /** The id that a path names, as records have it. */
  named(name: string): Json {
    return this.areNumbers && /^-?\d{1,15}$/.test(name) ? Number(name) : name;
  }

  /** A record with another id, where its schema takes it. */
  with(value: JsonObject, id: Json): JsonObject {
    if (this.#path === undefined) return value;
    const { idIsPath, many } = this.#resource;
    const before = idIsPath === true ? String(valueAt(value, this.#path)) : '';
    const path = before.startsWith('/') ? before.slice(0, before.lastIndexOf('/')) : `/${many.replaceAll(' ', '-')}`;
    const own = (idIsPath === true ? [`${path}/${String(id)}`] : [id, String(id)]).find((one) =>
      this.#parts.validation.isValid(this.#written ?? this.#member, one, 'answer'),
    );
    if (own === undefined) return value;
    const named = withValueAt(value, this.#path, own);
    return isObject(named) ? named : value;
  }

  /**
   * What shows a record, with its id where it has it otherwise, or not at all: some show a number that others have as a
   * text, or say `{ "id": 1, "deleted": true }`, or `{ "id": 1, "result": { … } }`.
   *
   * @param member that holds it there
   */
  shownIn(value: Json, schema: Schema, name: string, member = this.#resource.idMember ?? 'id'): Json {
    const { idWithin, idIsPath, idMember } = this.#resource;
    const isOwn = member === idMember;
    if (!isObject(value) || (isOwn && (idWithin.length > 0 || idIsPath === true || this.nameIn(value) === name)))
      return value;
    const { document, validation } = this.#parts;
    const declared = shapeAt(document, schema).members.get(member);
    const ids = /^-?\d{1,15}$/.test(name) ? [name, Number(name)] : [name];
    const id = declared === undefined ? undefined : ids.find((one) => validation.isValid(declared, one, 'answer'));
    return id === undefined ? value : { ...value, [member]: id };
  }

  /** How many of some records are seeded: where there are few numbers, half of them are left to who creates records. */
  seededOf(count: number): number {
    if (!this.areNumbers || this.#fits(2 * count)) return count;
    let most = 0;
    while (most < 2 * count && this.#fits(most + 1)) most += 1;
    return most === 0 ? count : Math.min(count, Math.ceil(most / 2));
  }

  /** The id of the seeded record at an index. */
  seeded(index: number, taken: ReadonlySet<string>): Json {
    const shown = this.#parts.examples()[index];
    const example = shown && this.in(shown);
    if (isText(example) && !taken.has(String(example))) return example;
    for (let id = index + 1; this.areNumbers && id <= index + MAX_DRAWS; id++) {
      if (!taken.has(String(id)) && this.#fits(id)) return id;
    }
    for (let draw = 0; draw < MAX_DRAWS; draw++) {
      const id = this.#draw(hashText(`${this.#resource.name}/${index}/${draw}`), index + draw);
      if (isText(id) && !taken.has(String(id))) return id;
    }
    return this.areNumbers ? 1_000_000 + index : `${this.#resource.one.replaceAll(' ', '-')}-${index + 1}`;
  }

  /**
   * The id of a record to create.
   *
   * @param next the number after all that were given
   * @param draw a number that is another for each attempt
   * @param isTaken whether a record has an id, as a path has it
   */
  created(next: () => number, draw: (attempt: number) => number, isTaken: (name: string) => boolean): Json {
    if (this.areNumbers) {
      const id = next();
      if (this.#fits(id) && !isTaken(String(id))) return id;
      for (let free = 1; free <= MAX_LOOKED_AT; free++) if (this.#fits(free) && !isTaken(String(free))) return free;
    }
    for (let attempt = 0; attempt < MAX_DRAWS; attempt++) {
      const id = this.#draw(draw(attempt), 1000 + attempt);
      if (isText(id) && !isTaken(String(id))) return id;
    }
    return next();
  }

  /** The largest number among some ids that is one of those that are counted up. */
  largest(ids: readonly Json[]): number {
    return ids.reduce<number>((most, id) => {
      const number = Number(id);
      return number > most && number < MAX_COUNTED ? number : most;
    }, 0);
  }

  #fits(id: Json): boolean {
    return this.#parts.validation.isValid(this.schema, id, 'answer');
  }

  #draw(seed: number, index: number): Json {
    const { document, validation } = this.#parts;
    const noun = `${this.#resource.one} id`;
    return sample(this.schema, { document, validation, seed, index, noun, now: 0, examples: false });
  }
}
