/** Looks into schemas, whichever copy of zod made them. */
import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** Whether a value is a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** The members of an object's schema; undefined where it is none. */
export function shapeOf(schema: unknown): Readonly<Record<string, Schema>> | undefined {
  if (!isSchema(schema)) return undefined;
  const { def } = schema._zod;
  // Its type says so.
  return def.type === 'object' ? (def as z.core.$ZodObjectDef).shape : undefined;
}

/** The schema of the record in an envelope, or of each of a list; undefined where it cannot be known. */
export function recordSchema(output: Schema): Schema | undefined {
  const data = shapeOf(output)?.['data'];
  // Its type says so.
  return data?._zod.def.type === 'array' ? (data._zod.def as z.core.$ZodArrayDef).element : data;
}

/** The members of the records of a list's answer; undefined where they cannot be known. */
export function itemShape(
  output: Schema & { readonly answers?: unknown },
): Readonly<Record<string, Schema>> | undefined {
  if (output.answers === 'lines') return 'row' in output ? shapeOf(output.row) : undefined;
  return output.answers === 'list' ? shapeOf(recordSchema(output)) : undefined;
}

/** What a schema checks, seen through what makes it optional or null. */
export function withoutWrappers(schema: Schema): Schema {
  const { def } = schema._zod;
  const inner = 'innerType' in def ? (def.innerType as Schema | undefined) : undefined;
  return inner === undefined ? schema : withoutWrappers(inner);
}

/** The schema of a member, or of one within its objects, such as `author.name`; undefined where there is none. */
export function memberSchema(shape: Readonly<Record<string, Schema>>, path: string): Schema | undefined {
  if (Object.hasOwn(shape, path)) return shape[path];
  const [name = '', ...rest] = path.split('.');
  const own = rest.length > 0 && Object.hasOwn(shape, name) ? shape[name] : undefined;
  const inner = own && shapeOf(withoutWrappers(own));
  return inner && memberSchema(inner, rest.join('.'));
}
