/** Parameters of the OpenAPI document: the shared controls, and each operation's own. */
import { callControls, listInput, type Operation } from '@understudy/contract/kit';
import { z } from 'zod';
import { SHOWN_HEADER, takesTokenInQuery } from '../read-input.js';
import type { Json } from './openapi-document.js';

/** The JSON Schema of what a client sends. */
function inputSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** The members of an object that a client sends, by name. */
export function inputMembers(schema: z.ZodObject): Record<string, Json> {
  return inputSchema(schema)['properties'] as Record<string, Json>;
}

interface Position {
  readonly in: string;
  readonly required: boolean;
}

/** A choice between types as one schema: what each of them says holds for values of its type alone. */
function asOne({ anyOf, ...schema }: Json): Json {
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf as Json[];
  return { ...Object.assign({}, ...choices), ...schema, type: choices.map(({ type }) => type) } as Json;
}

/**
 * A parameter with its description where OpenAPI readers look for it. Only one that must be there has an example that
 * tools fill in; that of another stands in its description, or a call would filter by all filters at once.
 */
export function parameter(name: string, position: Position, schema: Json): Json {
  const { description = '', examples, ...rest } = schema;
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  if (position.required) return { name, ...position, description, schema: rest, example };
  const isSaid = example !== undefined && example !== '' && !('enum' in rest) && !('default' in rest);
  const said = isSaid ? ` Example: \`${String(example)}\`.` : '';
  return { name, ...position, description: `${String(description)}${said}`, schema: asOne(rest) };
}

const idempotencyKey: Json = parameter(
  'Idempotency-Key',
  { in: 'header', required: false },
  {
    type: 'string',
    maxLength: 255,
    description:
      'Makes the write happen once: the same key and payload again answers as the first time, with Idempotency-Replayed: true. 1 to 255 visible ASCII characters; an empty one is none.',
  },
);

const faultHeader: Json = parameter(
  SHOWN_HEADER,
  { in: 'header', required: false },
  {
    type: 'string',
    description:
      'Faults that this request meets, after those of the query parameter `fault`: for clients that can set a default header and not a query.',
    examples: ['server_error;times=1'],
  },
);

/** What a browser sends when it connects again to a stream. */
const lastEventId: Json = {
  ...parameter(
    'Last-Event-ID',
    { in: 'header', required: false },
    { type: 'string', maxLength: 200, description: 'The same as `last_event_id`, and wins over it.' },
  ),
  'x-understudy-input': 'last_event_id',
};

/** The access token of a stream, for EventSource, which sends no header of its own. */
const queryToken: Json = parameter(
  'access_token',
  { in: 'query', required: false },
  {
    type: 'string',
    description: 'The access token, where it does not stand in the Authorization header (RFC 6750 §2.3).',
  },
);

/** Every parameter that operations share, as the members of one object. */
const shared = listInput(callControls);

/** The parameters that operations share, by component name. */
export function sharedParameters(): Record<string, Json> {
  const parameters = Object.entries(inputMembers(shared)).map(([name, schema]) => [
    name,
    parameter(name, { in: 'query', required: false }, schema),
  ]);
  return { ...Object.fromEntries(parameters), UnderstudyFault: faultHeader, IdempotencyKey: idempotencyKey };
}

/** Whether a parameter of an operation is one that operations share, and not one of its own with the same name. */
function isShared({ input }: Operation, name: string): boolean {
  const schemas: Readonly<Record<string, unknown>> = shared.shape;
  return Object.hasOwn(callControls, name) || (Object.hasOwn(schemas, name) && input.shape[name] === schemas[name]);
}

/** Whether a write takes an Idempotency-Key. Those of the control API that replace or remove something do the same again. */
export function takesKey({ meta, method }: Operation): boolean {
  return method === 'POST' || method === 'PATCH' || (meta.scope === 'sandbox' && method !== 'GET');
}

/** Names of the shared parameters that have an effect on an operation: those of its input, and those of every call. */
function sharedNames(operation: Operation): string[] {
  const { meta } = operation;
  const paging = Object.keys(shared.shape).filter(
    (name) => !Object.hasOwn(callControls, name) && isShared(operation, name),
  );
  return [
    ...paging,
    ...(meta.scope === 'registry' ? [] : [...Object.keys(callControls), 'UnderstudyFault']),
    ...(takesKey(operation) ? ['IdempotencyKey'] : []),
  ];
}

/** References to the shared parameters of an operation. */
export function sharedReferences(operation: Operation): Json[] {
  return sharedNames(operation).map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** What of a member's schema can come in a header, which is text. */
function headerSchema({ anyOf, ...schema }: Json): Json {
  const choices = Array.isArray(anyOf) ? (anyOf as Json[]) : [];
  return { ...choices.find(({ type }) => type === 'string'), ...schema };
}

/** Whether a call without a member is refused. */
function isRequired(name: string, { input, meta }: Operation): boolean {
  const isOptional = input.shape[name]?.safeParse(undefined).success === true;
  return !isOptional || (name === 'if_match' && meta.versioned === 'required');
}

/** The parameters that an operation reads from headers, each with the member of the input that it is. */
export function headerParameters(operation: Operation): Json[] {
  const headers = Object.entries(operation.meta.headers);
  // What an operation takes is described anew each time, which takes long.
  const members = headers.length === 0 ? {} : inputMembers(operation.input);
  return headers.map(([member, name]) => {
    const schema = headerSchema(members[member] ?? {});
    const position = { in: 'header', required: isRequired(member, operation) };
    return { ...parameter(name, position, schema), 'x-understudy-input': member };
  });
}

/**
 * All parameters of an operation. The schemas of its own come from the contract: trpc-openapi
 * unwraps optional members and loses what is said of them.
 */
export function operationParameters(found: readonly Json[], operation: Operation): Json[] {
  const members = inputMembers(operation.input);
  const own = found.flatMap((given) => {
    const name = String(given['name']);
    const schema = members[name];
    if (isShared(operation, name) || schema === undefined) return [];
    return [parameter(name, { in: String(given['in']), required: given['required'] === true }, schema)];
  });
  const resumption = operation.answers === 'stream' ? [lastEventId] : [];
  const token = takesTokenInQuery(operation) ? [queryToken] : [];
  return [...own, ...token, ...resumption, ...headerParameters(operation), ...sharedReferences(operation)];
}
