/** The JSON of an answer, pasted from that of its records: a seeded record is held against its schema and written once, and members that nobody asked for are left out. */
import { TRPCError } from '@trpc/server';
import { type FieldsControl, type Operation, Validated } from '@understudy/contract/kit';
import type { z } from 'zod';
import { isSteady } from '../kit/dataset.js';

/** The JSON of seeded records, by the schema that they were held against. */
const steadyTexts = new WeakMap<z.ZodType, WeakMap<object, string>>();

function textsOf(schema: z.ZodType): WeakMap<object, string> {
  const known = steadyTexts.get(schema);
  if (known !== undefined) return known;
  const made = new WeakMap<object, string>();
  steadyTexts.set(schema, made);
  return made;
}

/**
 * The JSON of one record; undefined where it is not what its schema says. That of a seeded record is made once.
 *
 * @throws $ZodAsyncError where the schema takes its time to look
 */
export function recordText(schema: z.ZodType, record: unknown): string | undefined {
  const texts = isSteady(record) ? textsOf(schema) : undefined;
  const known = texts?.get(record as object);
  if (known !== undefined) return known;
  const { success, data } = schema.safeParse(record);
  if (!success) return undefined;
  // Its types leave out that there is none of undefined.
  const text = JSON.stringify(data) as string | undefined;
  if (text !== undefined) texts?.set(record as object, text);
  return text;
}

/** The schema of an envelope, taken apart. */
interface Envelope {
  /** Of one record. */
  readonly record: z.ZodType;
  /** Whether there are several of them. */
  readonly isList: boolean;
  /** Of all around the records. */
  readonly around: z.ZodType;
}

const envelopes = new WeakMap<z.ZodType, Envelope>();

/** The envelope of the records that an operation answers, with all of their members; undefined where it has none. */
export function envelopeOf({ answers, whole }: Pick<Operation, 'answers' | 'whole'>): Envelope | undefined {
  if (answers !== 'list' && answers !== 'record' && answers !== 'written') return undefined;
  const known = envelopes.get(whole);
  if (known !== undefined) return known;
  // What answers so was made by `listOf`, `recordOf` or `writtenOf`.
  const schema = whole as z.ZodObject<{ readonly data: z.ZodType }>;
  const { data } = schema.shape;
  const isList = answers !== 'record';
  const record = isList ? (data as z.ZodArray<z.ZodType>).element : data;
  const made = { record, isList, around: schema.omit({ data: true }) };
  envelopes.set(whole, made);
  return made;
}

/** The JSON of records in a list, without its brackets; undefined where one of them is not what its schema says. */
function listText(schema: z.ZodType, records: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const record of records) {
    const text = recordText(schema, record);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join(',');
}

/**
 * The JSON of an answer of records with all of their members, held against its schema. Undefined where the answer is no
 * such one, does not match its schema, or cannot be written at once: then it goes the way of all answers.
 */
export function answerText(operation: Operation, input: unknown, answer: unknown): string | undefined {
  const envelope = envelopeOf(operation);
  if (envelope === undefined || (operation.meta.fields && (input as FieldsControl).fields !== undefined)) {
    return undefined;
  }
  try {
    // The call has put the records into their envelope.
    const { data } = answer as { readonly data: unknown };
    const text = envelope.isList
      ? listText(envelope.record, data as readonly unknown[])
      : recordText(envelope.record, data);
    const { success, data: around } = envelope.around.safeParse(answer);
    if (text === undefined || !success) return undefined;
    // The records come first in the schema, and so in the text.
    const records = envelope.isList ? `[${text}]` : text;
    return `{"data":${records},${JSON.stringify(around).slice(1)}`;
  } catch {
    // A schema that takes its time to look, or an answer without records.
    return undefined;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** A record with some of its members: those named and its id, in their own order. */
function chosen(record: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || names.has(name)));
}

/**
 * The answer with the members that `fields` names, where it names any. What the schema of the answer lets be left out must
 * be there before, so an answer that has gaps of its own is a fault of its handler.
 */
export function chooseFields({ meta, whole }: Operation, input: unknown, answer: unknown): unknown {
  if (!meta.fields) return answer;
  const { data: complete, error } = whole.safeParse(answer);
  if (error !== undefined) {
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause: error });
  }
  // An operation with fields has the parameter, and answers a list or a record in an envelope.
  const { fields } = input as FieldsControl;
  const envelope = complete as { readonly data: Members | readonly Members[] };
  if (fields === undefined) return new Validated(envelope);
  const names = new Set(fields.split(','));
  const { data } = envelope;
  return { ...envelope, data: isSeveral(data) ? data.map((one) => chosen(one, names)) : chosen(data, names) };
}

function isSeveral(data: Members | readonly Members[]): data is readonly Members[] {
  return Array.isArray(data);
}
