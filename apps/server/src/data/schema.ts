/** Schemas of what was seen in the data. They are open: what is not known is kept as well. */
import { z } from 'zod';
import { type Ids, idSchema } from './ids.js';
import type { Names } from './names.js';
import type { JsonType, Shape } from './shape.js';

/** Objects within objects whose members are described. */
const MAX_DEPTH = 4;

const typeNames: Readonly<Record<JsonType, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'True or false',
  null: 'Null',
  array: 'List',
  object: 'Object',
};

function describe(shape: Shape, among: number): string {
  const types = [...shape.types].filter((type) => type !== 'null');
  const named = types.length === 0 ? ['Any value'] : types.map((type) => typeNames[type]);
  const where = shape.count >= among ? '' : `, in ${shape.count} of ${among}`;
  return `${named.map((name, index) => (index === 0 ? name : name.toLowerCase())).join(' or ')}${where}.`;
}

function schemaOfType(type: JsonType, shape: Shape, depth: number): z.ZodType {
  switch (type) {
    case 'text':
      return z.string();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'array':
      return z.array(shape.items === undefined || depth >= MAX_DEPTH ? z.unknown() : valueOf(shape.items, depth + 1));
    case 'object':
      return z.looseObject(depth >= MAX_DEPTH || shape.isTable ? {} : membersOf(shape, depth + 1));
    default:
      return z.null();
  }
}

/** The schema of a value: what was seen of it, or null. */
function valueOf(shape: Shape, depth: number): z.ZodType {
  const types = [...shape.types].filter((type) => type !== 'null');
  const [first, second, ...more] = types.map((type) => schemaOfType(type, shape, depth));
  // Nothing was seen but null, or nothing at all.
  if (first === undefined) return z.unknown();
  return (second === undefined ? first : z.union([first, second, ...more])).nullable();
}

/** Whether a member cannot stand in the shape of zod: every object has one of that name. */
export const isUnsafe = (name: string): boolean => name in Object.prototype || name === 'prototype';

/** The schemas of the members of an object: each may be left out, since a client may send any part. */
function membersOf(shape: Shape, depth = 0): Record<string, z.ZodType> {
  const members = [...shape.members].filter(([name]) => !isUnsafe(name));
  return Object.fromEntries(
    members.map(([name, member]) => {
      const description = describe(member, shape.count);
      const examples = member.example === undefined ? {} : { examples: [member.example] };
      return [
        name,
        valueOf(member, depth)
          .optional()
          .meta({ description, ...examples }),
      ];
    }),
  );
}

/** The same schema, which describes a value and lets any pass. */
export function passing(schema: z.ZodType): z.ZodType {
  schema._zod.run = (payload) => payload;
  return schema;
}

/**
 * The same schema, which gives a value as it came: zod would put its members in another order, and leave out one called
 * `__proto__`.
 */
export function asItCame<Schema extends z.ZodType>(schema: Schema): Schema {
  const { run } = schema._zod;
  schema._zod.run = (payload, ctx) => {
    const { value } = payload;
    const give = (result: typeof payload) => (result.issues.length > 0 ? result : Object.assign(result, { value }));
    const result = run(payload, ctx);
    return result instanceof Promise ? result.then(give) : give(result);
  };
  return schema;
}

/** Schemas of the records of a collection, or of a single record. */
export interface RecordSchemas {
  /** A record as clients see it. */
  readonly shown: z.ZodObject;
  /** The members that clients send beside the id. */
  readonly members: Readonly<Record<string, z.ZodType>>;
}

/** The schema of the id of a record, as clients see it. */
export function shownIdSchema(ids: Ids, { words }: Names, example: unknown) {
  return idSchema(ids).meta({ description: `Id of the ${words.one}.`, examples: [example] });
}

/** The schemas of records, of what was seen of them; bare ones describe it and let anything pass, as json-server does. */
export function recordSchemas(
  shape: Shape,
  about: { readonly id: string; readonly description: string },
  { bare, own = {} }: { readonly bare: boolean; readonly own?: z.ZodRawShape },
): RecordSchemas {
  const seen = Object.entries(membersOf(shape)).filter(([name]) => !Object.hasOwn(own, name));
  const members = Object.fromEntries(seen.map(([name, schema]) => [name, bare ? passing(schema) : schema]));
  return { shown: asItCame(z.looseObject({ ...own, ...members }).meta(about)), members };
}
