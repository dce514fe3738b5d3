/** Parameters of the OpenAPI document: the shared controls, and each operation's own. */
import { controls, type Operation, pagingControls } from '@understudy/contract';
import { z } from 'zod';

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** The JSON Schema of what a client sends. */
function inputSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

interface Place {
  readonly in: string;
  readonly required: boolean;
}

/** A parameter with its description and example where OpenAPI readers look for them. */
function parameter(name: string, place: Place, schema: Json): Json {
  const { description, examples, ...rest } = schema;
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  return {
    name,
    ...place,
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(example === undefined || example === '' ? {} : { example }),
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the write happen once: the same key and payload again answers as the first time, with Idempotency-Replayed: true. 1 to 255 visible ASCII characters.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The parameters that operations share, by component name. */
export function sharedParameters(): Record<string, Json> {
  const properties = inputSchema(controls)['properties'] as Record<string, Json>;
  const shared = Object.entries(properties).map(([name, schema]) => [
    name,
    parameter(name, { in: 'query', required: false }, schema),
  ]);
  return { ...Object.fromEntries(shared), IdempotencyKey: idempotencyKey };
}

/** Names of the shared parameters that an operation takes. */
function sharedNames({ meta, method }: Operation): string[] {
  const names = Object.keys(meta.scope === 'registry' ? pagingControls : controls.shape);
  return method === 'POST' || method === 'PATCH' ? [...names, 'IdempotencyKey'] : names;
}

/**
 * All parameters of an operation. The schemas of its own come from the contract: trpc-openapi
 * unwraps optional members and loses what is said of them.
 */
export function operationParameters(found: readonly Json[], operation: Operation): Json[] {
  const properties = inputSchema(operation.input)['properties'] as Record<string, Json>;
  const own = found.flatMap((given) => {
    const name = String(given['name']);
    const schema = properties[name];
    if (name in controls.shape || schema === undefined) return [];
    return [parameter(name, { in: String(given['in']), required: given['required'] === true }, schema)];
  });
  return [...own, ...sharedNames(operation).map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}
