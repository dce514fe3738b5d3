/** The input of a merge patch (RFC 7396): what may be changed, each member of it optional. */
import { z } from 'zod';

/** A change to a value, parsed: of an object any members, undefined where one is taken away; of anything else all of it. */
export type Change<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Change<Value[Name]> | undefined }
    : Value;

/** What takes a member away: null, where the member may be missing (RFC 7396 §2). */
type Removal<Members, Name extends keyof Members> = string extends Name
  ? null
  : undefined extends Members[Name]
    ? null
    : never;

/** A change to a value, as it is sent. */
export type ChangeInput<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: ChangeInput<Value[Name]> | Removal<Value, Name> | undefined }
    : Value;

/** The schema of a change to a member. */
type ChangeOf<Schema extends z.ZodType> = z.ZodOptional<
  z.ZodType<
    Change<z.output<Schema>>,
    ChangeInput<z.input<Schema>> | (undefined extends z.output<Schema> ? null : never)
  >
>;

/** The shape of an input whose members are changes, but for some. */
export type PatchShape<Shape extends z.ZodRawShape, Kept> = {
  readonly [Name in keyof Shape]: Name extends Kept
    ? Shape[Name]
    : Shape[Name] extends z.ZodType
      ? ChangeOf<Shape[Name]>
      : never;
};

type Open = 'known' | 'any';

/** Gives what was made of a schema its texts; it is another component than the schema is. */
function withTexts(made: z.ZodType, schema: z.ZodType): z.ZodType {
  const { id: _, ...texts } = schema.meta() ?? {};
  return made.meta(texts);
}

/** The schemas of zod's own that can be looked into; their types say no more than that of each part. */
const part = (schema: unknown): z.ZodType => schema as z.ZodType;

/** A change to what nothing is known of: null takes away, at any depth. */
function changeToAny(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changeToAny(member)]));
}

const anyChange = z.unknown().transform(changeToAny);

/** The schema of a change to a value, itself where a change replaces all of it. */
function changeTo(schema: z.ZodType, members: Open): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly) {
    return withTexts(changeTo(part(schema.unwrap()), members), schema);
  }
  if (schema instanceof z.ZodNullable) {
    return withTexts(z.nullable(changeTo(part(schema.unwrap()), members)), schema);
  }
  if (schema instanceof z.ZodObject) {
    const shape = changesOf(schema.shape, members);
    if (members === 'any') return withTexts(z.looseObject(shape), schema);
    const { catchall } = schema.def;
    const isOpen = catchall !== undefined && !(catchall instanceof z.ZodNever);
    // What takes members that it does not name takes changes to them.
    return withTexts(isOpen ? z.object(shape).catchall(withTexts(anyChange, part(catchall))) : z.object(shape), schema);
  }
  if (schema instanceof z.ZodRecord) {
    return withTexts(z.record(schema.keyType, removable(changeTo(part(schema.valueType), members))), schema);
  }
  if (schema instanceof z.ZodUnion) {
    // Which of them is meant can only be known once it is applied.
    return withTexts(z.union(schema.options.map((option) => changeTo(part(option), 'any'))), schema);
  }
  return schema;
}

/** Takes null for the removal of a member. */
function removable(schema: z.ZodType): z.ZodType {
  return z.nullable(schema).transform((value) => (value === null ? undefined : value));
}

/** Refuses null for a member that must have a value. */
function lasting(schema: z.ZodType): z.ZodType {
  return z.preprocess((value, { issues }) => {
    if (value === null) issues.push({ code: 'invalid_type', expected: 'nonoptional', input: value });
    return value;
  }, schema);
}

/** What null does to a member: it is a value of it, takes it away, or is refused. */
function emptied(change: z.ZodType, schema: z.ZodType): z.ZodType {
  if (schema.safeParse(null).success) return change;
  const missing = schema.safeParse(undefined);
  return missing.success && missing.data === undefined ? removable(change) : lasting(change);
}

/** The schema of a change to a member of an object. */
function changeToMember(schema: z.ZodType, members: Open): z.ZodType {
  const change = changeTo(schema, members);
  return withTexts(z.optional(emptied(change, schema)), schema);
}

function changesOf(shape: z.ZodRawShape, members: Open): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => [name, changeToMember(part(member), members)]),
  );
}

/** What an operation that takes a merge patch reads, and what may be changed. */
export interface MergePatch {
  /** The input, with changes for the members that may be changed. */
  readonly input: z.ZodObject;
  /** The members that may be changed, as they must be once the patch is applied. */
  readonly patched: z.ZodObject;
}

/**
 * Makes the input of a merge patch of the one that was declared (RFC 7396 §2). In it an absent member means no change,
 * an object changes the members that it names, anything else takes the position of what was there, and null empties what
 * can be empty.
 *
 * @param kept names of members that are no part of the body
 */
export function mergePatch(declared: z.ZodObject, kept: ReadonlySet<string>): MergePatch {
  const own = Object.entries(declared.shape);
  const body = Object.fromEntries(own.filter(([name]) => !kept.has(name)));
  const input = declared.extend(changesOf(body, 'known'));
  return { input: input.meta({ ...declared.meta() }), patched: z.object(body) };
}
