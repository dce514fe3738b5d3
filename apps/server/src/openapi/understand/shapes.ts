/** What an operation takes and answers, what schemas have in common, and what their values can be. */
import type { Shape, Shapes } from '../schema.js';
import { joinedWords, madeFor, nounKey } from './nouns.js';
import type { ApiMedia, ApiOperation, ApiResponse } from '../model.js';

export type { Shape, Shapes } from '../schema.js';

/** What a schema says of a member, by its path. */
export const shapeWithin = (shapes: Shapes, shape: Shape, path: readonly string[]): Shape =>
  path.reduce((inner, name) => shapes.of(inner.members.get(name)), shape);

type Members = ReadonlyMap<string, unknown>;

/** Members by a key of their name; of several that have one key, the first. Made when it is first asked for. */
function keyedBy(
  keyOf: (name: string) => string,
): (shape: { readonly members: Members }) => ReadonlyMap<string, string> {
  // Of a map, the last of one key stays.
  const keyed = madeFor(
    (members: Members) => new Map([...members.keys()].toReversed().map((name) => [keyOf(name), name])),
  );
  return ({ members }) => keyed(members);
}

/** Members by their noun: `blogpost` of `blog_posts`. */
export const byNoun = keyedBy(nounKey);

/** Members by their words: `userid` of `user_id` and `userId`; `_id` is not `id`. */
export const byWords = keyedBy((name) => (name === '_id' ? name : joinedWords(name)));

/** Whether a value may be an object; one of which nothing is said may be. */
export const mayBeObject = ({ types }: Shape): boolean => types.size === 0 || types.has('object');

export const isObjectShape = ({ types, members }: Shape): boolean => types.has('object') || members.size > 0;

/** Whether a value is a list, and cannot be an object. */
export const isListShape = (shape: Shape): boolean => shape.types.has('array') && !isObjectShape(shape);

/** Whether a value is a text, a number or a boolean. */
export const isScalarShape = (shape: Shape): boolean =>
  shape.types.size > 0 && !shape.types.has('object') && !shape.types.has('array');

/** Whether a value can be a text or a number, as an id is that may be shown as the object that it names. */
export const mayBeScalar = ({ types }: Shape): boolean =>
  types.has('string') || types.has('integer') || types.has('number');

/** Whether nothing is known of a value but that it may be an object. */
export const isUnknown = (shape: Shape): boolean => mayBeObject(shape) && shape.members.size === 0;

/** Members alike of which two schemas are taken for one kind of record. */
const ALIKE = 0.5;

/** How many members of one object another has too. */
export function sharedMembers(one: Shape, other: Shape): number {
  let shared = 0;
  for (const name of one.members.keys()) if (other.members.has(name)) shared += 1;
  return shared;
}

/** How much two objects are alike: the part of the members of the smaller that both have; undefined where one has none. */
export function likeness(one: Shape, other: Shape): number | undefined {
  if (one.members.size === 0 || other.members.size === 0) return undefined;
  if (one.schema === other.schema) return 1;
  const [small, large] = one.members.size <= other.members.size ? [one, other] : [other, one];
  const shared = sharedMembers(small, large);
  if (shared / small.members.size >= ALIKE) return shared / small.members.size;
  // `FriendlyName` of a form is `friendly_name` of the record.
  const names = byWords(large);
  let like = 0;
  for (const name of byWords(small).keys()) if (names.has(name)) like += 1;
  return like / small.members.size;
}

/** Whether two objects may be one kind of record: nothing is known of one, or they have much in common. */
export const isAlike = (one: Shape, other: Shape): boolean => (likeness(one, other) ?? 1) >= ALIKE;

/** What an operation answers when all goes well. */
interface Answer {
  readonly response: ApiResponse;
  /** Its JSON; undefined where it has none. */
  readonly media: ApiMedia | undefined;
}

const isJson = ({ type, isSequence }: ApiMedia): boolean =>
  !isSequence && /^(?:application\/(?:.+\+)?json|text\/json|\*\/\*|application\/\*|.+\+json)\s*(?:;|$)/i.test(type);

const isForm = ({ type }: ApiMedia): boolean =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(type);

/** Statuses in the order in which they are the one that an operation is made for. */
function rank({ status, content }: ApiResponse): number {
  const base = /^2\d\d$/.test(status) ? Number(status) : /^2xx$/i.test(status) ? 300 : 400;
  return content.some(isJson) ? base : base + 500;
}

/** The answer of an operation; undefined where it documents no success. */
export function answerOf({ responses }: ApiOperation): Answer | undefined {
  const good = responses.filter(({ status }) => /^2(?:\d\d|xx)$/i.test(status));
  const all = good.length > 0 ? good : responses.filter(({ status }) => status === 'default');
  const [response] = all.toSorted((one, other) => rank(one) - rank(other));
  return response && { response, media: response.content.find(isJson) };
}

/** The media type of a body that a record is read from: JSON, else a form. */
export function bodyMediaOf({ body }: ApiOperation): ApiMedia | undefined {
  return body && (body.content.find(isJson) ?? body.content.find(isForm));
}

/** A list of changes of JSON Patch (RFC 6902): it says nothing of the record. */
export const isJsonPatch = (media: ApiMedia): boolean => /json-patch/i.test(media.type);

/** What the JSON of a good answer is; undefined where there is none. */
export function answerShape(shapes: Shapes, operation: ApiOperation): Shape | undefined {
  const media = answerOf(operation)?.media;
  return media && shapes.of(media.schema);
}

export function bodyShape(shapes: Shapes, operation: ApiOperation): Shape | undefined {
  const media = bodyMediaOf(operation);
  return media && shapes.of(media.schema);
}
