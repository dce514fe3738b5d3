/** The conditions of the list that `crud` declares: those of a declaration, or one for each member that it names. */
import { z } from 'zod';
import type { Condition, Filters, FilterShape } from './condition.js';
import type { CrudDeclaration } from './crud-declaration.js';
import { wordsOf } from './crud-input.js';
import type { Scalar } from './declare-condition.js';
import { equal } from './filter.js';

/** A schema without what stands for nothing in it. */
type Bare<Schema> = Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner> | z.ZodDefault<infer Inner>
  ? Bare<Inner>
  : Extract<Schema, z.ZodType>;

/** A condition for each member that is named. */
type Named<Shape, Names> = {
  readonly [Name in Names & keyof Shape]: Condition<'equal', undefined, Bare<Shape[Name]>>;
};

/** The conditions of the list, by input member. */
type FiltersOf<Declared extends CrudDeclaration> = Declared extends { readonly filters: infer Given }
  ? Given extends readonly (infer Name)[]
    ? Named<Declared['schema']['shape'], Name>
    : Extract<Given, Filters>
  : Record<never, never>;

/** The input members of the conditions: each may be left out. */
export type FiltersInput<Declared extends CrudDeclaration> = FilterShape<FiltersOf<Declared>>;

function isNames(filters: Filters | readonly string[]): filters is readonly string[] {
  return Array.isArray(filters);
}

/** A schema without what stands for nothing in it: nothing stands for a filter that is left out. */
function bare(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? bare(schema.unwrap() as z.ZodType) : schema;
}

/** The condition that a member has one value. */
function conditionOn(name: string, { schema, many }: CrudDeclaration): Condition {
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const { examples } = shape[name]?.meta() ?? {};
  const description = `Only ${wordsOf(many)} with this \`${name}\`.`;
  const value = bare(shape[name] ?? z.string()).meta(
    examples === undefined ? { description } : { description, examples },
  );
  // The type of a declaration says that the member has one value.
  return equal(value as z.ZodType<Scalar>);
}

/** The conditions of the list, by input member; undefined where it has none. */
export function filtersOf(declared: CrudDeclaration): Filters | undefined {
  const { filters } = declared;
  if (filters === undefined || !isNames(filters)) return filters;
  return Object.fromEntries(filters.map((name) => [name, conditionOn(name, declared)]));
}
