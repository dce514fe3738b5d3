/** Parameters of the OpenAPI document, the shared controls and each operation's own, and the headers of its responses. */
import { type Operation, callControls, listInput } from '@understudy/contract/kit';
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

let sharedMade: Readonly<Record<string, Json>> | undefined;

/** The parameters that operations share, by component name; made once, for the documents of all domains. */
export function sharedParameters(): Readonly<Record<string, Json>> {
  sharedMade ??= {
    ...Object.fromEntries(
      Object.entries(inputMembers(shared)).map(([name, schema]) => [
        name,
        parameter(name, { in: 'query', required: false }, schema),
      ]),
    ),
    UnderstudyFault: faultHeader,
    IdempotencyKey: idempotencyKey,
  };
  return sharedMade;
}

/** Whether a parameter of an operation is one that operations share, and not one of its own with the same name. */
function isShared({ input }: Operation, name: string): boolean {
  const schemas: Readonly<Record<string, unknown>> = shared.shape;
  return Object.hasOwn(callControls, name) || (Object.hasOwn(schemas, name) && input.shape[name] === schemas[name]);
}

/** Whether a write takes an Idempotency-Key. Those of the control API that replace or remove something do the same again. */
function takesKey({ meta, method }: Operation): boolean {
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

/** As problems, as OAuth errors, or as problems of which one says what patches are read. */
export type ErrorForm = 'problem' | 'oauth' | 'patch';

/** How the errors of an operation are written. */
export function errorForm({ meta }: Operation): ErrorForm {
  if (meta.errors !== 'problem') return 'oauth';
  return meta.patch === 'merge' ? 'patch' : 'problem';
}

/** A header that is a text. */
export const text = (description: string, required = false): Json => ({
  description,
  required,
  schema: { type: 'string' },
});

const integer = (description: string): Json => ({ description, schema: { type: 'integer' } });

/** Headers that responses share, by component name: the name of the header. */
export const sharedHeaders = {
  Accept: text('The media types that the route reads (RFC 9110 §12.5.1).', true),
  ETag: text(
    'Tag of the answer; If-None-Match with it is answered 304 until the answer changes (RFC 9110 §8.8.3).',
    true,
  ),
  RecordETag: text(
    'Strong tag of the record, which follows from its version: a write with it in If-Match goes through as long as nobody has changed the record (RFC 9110 §13.1.1). Such an answer is never compressed.',
    true,
  ),
  'Idempotency-Replayed': text('`true` where the first answer under the Idempotency-Key is given again.'),
  Link: text('Neighbouring pages (RFC 8288), with pagination_style=link or cursor.'),
  Location: text('Where the browser goes: the address of its client, with the answer (RFC 6749 §4.1.2).', true),
  RateLimit: text('What is left of the quota, and for how many seconds (draft-ietf-httpapi-ratelimit-headers-10 §4).'),
  'RateLimit-Policy': text('The quota (draft-ietf-httpapi-ratelimit-headers-10 §3).'),
  'Retry-After': integer('Seconds to wait.'),
  'Set-Cookie': text('The session of the user who was logged in.'),
  'WWW-Authenticate': text('The credential that is wanted, and what is wrong with the one that came (RFC 6750 §3).'),
  'Content-Range': text('Which records of the list these are, such as `items 0-9/500`; `items */500` for none.'),
  'X-RateLimit-Limit': integer('Requests that the limit allows.'),
  'X-RateLimit-Remaining': integer('Requests that are left.'),
  'X-RateLimit-Reset': integer("When the limit is over, in seconds since 1970 by the sandbox's clock."),
  'X-Request-Id': text('Id of the request: the one that was sent, or a new one.', true),
  'X-Total-Count': integer('Records in the whole list.'),
} satisfies Record<string, Json>;

type HeaderName = keyof typeof sharedHeaders;

/** References to shared headers, beside the one that every response has. */
export function headersOf(...names: readonly HeaderName[]): Record<string, Json> {
  const all: HeaderName[] = [...names, 'X-Request-Id'];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers of what was created or accepted. Written out: the shared Location is that of a redirect. */
const recordHeaders: Record<string, Json> = {
  Location: text('Address of what was created or accepted (RFC 9110 §10.2.2).'),
  'Retry-After': integer('Seconds after which to ask there how far it has come (RFC 9110 §10.2.3).'),
};

/** Headers of a stream. */
const streamHeaders: Record<string, Json> = {
  'X-Accel-Buffering': text('`no`: a proxy is to pass on each event as it comes.', true),
};

/** Headers of a list that comes in another form than a page. */
const formHeaders: Record<string, Json> = {
  'Content-Disposition': text('Name of the file to save another form than a page as (RFC 6266).'),
};

/** Headers of a success as json-server answers. */
const bareHeaders: Record<string, Json> = {
  Pragma: text('`no-cache`, as json-server says to caches of HTTP/1.0.', true),
  Expires: text('`-1`, as json-server says to caches of HTTP/1.0.', true),
};

/** Headers of lines. */
const linesHeaders: Record<string, Json> = {
  'Content-Disposition': text('Name of the file to save the lines as (RFC 6266).', true),
  'X-Total-Count': {
    ...integer('Rows that there are, without the header row: where fewer come, the answer was cut.'),
    required: true,
  },
};

/** Headers of a file. Written out, since few routes have them. */
const fileHeaders: Record<string, Json> = {
  ETag: text(
    'Strong tag of the file, a hash of its bytes: If-None-Match with it is answered 304, and If-Range with it goes on where a download has broken off (RFC 9110 §13.1.5).',
    true,
  ),
  'Accept-Ranges': text('`bytes`: a part of the file can be asked for (RFC 9110 §14.3).', true),
  'Cross-Origin-Resource-Policy': text('`cross-origin`: pages of any origin may show the file.', true),
  'Content-Disposition': text('Whether a browser shows the file or saves it, and under which name (RFC 6266).'),
  ...headersOf(),
};

/** Headers of a part of a file. */
export const partHeaders: Record<string, Json> = {
  'Content-Range': text('Which bytes these are, such as `bytes 0-1023/154218` (RFC 9110 §14.4).', true),
  ...fileHeaders,
};

/** Headers of the failure where nothing of a range is there. */
const beyondHeaders: Record<string, Json> = {
  'Accept-Ranges': text('`bytes`.', true),
  'Content-Range': text('How long the file is, such as `bytes */154218` (RFC 9110 §14.4).', true),
  ...headersOf(),
};

/** Headers of what an operation answers when it succeeds, and of a 304 instead. */
export function successHeaders(operation: Operation): Record<string, Json> {
  const { answers, meta } = operation;
  if (answers === 'file') return fileHeaders;
  const replays = meta.scope === 'sandbox' && takesKey(operation);
  const hasRecord = meta.status === 201 || meta.status === 202;
  const common = headersOf(
    ...(meta.cache === 'none' ? [] : (['ETag'] as const)),
    ...(answers === 'list' ? (['Link', 'X-Total-Count', 'Content-Range'] as const) : []),
    ...(replays ? (['Idempotency-Replayed'] as const) : []),
    ...(meta.limit === undefined ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
  );
  if (answers === 'stream') return { ...streamHeaders, ...common };
  if (answers === 'lines') return { ...linesHeaders, ...common };
  if (Object.keys(meta.formats).length > 0) return { ...formHeaders, ...common };
  const all = { ...(hasRecord ? recordHeaders : {}), ...common, ...(meta.bare ? bareHeaders : {}) };
  return meta.tagged ? { ...all, ETag: { $ref: '#/components/headers/RecordETag' } } : all;
}

const byStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  415: ['Accept'],
  429: [
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ],
  503: ['Retry-After'],
};

/** Written out, since few routes have it. */
const acceptPatch: Record<string, Json> = {
  'Accept-Patch': text('The media types of the patches that the route reads (RFC 5789 §3.1).', true),
};

/** Headers of a failure with any status that a fault asks for: those that belong to one of them. */
export const rangeHeaders: Record<string, Json> = {
  Allow: text('With 405: the methods of the path (RFC 9110 §10.2.1).'),
  Link: text('With 451: who asks for the block, as `rel="blocked-by"` (RFC 7725 §4).'),
  'Proxy-Authenticate': text('With 407: the credential that a proxy wants (RFC 9110 §11.7.1).'),
  'Retry-After': text('When to ask again: as the fault asks for, in seconds or as a date, or neither.'),
  Upgrade: text('With 426: the protocols that are wanted (RFC 9110 §7.8).'),
  ...headersOf(),
};

/**
 * Headers of a failure, by its status. An OAuth route also says in a challenge what a bad request got wrong (RFC 6750 §3),
 * and one that takes patches which of them.
 */
export function failureHeaders(status: number, form: ErrorForm): Record<string, Json> {
  if (status === 416) return beyondHeaders;
  const challenges = form === 'oauth' && status === 400;
  const patches = form === 'patch' && status === 415;
  return {
    ...(patches ? acceptPatch : {}),
    ...headersOf(...(challenges ? (['WWW-Authenticate'] as const) : (byStatus[status] ?? []))),
  };
}
