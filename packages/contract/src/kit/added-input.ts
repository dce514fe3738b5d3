/** The input members that follow from what else an operation declares. */
import type { z } from 'zod';
import { arrivalsInput, withArrivals } from './arrivals.js';
import { withNeeds } from './computed.js';
import type { Filters } from './condition.js';
import { cursor, pagingControls } from './controls.js';
import { fieldsInput } from './fields.js';
import { formatInput } from './format.js';
import { linesControls, linesIn } from './lines.js';
import type { OperationDeclaration } from './operation-declaration.js';
import type { Method } from './operation-meta.js';
import { ifMatchInput, ifNoneMatchInput } from './precondition.js';
import { openSortInput, sortInput } from './sort.js';

const paging = { ...pagingControls, cursor };

/** The members that stand after those that the author gave. */
function addedTo(
  method: Method,
  { output, sorts, open, fields, arrivals, formats, versioned }: OperationDeclaration,
): z.ZodRawShape {
  const isConditional = versioned !== undefined && method !== 'GET';
  return {
    ...(sorts === undefined ? {} : { sort: open === true ? openSortInput(sorts) : sortInput(sorts) }),
    ...(fields === true ? { fields: fieldsInput(output) } : {}),
    ...(arrivals === true ? { arrivals: arrivalsInput() } : {}),
    ...(formats === undefined ? {} : { format: formatInput(formats) }),
    ...(linesIn(output) === undefined ? {} : linesControls),
    ...(isConditional ? { if_match: ifMatchInput(versioned) } : {}),
    ...(isConditional && method === 'PUT' ? { if_none_match: ifNoneMatchInput() } : {}),
  };
}

/** The same schema with other members: what else it checks, it still does, and an example of the whole stays. */
function withMembers(input: z.ZodObject, shape: z.ZodRawShape, declared: OperationDeclaration): z.ZodObject {
  const examples = input.meta()?.['examples'];
  const needing = withNeeds(withConditions(input.clone({ ...input.def, shape }), declared.filters ?? {}), declared);
  const own = declared.arrivals === true ? withArrivals(needing) : needing;
  return examples === undefined ? own : own.meta({ examples });
}

/** The members of conditions, each with what it reads beside its own. */
function conditionMembers(filters: Filters): (readonly [string, z.ZodType])[] {
  return Object.entries(filters).flatMap(([name, { schema, beside }]) =>
    // The schemas of a shape have the methods of the classic package, whatever the core's types say.
    Object.entries({ [name]: schema, ...(beside as Readonly<Record<string, z.ZodType>>) }).map(
      ([own, value]) => [own, value.optional()] as const,
    ),
  );
}

/** The same schema, which refuses what a condition reads beside its own member where that one is missing. */
function withConditions(input: z.ZodObject, filters: Filters): z.ZodObject {
  const needed = Object.entries(filters).flatMap(([name, { beside }]) =>
    Object.keys(beside).map((other) => [other, name] as const),
  );
  if (needed.length === 0) return input;
  return input.check(({ value, issues }) => {
    for (const [other, name] of needed) {
      if (value[other] === undefined || value[name] !== undefined) continue;
      const message = `is required where ${other} is given`;
      issues.push({ code: 'invalid_type', expected: 'string', path: [name], message, input: undefined });
    }
  });
}

/** The input of a declaration, with what the kit adds to it. */
export function addedInput(method: Method, declared: OperationDeclaration): z.ZodObject {
  const { input, filters = {} } = declared;
  const given = Object.entries<z.core.$ZodType>(input.shape);
  const conditions = conditionMembers(filters);
  // Faults are listed in this order: what a list is of comes before how it is shown.
  const members = [
    ...given.filter(([name]) => !Object.hasOwn(paging, name)),
    ...conditions,
    ...given.filter(([name]) => Object.hasOwn(paging, name)),
    ...Object.entries(addedTo(method, declared)),
  ];
  return members.length === given.length ? input : withMembers(input, Object.fromEntries(members), declared);
}
