/** Applies a merge patch to a record (RFC 7396 §2). */
import { z } from 'zod';

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema of an object's member, as far as it is known; around it can stand what allows null or nothing. */
function memberOf(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return memberOf(schema.unwrap() as z.ZodType, name);
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/**
 * What a value is once a patch is applied: objects merge, everything else is replaced, and null takes a member out, or
 * empties it where its schema says that it is null then.
 */
export function patchRecord(current: unknown, patch: unknown, schema?: z.ZodType): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(current) ? current : {}));
  for (const [name, change] of Object.entries(patch)) {
    const member = memberOf(schema, name);
    const isEmptied = change === null && member?.safeParse(null).success === true;
    if (change === undefined) continue;
    if (change === null && !isEmptied) merged.delete(name);
    else merged.set(name, patchRecord(merged.get(name), change, member));
  }
  return Object.fromEntries(merged);
}
