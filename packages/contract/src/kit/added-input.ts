/** The input members that follow from what else an operation declares. */
import type { z } from 'zod';
import { cursor, pagingControls } from './controls.js';
import { fieldsInput } from './fields.js';
import type { OperationDeclaration } from './operation-declaration.js';
import type { Method } from './operation-meta.js';
import { ifMatchInput, ifNoneMatchInput } from './precondition.js';
import { sortInput } from './sort.js';

const paging = { ...pagingControls, cursor };

/** The members that stand after those that the author gave. */
function addedTo(method: Method, { output, sorts, fields, versioned }: OperationDeclaration): z.ZodRawShape {
  const isConditional = versioned !== undefined && method !== 'GET';
  return {
    ...(sorts === undefined ? {} : { sort: sortInput(sorts) }),
    ...(fields === true ? { fields: fieldsInput(output) } : {}),
    ...(isConditional ? { if_match: ifMatchInput(versioned) } : {}),
    ...(isConditional && method === 'PUT' ? { if_none_match: ifNoneMatchInput() } : {}),
  };
}

/** The same schema with other members: what else it checks, it still does, and an example of the whole stays. */
function withShape(input: z.ZodObject, shape: z.ZodRawShape): z.ZodObject {
  const examples = input.meta()?.['examples'];
  const own = input.clone({ ...input.def, shape });
  return examples === undefined ? own : own.meta({ examples });
}

/** The input of a declaration, with what the kit adds to it. */
export function addedInput(method: Method, declared: OperationDeclaration): z.ZodObject {
  const { input, filters = {} } = declared;
  const given = Object.entries<z.core.$ZodType>(input.shape);
  const conditions = Object.entries(filters).map(([name, { schema }]) => [name, schema.optional()] as const);
  // Faults are listed in this order: what a list is of comes before how it is shown.
  const members = [
    ...given.filter(([name]) => !(name in paging)),
    ...conditions,
    ...given.filter(([name]) => name in paging),
    ...Object.entries(addedTo(method, declared)),
  ];
  return members.length === given.length ? input : withShape(input, Object.fromEntries(members));
}
