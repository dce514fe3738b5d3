/** Parts of the schemas of a document that users want to name. */
import type { Components } from './document-object.js';
import type { Schema, Schemas } from './schema.js';

/** Parts of other schemas that users want to name. */
export function namedParts({ schemas, parameters }: Components): Schemas {
  const { Problem = {} } = schemas;
  const { kind = {}, errors = {} } = Problem.properties ?? {};
  const control = (name: string): Schema => {
    const { schema = {}, description } = parameters[name] ?? {};
    return { ...schema, ...(description === undefined ? {} : { description }) };
  };
  const named = (name: string, { description, examples }: Schema): Schema => ({
    $ref: name,
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
  });
  return {
    SimulatedError: control('simulate_error'),
    PaginationStyle: control('pagination_style'),
    CorsMode: control('cors'),
    ProblemKind: kind,
    ProblemFault: errors.items ?? {},
    Problem: {
      ...Problem,
      properties: {
        ...Problem.properties,
        kind: named('ProblemKind', kind),
        errors: { ...errors, items: { $ref: 'ProblemFault' } },
      },
    },
  };
}
