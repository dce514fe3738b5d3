/** The inputs of the operations that `crud` declares: what of a record a client sends, by the record's schema. */
import type { z } from 'zod';
import type { CrudDeclaration } from './crud-declaration.js';
import { recordId } from './field.js';
import type { Versioned } from './operation-meta.js';

/** The members of a schema that no client sends. */
type MadeBy<Declared extends CrudDeclaration> =
  | 'id'
  | (Declared extends { readonly versioned: Versioned } ? 'version' : never)
  | (Declared extends { readonly made: readonly (infer Made)[] } ? Made : never);

/** What a client sends to create a record. */
export type CreateInput<Declared extends CrudDeclaration> = Declared extends {
  readonly create: infer Own extends z.ZodObject;
}
  ? Own
  : Declared['schema'] extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<{ [Key in Exclude<keyof Shape, MadeBy<Declared>>]: Shape[Key] }, Config>
    : never;

/** What a client can change of a record: any part of it. */
export type UpdateInput<Declared extends CrudDeclaration> = Declared extends {
  readonly update: infer Own extends z.ZodObject;
}
  ? Own
  : CreateInput<Declared>;

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
export function createInput({ schema, made = [], versioned, create }: CrudDeclaration): z.ZodObject {
  const all = ['id', ...(versioned === undefined ? [] : ['version']), ...made];
  const mask: object = Object.fromEntries(all.map((name) => [name, true]));
  return create ?? schema.omit(mask);
}

/** What a client can change of a record; a merge patch names any part of it. */
export function updateInput(declared: CrudDeclaration): z.ZodObject {
  return declared.update ?? createInput(declared);
}
