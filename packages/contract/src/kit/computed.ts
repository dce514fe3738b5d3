/** Numbers that the records of a list have for one call alone. */
import type { z } from 'zod';
import type { Filters } from './condition.js';

/** A number that is computed of each record for one call. */
export interface Computed {
  /** The input member that it follows from, and that a call must have which filters or sorts by it. */
  readonly needs: string;
}

/** Numbers that are computed, by name. */
export type Computes = Readonly<Record<string, Computed>>;

/** What of a declaration says what a call needs. */
interface Declared {
  readonly filters?: Filters;
  readonly computes?: Computes;
}

/** The keys of a sort, without their signs. */
const keysOf = (sort: unknown): readonly string[] =>
  typeof sort === 'string' ? sort.split(',').map((key) => key.replace(/^-/, '')) : [];

/** The input members that an input needs for what it filters and sorts by, each with what makes it need it. */
export function neededBy(
  { filters = {}, computes = {} }: Declared,
  input: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const given = Object.entries(filters).filter(([name]) => input[name] !== undefined);
  const asked = [
    ...given.map(([name, { member = name }]) => [member, `where ${name} is given`] as const),
    ...keysOf(input['sort']).map((key) => [key, `to sort by ${key}`] as const),
  ];
  return new Map(
    asked.toReversed().flatMap(([name, why]) => {
      const computed = Object.hasOwn(computes, name) ? computes[name] : undefined;
      return computed === undefined ? [] : [[computed.needs, why] as const];
    }),
  );
}

/** The same schema, which refuses a call that lacks what it filters or sorts by. */
export function withNeeds(input: z.ZodObject, declared: Declared): z.ZodObject {
  if (Object.keys(declared.computes ?? {}).length === 0) return input;
  return input.check(({ value, issues }) => {
    for (const [name, why] of neededBy(declared, value)) {
      if (value[name] !== undefined) continue;
      const message = `is required ${why}`;
      issues.push({ code: 'invalid_type', expected: 'string', path: [name], message, input: undefined });
    }
  });
}
