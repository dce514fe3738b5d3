/** The members that the records of a collection have now: those of the file, and those that came with writes. */
import type { Records } from '../kit/records.js';
import { memberAt } from '../listing/order.js';
import type { DataCollection, StoredRecord } from './collection.js';
import { type JsonType, newShape, Observer, type Shape } from './shape.js';

/** A scalar type, by which records can be filtered and sorted. */
export type Scalar = Extract<JsonType, 'text' | 'number' | 'boolean'>;

/** What the values of a member are, also within lists. */
export interface Member {
  readonly scalars: ReadonlySet<Scalar>;
  /** Whether some are objects, whose members are to be asked for. */
  readonly hasObjects: boolean;
  /** Whether every text is a date or an instant. */
  readonly isDate: boolean;
  /** Whether a text has a comma in it, so that a comma-separated list cannot name it. */
  readonly hasComma: boolean;
}

/** Written records whose members a message names at most. */
const MOST_NAMED = 1000;

/** Longest path of a member, in characters and in objects: a longer one names none. */
const [MAX_PATH, MAX_STEPS] = [500, 16];

const isScalar = (type: JsonType): type is Scalar => type === 'text' || type === 'number' || type === 'boolean';

/** The shapes that a path such as `author.name` leads to, also within lists. */
function shapesAt({ members, items }: Shape, path: string): Shape[] {
  const inItems = items === undefined ? [] : shapesAt(items, path);
  const own = members.get(path);
  if (own !== undefined) return [own, ...inItems];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const around = members.get(path.slice(0, dot));
    const found = around === undefined ? [] : shapesAt(around, path.slice(dot + 1));
    if (found.length > 0) return [...found, ...inItems];
  }
  return inItems;
}

const withItems = (shape: Shape): Shape[] => (shape.items === undefined ? [shape] : [shape, ...withItems(shape.items)]);

function memberOf(shapes: readonly Shape[]): Member {
  const all = shapes.flatMap(withItems);
  return {
    scalars: new Set(all.flatMap(({ types }) => [...types].filter(isScalar))),
    hasObjects: all.some(({ types }) => types.has('object')),
    isDate: all.every(({ types, isDate }) => !types.has('text') || isDate),
    hasComma: all.some(({ hasComma }) => hasComma),
  };
}

/** Whether objects have more members than were looked at. */
function hasTable({ isTable, members, items }: Shape): boolean {
  return isTable || (items !== undefined && hasTable(items)) || [...members.values()].some(hasTable);
}

const idScalars = { integer: ['number'], text: ['text'], mixed: ['number', 'text'], any: ['number', 'text'] } as const;

/** The members of a collection, as a sandbox has it. */
export class MembersNow {
  readonly #data: DataCollection;
  readonly #records: Records;
  #written: readonly StoredRecord[] | undefined;
  #names: readonly string[] | undefined;

  constructor(data: DataCollection, records: Records) {
    this.#data = data;
    this.#records = records;
  }

  /** Whether the collection has no records. */
  get isEmpty(): boolean {
    const { records } = this.#data;
    return this.#records.size(records) === this.#records.removed(records);
  }

  /** The records that were created or changed. */
  get #changed(): readonly StoredRecord[] {
    this.#written ??= this.#records.changed(this.#data.records);
    return this.#written;
  }

  /** What a member is; undefined where no record has it. */
  find(path: string): Member | undefined {
    if (path.length > MAX_PATH || path.split('.', MAX_STEPS + 1).length > MAX_STEPS) return undefined;
    const { shape, ids } = this.#data;
    const written = newShape();
    const observer = new Observer([]);
    for (const record of this.#changed) {
      const value = path === ids.member ? ids.shown(record.id) : memberAt(record, path);
      if (value !== undefined) observer.see(written, value, path);
    }
    const shapes = [...shapesAt(shape, path), ...(written.count === 0 ? [] : [written])];
    const found = shapes.length > 0 ? shapes : this.#unseen(path);
    if (path !== ids.member) return found.length === 0 ? undefined : memberOf(found);
    return { ...memberOf(found), scalars: new Set<Scalar>(idScalars[ids.kind]), hasObjects: false };
  }

  /** What a member is that stood in a table too large to be looked at whole. */
  #unseen(path: string): Shape[] {
    const { shape, records } = this.#data;
    const seen = newShape();
    if (!hasTable(shape)) return [];
    const { dataset } = this.#records;
    for (let index = 0; index < records.count(dataset); index++) {
      const value = memberAt(records.seeded(dataset, index), path);
      if (value !== undefined) new Observer([]).see(seen, value, path);
    }
    return seen.count === 0 ? [] : [seen];
  }

  /** What the records can be asked by, such as `author.name`. */
  names(): readonly string[] {
    return (this.#names ??= this.#found());
  }

  #found(): string[] {
    const written = newShape();
    const observer = new Observer([]);
    for (const record of this.#changed.slice(0, MOST_NAMED)) {
      observer.see(written, record, '');
      // Objects with so many members that not all can be named take long to look at.
      if (hasTable(written)) break;
    }
    const names = [this.#data.shape, written].flatMap((shape) => scalarMembers(shape).map(({ name }) => name));
    return [...new Set([this.#data.ids.member, ...names])];
  }
}

/** A member that a query can name. */
export interface NamedMember extends Member {
  /** `author.name` of a member within an object. */
  readonly name: string;
  readonly example: Shape['example'];
}

/** Objects within objects whose members are named. */
const MAX_DEPTH = 3;

/** The members that records can be filtered by, also those of objects within them. */
export function scalarMembers({ members }: Shape, around: readonly string[] = []): NamedMember[] {
  return [...members].flatMap(([own, shape]): NamedMember[] => {
    const path = [...around, own];
    const member = memberOf([shape]);
    const { example = withItems(shape).find((one) => one.example !== undefined)?.example } = shape;
    const named = member.scalars.size > 0 ? [{ ...member, name: path.join('.'), example }] : [];
    const objects = shape.isTable || path.length > MAX_DEPTH ? [] : withItems(shape);
    return [...named, ...objects.flatMap((one) => scalarMembers(one, path))];
  });
}
