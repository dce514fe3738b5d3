/** The answer of a write as it is kept under an Idempotency-Key: it refers to what the same write stores, and repeats nothing. */
import { z } from 'zod';
import { sizeOf } from './size.js';

const step = z.union([z.string(), z.int()]);

const reference = z.object({
  collection: z.string(),
  id: z.string(),
  /** Steps from the record to the part of it. */
  path: z.array(step),
});

const part = z.union([reference, z.object({ value: z.unknown() })]);

/** What stands in a hole of a kept answer: a part of a record, or the value itself. */
export type AnswerPart = z.infer<typeof part>;

/** A part of a record. */
export type Reference = z.infer<typeof reference>;

/** An answer with its holes. One of an earlier release has no parts, and is the answer itself. */
export const keptAnswer = z.object({
  /** The answer as JSON; a hole is an object whose one member `&` is the index of its part. */
  answer: z.unknown(),
  parts: z.array(part).optional(),
});

/** An answer with its holes. */
export type KeptAnswer = z.infer<typeof keptAnswer>;

/** A record that the same write stores, by the name of its collection. */
export interface Written {
  readonly collection: string;
  readonly record: { readonly id: string };
}

/** Finds the part of a record that a reference names; undefined where there is none. */
export type Resolve = (reference: Reference) => unknown;

/** Texts and records of so many characters are worth a reference. */
const MIN_CHARACTERS = 200;

const HOLE = '&';

/** An object with this one key could be taken for a hole. */
const LIKE_HOLE = /^&+$/;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What an answer can refer to: each record as a whole, and the long texts in it. */
function sourcesOf(written: readonly Written[]): Map<unknown, Reference> {
  const sources = new Map<unknown, Reference>();
  const path: (string | number)[] = [];

  function addTexts(value: unknown, of: Omit<Reference, 'path'>): void {
    if (typeof value === 'string') {
      if (value.length >= MIN_CHARACTERS && !sources.has(value)) sources.set(value, { ...of, path: [...path] });
      return;
    }
    if (!isObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      path.push(Array.isArray(value) ? Number(key) : key);
      addTexts(member, of);
      path.pop();
    }
  }

  for (const { collection, record } of written) {
    if (sizeOf(record) < MIN_CHARACTERS) continue;
    const of = { collection, id: record.id };
    sources.set(record, { ...of, path: [] });
    addTexts(record, of);
  }
  return sources;
}

/** Members of an object, none of which can be taken for a hole. */
function entriesOf(value: object): [string, unknown][] {
  const entries = Object.entries(value);
  const [first] = entries;
  const isLikeHole = first !== undefined && entries.length === 1 && LIKE_HOLE.test(first[0]);
  return isLikeHole ? [[`${HOLE}${first[0]}`, first[1]]] : entries;
}

/** Gives an answer the form in which it is kept beside the records of its own write. */
export function keepAnswer(answer: unknown, written: readonly Written[]): KeptAnswer {
  const sources = sourcesOf(written);
  const parts: AnswerPart[] = [];
  const indexes = new Map<unknown, number>();

  function hole(value: unknown, of: AnswerPart): object {
    const index = indexes.get(value) ?? parts.push(of) - 1;
    indexes.set(value, index);
    return { [HOLE]: index };
  }

  function withHoles(value: unknown): unknown {
    const source = sources.get(value);
    if (source !== undefined) return hole(value, source);
    if (typeof value === 'string') return value.length >= MIN_CHARACTERS ? hole(value, { value }) : value;
    if (Array.isArray(value)) return value.map(withHoles);
    if (!isObject(value)) return value;
    return Object.fromEntries(entriesOf(value).map(([key, member]) => [key, withHoles(member)]));
  }

  return { answer: JSON.stringify(withHoles(answer)), parts };
}

/** The part of a record that a path leads to; undefined where there is none. */
export function partAt(record: unknown, path: Reference['path']): unknown {
  let at: unknown = record;
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** The answer that was kept; undefined where a record that it refers to is gone. */
export function readAnswer({ answer, parts }: KeptAnswer, resolve: Resolve): unknown {
  if (parts === undefined) return answer;
  const values = parts.map((one) => ('path' in one ? resolve(one) : one.value));
  if (values.includes(undefined)) return undefined;

  function filled(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(filled);
    if (!isObject(value)) return value;
    const entries = Object.entries(value);
    const [first] = entries;
    if (first === undefined || entries.length > 1 || !LIKE_HOLE.test(first[0])) {
      return Object.fromEntries(entries.map(([key, member]) => [key, filled(member)]));
    }
    const [key, member] = first;
    return key === HOLE ? values[Number(member)] : { [key.slice(HOLE.length)]: filled(member) };
  }

  return filled(JSON.parse(String(answer)));
}

/** The records that a kept answer refers to. */
export function referencesOf({ parts = [] }: Pick<KeptAnswer, 'parts'>): Reference[] {
  return parts.flatMap((one) => ('path' in one ? [one] : []));
}

/** The same answer without the references that are no longer to be had: what they stand for takes their position. */
export function detached(
  { parts = [] }: Pick<KeptAnswer, 'parts'>,
  isLost: (reference: Reference) => boolean,
  resolve: Resolve,
): AnswerPart[] {
  return parts.map((one) => ('path' in one && isLost(one) ? { value: resolve(one) } : one));
}
