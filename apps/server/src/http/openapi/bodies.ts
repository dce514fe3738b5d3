/** Request bodies of the OpenAPI document, each with an example that can be sent as it stands. */
import type { Operation } from '@understudy/contract/kit';
import type { Examples } from '../../kit/implement.js';
import { exampleOf } from './examples.js';
import { inputMembers, type Json } from './parameters.js';

/** Content of a body or answer, by media type. */
export type Media = Record<string, { schema?: Json; example?: unknown }>;

/** A page, for callers that would rather have one than JSON. */
export const pageContent: Media = {
  'text/html': { schema: { type: 'string', description: 'A page for a browser.' }, example: '<!doctype html>' },
};

/** Schemas of the document, by component name. */
export type Schemas = Record<string, Json>;

/** Gives inline schemas names of their own: `ListCoursesAnswer`, `CreateCourseBody`. */
export function nameSchemas(media: Media | undefined, name: string, schemas: Schemas): void {
  for (const one of Object.values(media ?? {})) {
    if (one.schema === undefined || '$ref' in one.schema) continue;
    schemas[name] = one.schema;
    one.schema = { $ref: `#/components/schemas/${name}` };
  }
}

/** The example of a whole input, where the contract gives one: it has no path parameters. */
function ownExample({ input }: Operation): unknown {
  const examples: unknown = input.meta()?.['examples'];
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** What examples of bodies are made from. */
export interface BodyParts {
  readonly schemas: Schemas;
  /** The examples that domains give, by component name. */
  readonly examples: Examples;
}

/** Gives a body its example. */
export function addBodyExample(media: Media | undefined, operation: Operation, { schemas, examples }: BodyParts): void {
  for (const one of Object.values(media ?? {})) {
    const ref = one.schema?.['$ref'];
    const component = typeof ref === 'string' ? (ref.split('/').at(-1) ?? '') : '';
    const schema = component === '' ? one.schema : schemas[component];
    if (schema === undefined) continue;
    const given = examples[component] ?? ownExample(operation);
    // A patch without members is none.
    const members = operation.meta.patch === 'merge' ? 'all' : 'required';
    one.example = given ?? exampleOf(schema, { schemas, members });
  }
}

/** Members of a list's input that are controls, not parameters of its own. */
const paging = new Set(['page', 'per_page', 'q', 'pagination_style', 'cursor']);

/** A member of a form body on a POST: the access token of a browser that can set no header (RFC 6750 §2.2). */
const formToken: Json = {
  type: 'string',
  description: 'The access token, where it does not stand in the Authorization header (RFC 6750 §2.2).',
};

/** The body of a GET that is served as a POST as well: its parameters, in a form or as JSON. */
export function aliasBody(operation: Operation): { required: false; content: Media } {
  const own = Object.entries(inputMembers(operation.input)).filter(
    ([name]) => !paging.has(name) && !Object.hasOwn(operation.meta.headers, name),
  );
  const token = operation.meta.credential === 'bearer' ? { access_token: formToken } : {};
  const schema = (properties: Json): Json => ({ type: 'object', properties });
  const members = Object.fromEntries(own);
  return {
    required: false,
    content: {
      'application/x-www-form-urlencoded': { schema: schema({ ...members, ...token }), example: {} },
      'application/json': { schema: schema(members), example: {} },
    },
  };
}
