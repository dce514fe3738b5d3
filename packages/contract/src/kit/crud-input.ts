/** The inputs of the operations that `crud` declares: what of a record a client sends, by the record's schema. */
import { z } from 'zod';
import type { CrudDeclaration } from './crud-declaration.js';
import { recordId } from './field.js';

/** The members of a schema that no client sends. */
type MadeBy<Declared extends CrudDeclaration> =
  | 'id'
  | (Declared extends { readonly made: readonly (infer Made)[] } ? Made : never);

/** What a client sends to create a record. */
export type CreateInput<Declared extends CrudDeclaration> = Declared extends {
  readonly create: infer Own extends z.ZodObject;
}
  ? Own
  : Declared['schema'] extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<{ [Key in Exclude<keyof Shape, MadeBy<Declared>>]: Shape[Key] }, Config>
    : never;

/** A value of which every part can be left out, and null removes what is optional (RFC 7396 §2). */
export type Patched<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value]?: PatchedMember<Value[Key]> | undefined }
    : Value;

type PatchedMember<Value> = Patched<Exclude<Value, undefined>> | (undefined extends Value ? null : never);

type PatchedSchema<Schema extends z.core.$ZodType> = z.ZodOptional<
  z.ZodType<PatchedMember<z.output<Schema>>, PatchedMember<z.input<Schema>>>
>;

/** What a client can send to change a record. */
export type UpdateInput<Declared extends CrudDeclaration> = Declared extends {
  readonly update: infer Own extends z.ZodObject;
}
  ? Own
  : CreateInput<Declared> extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<{ [Key in keyof Shape]: PatchedSchema<Shape[Key]> }, Config>
    : never;

/** The words of a name: `line item`. */
export const wordsOf = (name: string): string => name.replaceAll(/[_-]/g, ' ');

/** The parameter of a path that names a record: `note_id`. */
export function idParameter({ one, schema }: Pick<CrudDeclaration, 'one' | 'schema'>) {
  // The type of a declaration says that there is one.
  const id = schema.shape['id'] as z.ZodType | undefined;
  const [example = `${one}_0001`] = (id?.meta()?.examples ?? []) as string[];
  return { [`${one}_id`]: recordId(`Id of the ${wordsOf(one)}.`, example) };
}

/** What a client sends to create a record: what the server does not make. */
export function createInput({ schema, made = [], create }: CrudDeclaration): z.ZodObject {
  const mask: object = Object.fromEntries(['id', ...made].map((name) => [name, true]));
  return create ?? schema.omit(mask);
}

/** What a client can send to change a record: any part of what it sent to create it. */
export function updateInput(declared: CrudDeclaration): z.ZodObject {
  return declared.update ?? patchedObject(createInput(declared));
}

function patchedObject(schema: z.ZodObject): z.ZodObject {
  const shape = Object.entries<z.ZodType>(schema.shape as Readonly<Record<string, z.ZodType>>);
  const patched = z.object(Object.fromEntries(shape.map(([name, member]) => [name, patchedMember(member)])));
  const { catchall } = schema.def;
  return catchall === undefined ? patched : patched.catchall(catchall);
}

/** A member that may be left out; nothing stands for it then, or each change would put the default back. */
function patchedMember(member: z.ZodType): z.ZodType {
  const { id: _, ...described } = member.meta() ?? {};
  let [inner, isRemovable] = [member, false];
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault || inner instanceof z.ZodOptional) {
    isRemovable ||= inner instanceof z.ZodOptional;
    inner = inner.unwrap() as z.ZodType;
  }
  const value = inner instanceof z.ZodObject ? patchedObject(inner) : inner;
  return (isRemovable ? value.nullable() : value).optional().meta(described);
}
