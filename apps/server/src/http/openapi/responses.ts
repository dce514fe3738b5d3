/** Responses of the OpenAPI document, as the operations really give them. */
import { hasEnd, type Operation } from '@understudy/contract/kit';
import { exampleOf } from './examples.js';
import { SHOWN } from '../shown-operations.js';
import { type Address, type Components, failures, type ResponseParts } from './failures.js';
import { partResponse } from './files.js';
import { pageContent } from './bodies.js';
import { headersOf, successHeaders, text } from './headers.js';
import type { Json } from './parameters.js';
import { linesExamples, rowName } from './lines-example.js';

const descriptions: Readonly<Record<Operation['answers'], string>> = {
  list: 'A page of records.',
  record: 'The record.',
  written: 'The record written, as one page.',
  batch: 'The results, as one page.',
  document: 'The document.',
  file: 'The file.',
  lines: 'The lines, as they are read.',
  stream: 'The events, as they come.',
  nothing: 'It is done; there is no body.',
};

const ended = 'The stream has ended, and its last event was read: do not ask again.';

/** What a status adds to the description of its answer (RFC 9110 §15.3). */
const statusTexts: Readonly<Record<200 | 201 | 202, string>> = {
  200: '',
  201: 'It was created by this call.',
  202: 'It was accepted; the address in Location says how far it has come.',
};

const notModified = (operation: Operation): Json => ({
  description: 'What If-None-Match names is still what would be answered (RFC 9110 §15.4.5).',
  headers: successHeaders(operation),
});

const redirected: Json = {
  description:
    'A browser or OIDC client goes back to the address that its client named, with what came of it or with an error (RFC 6749 §4.1.2). Forced failures of logins travel there too.',
  headers: headersOf('Location', 'Set-Cookie'),
};

/** A row of the lines that are answered. */
function rowExample(operation: Operation, components: Components): Json {
  const row = { $ref: `#/components/schemas/${rowName(operation)}` };
  return Object(exampleOf(row, { schemas: components['schemas'] ?? {}, members: 'all' })) as Json;
}

/** A stream with one event. */
function eventExample(schema: Json, components: Components): string {
  const { id, event, data } = Object(
    exampleOf(schema, { schemas: components['schemas'] ?? {}, members: 'all' }),
  ) as Json;
  return `retry: 1000\n\nid: ${String(id)}\nevent: ${String(event)}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A document as a signed JWT, for callers that accept it first. */
const signedContent: Json = {
  'application/jwt': {
    schema: { type: 'string', description: 'The same, signed with the published keys.' },
    example: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c3JfMDAwMSJ9.c2ln',
  },
};

/** Whether browsers are shown a page of what an operation answers. */
const hasPage = ({ name, meta }: Operation): boolean => SHOWN.has(name) || meta.errors === 'redirect';

/** The redirects that a fault forces. */
const forcedRedirects: readonly number[] = [301, 302, 303, 307, 308];

/** Documents the redirects that faults force on an operation, beside those of its own. */
function redirects({ responses }: Components): Record<string, Json> {
  const name = 'forced_redirect';
  if (responses !== undefined) {
    responses[name] ??= {
      description: 'A redirect that a fault asks for (RFC 9110 §15.4).',
      headers: {
        Location: text('Where to: the same address, another one, or http: instead of https:.', true),
        ...headersOf(),
      },
    };
  }
  return Object.fromEntries(forcedRedirects.map((status) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** What an operation answers when it succeeds: the media type's schema, with an example of the whole body. */
function success(ok: Json, operation: Operation, components: Components): Json {
  const media = (ok['content'] ?? {}) as Record<string, { schema?: Json }>;
  const isLines = operation.answers === 'lines';
  const lines = isLines ? linesExamples(operation, rowExample(operation, components)) : undefined;
  const content = Object.entries(media).map(([type, one]) => {
    // What bytes would be an example of says no more than their type.
    if (operation.answers === 'file') return [type, one];
    if (lines !== undefined) return [type, { ...one, example: lines[type] }];
    const { contentSchema } = one.schema ?? {};
    if (contentSchema !== undefined)
      return [type, { ...one, example: eventExample(contentSchema as Json, components) }];
    const example = exampleOf(one.schema ?? {}, { schemas: components['schemas'] ?? {}, members: 'all' });
    return [type, { ...one, ...(example === undefined ? {} : { example }) }];
  });
  return {
    description: descriptions[operation.answers],
    headers: successHeaders(operation),
    content: {
      ...Object.fromEntries(content),
      ...(operation.meta.signed ? signedContent : {}),
      ...(hasPage(operation) ? pageContent : {}),
    },
  };
}

/** Whether If-None-Match can be answered 304. */
function isRevalidated({ method, answers, meta }: Operation): boolean {
  return meta.cache !== 'none' || answers === 'file' || (method === 'GET' && meta.versioned !== undefined);
}

/** The answers of an operation that succeeds, by status. */
function successes(ok: Json, operation: Operation, components: Components): Record<string, Json> {
  const { status } = operation.meta;
  const over = { 204: { description: ended, headers: headersOf() } };
  if (status === 204) return { 204: { description: descriptions.nothing, headers: successHeaders(operation) } };
  const one = success(ok, operation, components);
  const said = `${String(one['description'])} ${statusTexts[status]}`.trim();
  const known = { ...one, description: `${String(one['description'])} It was there already.` };
  return {
    ...(status === 201 ? { 200: known } : {}),
    [status]: { ...one, description: said },
    ...(operation.answers === 'stream' && hasEnd(operation) ? over : {}),
  };
}

/** All responses of an address; those it shares with others are added to the components. */
export function operationResponses(ok: Json, address: Address, parts: ResponseParts): Record<string, Json> {
  const { operation } = address;
  return {
    ...(operation.meta.scope === 'registry' ? {} : redirects(parts.components)),
    ...successes(ok, operation, parts.components),
    ...(operation.meta.errors === 'redirect' ? { '302': redirected } : {}),
    ...(operation.answers === 'file' ? { '206': partResponse(operation) } : {}),
    ...(isRevalidated(operation) ? { '304': notModified(operation) } : {}),
    ...failures(address, parts),
  };
}
