/** Reads the body of a request by its media type, and holds it against the document. */
import type { RawInput } from '@understudy/contract/kit';
import { fromBase64, textOf } from '#platform/runtime';
import { ProblemError } from '../../kit/problem-error.js';
import { type FoundIssue, schemaIssues, isOneOf, type Reading } from '../judge/issues.js';
import { inQuery, inText, isDefinedStyle, type Pairs, queryPairs } from '../judge/styles.js';
import { decoded, isNested, jsonOr, listOf, memberSchema, valueOf } from '../judge/texts.js';
import type { ApiMedia, ApiOperation, ApiParameter, Json, Schema } from '../model.js';
import { isObject, memberOf, shapeAt } from '../schema.js';
import { pointerName } from '../pointers.js';
import { madeFor } from '../understand/nouns.js';
import { isJsonType, isXmlType, loadedXml } from './respond.js';

/** The body of a request; without a value where there is none, or nothing can be read of it. */
export interface ReadBody {
  readonly value?: Json;
  readonly issues: readonly FoundIssue[];
  /** The 415 for a media type that is not documented. */
  readonly unsupported?: ProblemError;
}

type Body = NonNullable<RawInput['body']>;

const FORM = 'application/x-www-form-urlencoded';

const plainType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Whether a media range of the document, such as `application/*`, takes a type. */
function takes(range: string, type: string): boolean {
  const [own, sent] = [plainType(range), plainType(type)];
  if (own === sent || own === '*/*') return true;
  if (own.endsWith('/*')) return sent.startsWith(own.slice(0, -1));
  // Who sends plain JSON where a patch or a vendor's JSON is documented has sent JSON.
  return isJsonType(own) && isJsonType(sent);
}

/** The media type of the document that a request has sent: the same one before a range. */
function mediaFor(content: readonly ApiMedia[], type: string): ApiMedia | undefined {
  return (
    content.find((media) => plainType(media.type) === plainType(type)) ??
    content.find((media) => takes(media.type, type))
  );
}

/** What is wrong with a body, or with a part of it, beside its value. */
interface PartIssue extends Pick<FoundIssue, 'detail' | 'blames'> {
  readonly code: string;
  /** The member that it is of; undefined for the whole body. */
  readonly member?: string;
  /** Where the document says so, below its media type. */
  readonly place?: string;
}

/** What was read of a body. */
interface Form {
  /** Undefined where nothing can be read. */
  readonly value: Json | undefined;
  /** Members that are files, which are no values of their schemas. */
  readonly files: ReadonlySet<string>;
  /** Members of which the document does not say how they are written. */
  readonly unclear: ReadonlySet<string>;
  readonly parts?: readonly PartIssue[];
  /** The examples of the document, as they are read. */
  readonly examples?: readonly Json[];
}

const STYLES: readonly ApiParameter['style'][] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

/** A member of a form, as its encoding says, else as forms are written (OpenAPI 3.2 §4.15). */
function formMember(
  { document }: Reading,
  { encoding }: ApiMedia,
  { name, schema, pairs }: { readonly name: string; readonly schema: Schema | undefined; readonly pairs: Pairs },
): { readonly value: Json; readonly isUnclear: boolean } {
  const own = encoding[name];
  const style = STYLES.find((one) => one === memberOf(own, 'style'));
  const explode = memberOf(own, 'explode');
  const isStyled = (style !== undefined || explode !== undefined) && isNested(document, schema);
  // Rails, PHP and Stripe write objects and lists in brackets, which documents do not say.
  if (isStyled || pairs.some(([one]) => one.startsWith(`${name}[`))) {
    const parameter = {
      name,
      in: 'query',
      schema: schema ?? true,
      style: style ?? 'form',
      explode: typeof explode === 'boolean' ? explode : (style ?? 'form') === 'form',
      allowReserved: memberOf(own, 'allowReserved') === true,
    } as const;
    const written = inQuery({ document, parameter, pairs, others: new Set() });
    return {
      value: written?.value ?? '',
      isUnclear: written?.isUnclear === true || !isDefinedStyle(document, parameter),
    };
  }
  const texts = pairs.filter(([one]) => one === name).map(([, text]) => decoded(text, true));
  const { types, items } = shapeAt(document, schema);
  if (types.has('array')) {
    if (texts.length === 1 && texts[0]?.startsWith('[')) return { value: jsonOr(texts[0]), isUnclear: true };
    const isDeep = isNested(document, items);
    return { value: isDeep ? texts.map(jsonOr) : listOf(document, schema ?? true, texts), isUnclear: false };
  }
  const last = texts.at(-1) ?? '';
  const isMedia = types.has('object') || /json/i.test(String(memberOf(own, 'contentType') ?? ''));
  return { value: isMedia ? jsonOr(last) : valueOf(document, schema, last), isUnclear: false };
}

/** The members of a form. */
function formOf(reading: Reading, media: ApiMedia, pairs: Pairs, files: ReadonlySet<string>): Form {
  const { members: declared } = shapeAt(reading.document, media.schema);
  const names = new Set(pairs.map(([name]) => (declared.has(name) ? name : (name.split('[', 1)[0] ?? name))));
  const unclear = new Set<string>();
  // An object that is written without its name, by its encoding, has members that the form lists.
  const members = Array.from(names, (name): [string, Json] => {
    const schema = memberSchema(reading.document, media.schema, name);
    const { value, isUnclear } = formMember(reading, media, { name, schema, pairs });
    if (isUnclear) unclear.add(name);
    return [name, value];
  });
  return { value: Object.fromEntries(members), files, unclear };
}

/** The type of a part of which nothing is known. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** What is wrong with the media type of a part, by the encoding of its member (OpenAPI 3.2 §4.15.1). */
function wrongType({ encoding }: ApiMedia, name: string, type: string): string | undefined {
  const listed = memberOf(encoding[name], 'contentType');
  if (typeof listed !== 'string' || type === '' || plainType(type) === UNKNOWN_TYPE) return undefined;
  const types = listed.split(',').map((one) => one.trim());
  return types.some((one) => takes(one, type)) ? undefined : `is ${plainType(type)}, and must be ${types.join(' or ')}`;
}

/** A part of a multipart body. */
interface Part {
  readonly member: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The name of its file; undefined of one that is none. */
  readonly file: string | undefined;
  readonly text: string;
}

const latin1 = new TextDecoder('latin1');

/** The text of bytes that each stand as a character. */
const unicode = (bytes: string): string => textOf(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));

/** The parts of a multipart body (RFC 7578); undefined where its boundary never comes. The parser of `fetch` shows no headers. */
function partsOf(bytes: Uint8Array, type: string): readonly Part[] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]+))/i.exec(type) ?? [];
  const [before, ...pieces] = `\r\n${latin1.decode(bytes)}`.split(`\r\n--${quoted ?? plain ?? ''}`);
  if (before === undefined || pieces.length === 0) return undefined;
  const found = pieces.map((piece): Part => {
    const [head = ''] = piece.split('\r\n\r\n', 1);
    const lines = unicode(head)
      .split('\r\n')
      .map((line) => line.split(/:(.*)/s));
    const headers = new Map(lines.map(([name = '', text = '']) => [name.trim().toLowerCase(), text.trim()]));
    const disposition = headers.get('content-disposition') ?? '';
    const [, member = ''] = /[;\s]name="?([^";]*)/i.exec(disposition) ?? [];
    const [, file] = /[;\s]filename="?([^";]*)/i.exec(disposition) ?? [];
    const isRead = file === undefined || isJsonType(headers.get('content-type') ?? '');
    const content = isRead ? unicode(piece.slice(head.length + 4)) : file;
    return { member: member.replaceAll('%22', '"'), headers, file, text: content };
  });
  return found.filter(({ member }) => member !== '');
}

/** What is wrong with the headers of a part, by the encoding of its member (OpenAPI 3.2 §4.15.1). */
function headerIssues(reading: Reading, { partHeaders }: ApiMedia, { member, headers }: Part): readonly PartIssue[] {
  return (partHeaders.get(member) ?? []).flatMap(({ name, schema, required, examples }): PartIssue[] => {
    const text = headers.get(name.toLowerCase());
    const own = { code: 'header', member, place: `/headers/${pointerName(name)}` };
    if (text === undefined) return required ? [{ ...own, detail: `must have the header ${name}` }] : [];
    const parameter = { name, in: 'header', schema, style: 'simple', explode: false, allowReserved: false } as const;
    const { value } = inText(reading.document, parameter, { text, isEncoded: false });
    const isSettled = isDefinedStyle(reading.document, parameter);
    return schemaIssues(reading, { value, schema, examples, isSettled }).map(([issue, blame]) => ({
      ...own,
      ...blame,
      detail: `has the header ${name}, which ${issue.message}`,
    }));
  });
}

/** The members of a multipart body; a file is its name, unless it is JSON. */
function multipart(reading: Reading, media: ApiMedia, body: Body): Form {
  const found = partsOf(fromBase64(body.base64 ?? ''), body.type);
  if (found === undefined) {
    const detail = 'has no part that begins with the boundary of its Content-Type';
    return { value: undefined, files: NONE, unclear: NONE, parts: [{ code: 'invalid_multipart', detail }] };
  }
  const isFile = ({ file, headers }: Part): boolean =>
    file !== undefined && !isJsonType(headers.get('content-type') ?? '');
  const files = new Set(found.filter(isFile).map(({ member }) => member.split('[', 1)[0] ?? member));
  const parts = found.flatMap((part): readonly PartIssue[] => {
    const { member, headers } = part;
    const detail = wrongType(media, member, headers.get('content-type') ?? '');
    const ofType = detail === undefined ? [] : [{ code: 'media_type', member, detail }];
    return [...ofType, ...headerIssues(reading, media, part)];
  });
  const pairs = found.map(({ member, text }): [string, string] => [member, encodeURIComponent(text)]);
  return { ...formOf(reading, media, pairs, files), parts };
}

const NONE: ReadonlySet<string> = new Set();

/** A body of XML, as its schema says; undefined where that says nothing of elements. */
async function xmlIn({ document }: Reading, media: ApiMedia, text: string): Promise<Form | undefined> {
  const { types } = shapeAt(document, media.schema);
  if (!types.has('object') && !types.has('array')) return undefined;
  const read = (await loadedXml()).xmlReader(document);
  const { value, wrong } = read(text, media.schema);
  const written = [...media.examples.values()];
  const examples = written.map((one) => (typeof one === 'string' ? (read(one, media.schema).value ?? one) : one));
  const isExample = written.some((one) => typeof one === 'string' && one.trim() === text.trim());
  const parts = wrong === undefined || isExample ? [] : [{ code: 'invalid_xml', detail: wrong }];
  return { value, files: NONE, unclear: NONE, parts, examples };
}

async function formIn(reading: Reading, media: ApiMedia, body: Body): Promise<Form | undefined> {
  // What was parsed from JSON has no other types.
  if (body.json !== undefined) return { value: body.json as Json, files: NONE, unclear: NONE };
  const plain = plainType(body.type);
  if (isXmlType(plain)) return xmlIn(reading, media, body.text ?? '');
  const { types } = shapeAt(reading.document, media.schema);
  const isPlain = types.size > 0 && !types.has('object') && !types.has('array');
  if (isPlain && body.text !== undefined) {
    return { value: valueOf(reading.document, media.schema, body.text), files: NONE, unclear: NONE };
  }
  const isMultipart = plain === 'multipart/form-data';
  // What a document calls a text has no members.
  if (isPlain || !(isMultipart || plain === FORM)) return undefined;
  return isMultipart ? multipart(reading, media, body) : formOf(reading, media, queryPairs(body.text ?? ''), NONE);
}

/** Ways to members that only the server writes, and how deep and how many are looked for. */
const MAX_WAYS = 200;
const MAX_DEPTH = 5;
/** The ways to all members of a body that only the server writes; `*` stands for each item of a list. */
const readOnlyWays = madeFor((media: ApiMedia, { document }: Reading): readonly (readonly string[])[] => {
  const ways: string[][] = [];
  const add = (schema: Schema | undefined, way: readonly string[]): void => {
    if (way.length > MAX_DEPTH || schema === undefined || ways.length >= MAX_WAYS) return;
    const { members, types, items } = shapeAt(document, schema);
    for (const [name, member] of members) {
      if (shapeAt(document, member).readOnly) ways.push([...way, name]);
      else add(member, [...way, name]);
    }
    if (types.has('array')) add(items, [...way, '*']);
  };
  add(media.schema, []);
  return ways;
});

/** Whether a value has a member at the end of a way, as a pointer to the first that it has. */
function pointerTo(value: Json | undefined, [step, ...rest]: readonly string[]): string | undefined {
  if (step === undefined) return value === undefined ? undefined : '';
  if (step === '*' && Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      const found = pointerTo(item, rest);
      if (found !== undefined) return `/${index}${found}`;
    }
    return undefined;
  }
  const found = isObject(value) && Object.hasOwn(value, step) ? pointerTo(value[step], rest) : undefined;
  return found === undefined ? undefined : `/${pointerName(step)}${found}`;
}

function readOnlyIssues(reading: Reading, media: ApiMedia, value: Json, examples: readonly Json[]): FoundIssue[] {
  const found = readOnlyWays(media, reading).flatMap((way) => pointerTo(value, way) ?? []);
  if (found.length === 0 || isOneOf(value, examples)) return [];
  const detail = 'is read-only: only the server writes it';
  return found.map((pointer) => ({
    code: 'read_only_member',
    pointer: `/body${pointer}`,
    detail,
    place: media.pointer,
    fault: { pointer: `#${pointer}`, code: 'readOnly', detail },
  }));
}

function unsupported(content: readonly ApiMedia[], type: string): ProblemError {
  const types = content.map((media) => media.type);
  return new ProblemError('unsupported_media_type', {
    detail: `the Content-Type is ${JSON.stringify(type.slice(0, 80))}; send ${types.join(' or ')}`,
    headers: { accept: types.join(', ') },
  });
}

/** Reads the body of a request. */
export async function readApiBody(
  reading: Reading,
  { body: declared, pointer: at }: ApiOperation,
  { body }: RawInput,
): Promise<ReadBody> {
  const json = body?.json === undefined ? {} : { value: body.json as Json };
  if (declared === undefined) return { ...json, issues: [] };
  const place = `${at}/requestBody`;
  if (body === undefined) {
    if (!declared.required) return { issues: [] };
    // A form without members has no bytes.
    const isForm = ({ type, schema }: ApiMedia): boolean =>
      plainType(type) === FORM && reading.validation.isValid(schema, {}, 'request');
    if (declared.content.some(isForm)) return { value: {}, issues: [] };
    const detail = 'is required';
    const fault = { pointer: '#', code: 'required', detail };
    return { issues: [{ code: 'bad_body', pointer: '/body', detail, place, fault }] };
  }
  if (declared.content.length === 0) return { issues: [] };
  const media = mediaFor(declared.content, body.type);
  if (media === undefined) {
    const refusal = unsupported(declared.content, body.type);
    const detail = `is ${JSON.stringify(body.type.slice(0, 80))}, and must be ${declared.content.map(({ type }) => type).join(' or ')}`;
    const fault = { parameter: 'Content-Type', code: 'media_type', detail };
    const issue = { code: 'wrong_media_type', pointer: '/headers/content-type', detail, place, fault } as const;
    return { ...json, issues: [issue], unsupported: refusal };
  }
  const form = await formIn(reading, media, body);
  // Bytes are taken as they are, and so is text of which the schema says nothing.
  if (form === undefined || media.isSequence) return { issues: [] };
  const { value, files, unclear, parts = [], examples = [...media.examples.values()] } = form;
  const ofParts = parts.map(({ code, member, detail, place: below = '', ...blame }): FoundIssue => {
    const pointer = member === undefined ? '' : `/${pointerName(member)}`;
    const where = member === undefined ? media.pointer : `${media.pointer}/encoding${pointer}${below}`;
    const fault = { pointer: `#${pointer}`, code, detail };
    return { code: 'bad_body', pointer: `/body${pointer}`, detail, ...blame, place: where, fault };
  });
  if (value === undefined) return { issues: ofParts };
  const held = { value, schema: media.schema, examples, isSettled: true };
  const issues = schemaIssues(reading, held).flatMap(([issue, blame]): FoundIssue[] => {
    const member = issue.pointer.split('/')[1] ?? '';
    if (files.has(member)) return [];
    return [
      {
        code: 'bad_body',
        pointer: `/body${issue.pointer}`,
        detail: issue.message,
        ...blame,
        ...(unclear.has(member) && { blames: blame.blames ?? 'unclear' }),
        place: issue.schemaPointer,
        fault: { pointer: `#${issue.pointer}`, code: issue.keyword, detail: issue.message },
      },
    ];
  });
  return { value, issues: [...issues, ...ofParts, ...readOnlyIssues(reading, media, value, examples)] };
}
