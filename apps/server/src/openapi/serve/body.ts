/** Reads the body of a request by its media type, and holds it against the document. */
import type { ProblemFault, RawInput } from '@understudy/contract/kit';
import { fromBase64 } from '#platform/runtime';
import { ProblemError } from '../../kit/problem-error.js';
import type { ApiMedia, ApiOperation, Json, JsonObject, Schema } from '../model.js';
import { itemsOf, membersOf, typesOf } from '../schema.js';
import { type Reading, valueOf } from './parameters.js';

/** The body of a request; without a value where there is none, or nothing can be read of it. */
export interface ReadBody {
  readonly value?: Json;
  readonly faults: readonly ProblemFault[];
}

const plainType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

const isJson = (type: string): boolean => /^(?:application\/(?:.+\+)?json|text\/json)$/.test(plainType(type));

/** Whether a media range of the document, such as `application/*`, takes a type. */
function takes(range: string, type: string): boolean {
  const [own, sent] = [plainType(range), plainType(type)];
  if (own === sent || own === '*/*') return true;
  if (own.endsWith('/*')) return sent.startsWith(own.slice(0, -1));
  // Who sends plain JSON where a patch or a vendor's JSON is documented has sent JSON.
  return isJson(own) && isJson(sent);
}

/** The media type of the document that a request has sent: the same one before a range. */
function mediaFor(content: readonly ApiMedia[], type: string): ApiMedia | undefined {
  return (
    content.find((media) => plainType(media.type) === plainType(type)) ??
    content.find((media) => takes(media.type, type))
  );
}

/** A member of a form: its text, or the list of them where its schema is one. */
function formValue(reading: Reading, schema: Schema | undefined, texts: readonly string[]): Json {
  const { document } = reading;
  const types = typesOf(document, schema);
  if (types.has('array')) {
    const items = itemsOf(document, schema);
    return texts.map((text) => formText(reading, items, text));
  }
  return formText(reading, schema, texts.at(-1) ?? '');
}

function formText({ document }: Reading, schema: Schema | undefined, text: string): Json {
  if (typesOf(document, schema).has('object')) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      return text;
    }
  }
  return valueOf(document, schema, text);
}

/** The members of a form, with brackets as Rails, PHP and Stripe write objects and lists in them. */
function formOf(reading: Reading, schema: Schema, entries: Iterable<readonly [string, string]>): JsonObject {
  const byName = new Map<string, string[]>();
  const nested = new Map<string, (readonly [string, string])[]>();
  for (const [name, text] of entries) {
    const [, outer, inner, rest = ''] = /^([^[\]]+)\[([^\]]*)\](.*)$/s.exec(name) ?? [];
    if (outer === undefined || inner === undefined || inner === '' || /^\d+$/.test(inner)) {
      const own = outer ?? name;
      byName.set(own, [...(byName.get(own) ?? []), text]);
    } else nested.set(outer, [...(nested.get(outer) ?? []), [inner + rest, text]]);
  }
  const { properties, additional } = membersOf(reading.document, schema);
  const schemaOf = (name: string): Schema | undefined => properties.get(name) ?? additional;
  const flat = Array.from(byName, ([name, texts]): [string, Json] => [name, formValue(reading, schemaOf(name), texts)]);
  const deep = Array.from(nested, ([name, own]): [string, Json] => [
    name,
    formOf(reading, schemaOf(name) ?? true, own),
  ]);
  return Object.fromEntries([...flat, ...deep]);
}

/** The members of a multipart body; a file is its name. */
async function multipart(
  reading: Reading,
  schema: Schema,
  body: NonNullable<RawInput['body']>,
): Promise<Json | undefined> {
  const bytes = fromBase64(body.base64 ?? '');
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': body.type } }).formData();
  } catch {
    return undefined;
  }
  const texts = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name] as const);
  return formOf(reading, schema, texts);
}

async function valueIn(
  reading: Reading,
  media: ApiMedia,
  body: NonNullable<RawInput['body']>,
): Promise<Json | undefined> {
  // What was parsed from JSON has no other types.
  if (body.json !== undefined) return body.json as Json;
  const plain = plainType(body.type);
  if (plain === 'application/x-www-form-urlencoded') {
    return formOf(reading, media.schema, new URLSearchParams(body.text ?? ''));
  }
  return plain === 'multipart/form-data' ? multipart(reading, media.schema, body) : undefined;
}

function unsupported(content: readonly ApiMedia[], type: string): ProblemError {
  const types = content.map((media) => media.type);
  return new ProblemError('unsupported_media_type', {
    detail: `the Content-Type is ${JSON.stringify(type.slice(0, 80))}; send ${types.join(' or ')}`,
    headers: { accept: types.join(', ') },
  });
}

const missing: ProblemFault = { pointer: '#', code: 'required', detail: 'is required' };

/**
 * Reads the body of a request.
 *
 * @throws ProblemError 415 where its media type is not documented
 */
export async function readApiBody(
  reading: Reading,
  { body: declared }: ApiOperation,
  { body }: RawInput,
): Promise<ReadBody> {
  if (declared === undefined) return { ...(body?.json === undefined ? {} : { value: body.json as Json }), faults: [] };
  if (body === undefined) return { faults: declared.required ? [missing] : [] };
  if (declared.content.length === 0) return { faults: [] };
  const media = mediaFor(declared.content, body.type);
  if (media === undefined) throw unsupported(declared.content, body.type);
  const value = await valueIn(reading, media, body);
  // Text, bytes and XML are taken as they are.
  if (value === undefined || media.isSequence) return { faults: [] };
  const isForm = !isJson(body.type);
  const found = reading.validation.check(media.schema, value, 'request');
  // The texts of a form say nothing of types, and a file is no text of its schema.
  const issues = isForm ? found.filter(({ keyword }) => keyword === 'required') : found;
  const faults = issues.map(({ pointer, keyword, message }) => ({
    pointer: `#${pointer}`,
    code: keyword,
    detail: message,
  }));
  return { value, faults };
}
