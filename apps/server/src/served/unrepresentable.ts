/** Finds the member of a schema that JSON Schema has no words for. */
import { shapeOf } from '@understudy/contract/kit';
import { z } from 'zod';

/** A member that cannot be described. */
export interface Unrepresentable {
  /** Where it stands, such as `data.created_at`. */
  readonly member: string;
  readonly why: string;
}

type Schema = z.core.$ZodType;

function failure(schema: Schema, io: 'input' | 'output'): string | undefined {
  try {
    z.toJSONSchema(schema, { io });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Schemas within a schema, by where they stand in it. */
function within(schema: Schema): (readonly [string, Schema])[] {
  const shape = shapeOf(schema);
  if (shape !== undefined) return Object.entries(shape);
  const { element, innerType } = schema._zod.def as { readonly element?: Schema; readonly innerType?: Schema };
  const inner = element ?? innerType;
  return inner === undefined ? [] : [['', inner]];
}

/** The member of a schema that JSON Schema has no words for; undefined where there is none. */
export function unrepresentable(schema: Schema, io: 'input' | 'output', path = ''): Unrepresentable | undefined {
  const why = failure(schema, io);
  if (why === undefined) return undefined;
  for (const [name, inner] of within(schema)) {
    const found = unrepresentable(inner, io, [path, name].filter((part) => part !== '').join('.'));
    if (found !== undefined) return found;
  }
  return { member: path === '' ? 'a part' : path, why };
}
