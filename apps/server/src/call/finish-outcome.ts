/** Makes an answer of what a handler gave: held against its declaration, in its envelope, with its entity tag, its head and its text. */
import { TRPCError } from '@trpc/server';
import { type FieldsControl, type Operation, type Status, Validated } from '@understudy/contract/kit';
import type { z } from 'zod';
import { isSteady } from '../kit/dataset.js';
import { $ZodAsyncError } from 'zod/v4/core';
import { isBound } from '../kit/collection.js';
import type { Eventual } from '../kit/made-once.js';
import type { Records, Write } from '../kit/records.js';
import type { Call } from './call.js';
import { tagOf, versionIn } from '../kit/version.js';
import type { AnswerHead, Result } from '../kit/handler.js';

/** The JSON of seeded records, by the schema that they were held against. */
const steadyTexts = new WeakMap<z.ZodType, WeakMap<object, string>>();

function textsOf(schema: z.ZodType): WeakMap<object, string> {
  const cached = steadyTexts.get(schema);
  if (cached !== undefined) return cached;
  const made = new WeakMap<object, string>();
  steadyTexts.set(schema, made);
  return made;
}

/**
 * The JSON of one record; undefined where it is not what its schema says. That of a seeded record is made once.
 *
 * @throws $ZodAsyncError where the schema takes its time to look
 */
function recordText(schema: z.ZodType, record: unknown, texts = textsOf(schema)): string | undefined {
  const cached = texts.get(record as object);
  if (cached !== undefined) return cached;
  const { success, data } = schema.safeParse(record);
  if (!success) return undefined;
  // Its types leave out that there is none of undefined.
  const text = JSON.stringify(data) as string | undefined;
  if (text !== undefined && isSteady(record)) texts.set(record as object, text);
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
function envelopeOf({ answers, whole }: Pick<Operation, 'answers' | 'whole'>): Envelope | undefined {
  if (answers !== 'list' && answers !== 'record' && answers !== 'written') return undefined;
  const cached = envelopes.get(whole);
  if (cached !== undefined) return cached;
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
  const texts = textsOf(schema);
  let all = '';
  for (const record of records) {
    const text = recordText(schema, record, texts);
    if (text === undefined) return undefined;
    // What is joined so becomes one text when it is written, and not before.
    all += all === '' ? text : `,${text}`;
  }
  return all;
}

/**
 * The JSON of an answer of records with all of their members, held against its schema. Undefined where the answer is no
 * such one, does not match its schema, or cannot be written at once: then it goes the way of all answers.
 */
export function answerText(operation: Operation, input: unknown, answer: unknown): string | undefined {
  const parts = envelopeOf(operation);
  if (parts === undefined || (operation.meta.fields && (input as FieldsControl).fields !== undefined)) {
    return undefined;
  }
  try {
    // The call has put the records into their parts.
    const { data } = answer as { readonly data: unknown };
    const text = parts.isList ? listText(parts.record, data as readonly unknown[]) : recordText(parts.record, data);
    const { success, data: around } = parts.around.safeParse(answer);
    if (text === undefined || !success) return undefined;
    // The records come first in the schema, and so in the text.
    const records = parts.isList ? `[${text}]` : text;
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
  const shown = complete as { readonly data: Members | readonly Members[] };
  if (fields === undefined) return new Validated(shown);
  const names = new Set(fields.split(','));
  const { data } = shown;
  return { ...shown, data: isSeveral(data) ? data.map((one) => chosen(one, names)) : chosen(data, names) };
}

function isSeveral(data: Members | readonly Members[]): data is readonly Members[] {
  return Array.isArray(data);
}

/** A fault of a handler: what it answers or writes is not what was declared. It is answered as `internal`, and logged. */
class NotAsDeclared extends Error {
  override readonly name = 'NotAsDeclared';
}

/** What a schema says of a value: what it makes of it, or what is wrong with it. */
type Parsed = z.ZodSafeParseResult<unknown>;

function firstIssue({ error }: Parsed): string | undefined {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return undefined;
  const member = issue.path.map(String).join('.');
  return `${member === '' ? 'as a whole' : `at ${member}`}: ${issue.message}`;
}

/** What a schema says of a value: at once where it can, which takes half the time. */
export function parsed(schema: z.ZodType, value: unknown): Eventual<Parsed> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    // A domain that somebody brought may ask something else in its checks.
    if (error instanceof $ZodAsyncError) return schema.safeParseAsync(value);
    throw error;
  }
}

/** Refuses an answer that the schema of its operation refuses: nothing is written then. */
export async function checkAnswer({ name, output }: Operation, answer: unknown): Promise<void> {
  const fault = firstIssue(await parsed(output, answer));
  if (fault !== undefined) throw new NotAsDeclared(`${name} answers what its output does not allow, ${fault}`);
}

/** Refuses records that their collection would not take back, of domains that somebody brought. */
export function checkWrites({ name }: Operation, writes: readonly Write[]): void {
  for (const write of writes) {
    if (!('record' in write) || !isBound(write.collection)) continue;
    const fault = firstIssue(write.collection.schema.safeParse(write.record));
    if (fault === undefined) continue;
    throw new NotAsDeclared(`${name} puts a record that ${write.collection.name} does not allow, ${fault}`);
  }
}

/** Latency that a call asked for, in ms. */
export function delayMs({ controls }: Call): number {
  return Math.round((controls.delay ?? 0) * 1000);
}

/** What goes into an envelope. */
export interface Enveloped {
  readonly value: unknown;
  /** Members beside the envelope's own. */
  readonly beside?: object | undefined;
}

/** One record, the records written with what stands beside them, the bare document, or null where there is no body. */
export function envelope(operation: Operation, call: Call, { value, beside = {} }: Enveloped): unknown {
  const meta = { delayMs: operation.meta.scope === 'registry' ? 0 : delayMs(call) };
  if (operation.answers === 'document' || operation.answers === 'nothing') return value;
  if (operation.answers === 'record') return { data: value, meta };
  if (!Array.isArray(value)) throw new TypeError(`the handler of ${operation.name} gave a value that is not a list`);
  const data: unknown[] = value;
  const total = data.length;
  return {
    ...beside,
    data,
    pagination: { page: 1, perPage: Math.max(10, total), total, totalPages: total === 0 ? 0 : 1 },
    meta,
  };
}

/** A member of what may be an object. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

/** The one record of an answer, in its envelope. */
function recordIn(answer: unknown): unknown {
  const data = memberOf(answer, 'data');
  return Array.isArray(data) ? data[0] : data;
}

/** The strong tag of an answer; undefined where it has no record with versions, or one that was removed. */
export function tagIn({ meta }: Operation, answer: unknown): string | undefined {
  const record = meta.tagged ? recordIn(answer) : undefined;
  return record === undefined ? undefined : tagOf(record);
}

/** Id of the record of an answer, where one of the writes creates it. */
export function madeIn(answer: unknown, writes: readonly Write[], records: Pick<Records, 'get'>): string | undefined {
  const id = memberOf(recordIn(answer), 'id');
  const isMade = (write: Write): boolean =>
    'record' in write && write.record.id === id && records.get(write.collection, write.record.id) === undefined;
  return typeof id === 'string' && writes.some(isMade) ? id : undefined;
}

/**
 * Holds what a write shows against what it puts.
 *
 * @throws TypeError where it shows a record with another version than the kit gave it
 */
export function checkShown({ name, meta }: Operation, answer: unknown, writes: readonly Write[]): void {
  if (!meta.tagged) return;
  const shown = recordIn(answer);
  const id = memberOf(shown, 'id');
  for (const write of writes) {
    if (write.collection.versioned !== true || !('record' in write) || write.record.id !== id) continue;
    const [version, said] = [versionIn(write.record), memberOf(shown, 'version')];
    if (version === said) continue;
    throw new TypeError(
      `${name} shows version ${String(said)} of ${write.record.id}, which has version ${version}: show the record that put gives back`,
    );
  }
}

/** What of an outcome the head follows from. */
type Outcome = Pick<Result<unknown>, 'location' | 'retryAfter' | 'existed'>;

/** What was there already is not created by the call (RFC 9110 §15.3.2). */
function statusOf(declared: Status, { existed = false }: Outcome): Status {
  return declared === 201 && existed ? 200 : declared;
}

/**
 * The head of an answer.
 *
 * @throws TypeError where a handler gave a location or a time that no header can say
 */
export function answerHead({ name, meta }: Operation, outcome: Outcome): AnswerHead {
  const { location, retryAfter } = outcome;
  if (location !== undefined && !location.startsWith('/')) {
    throw new TypeError(`${name} gave the location ${JSON.stringify(location)}, which is no path below the base URL`);
  }
  if (retryAfter !== undefined && !(retryAfter >= 0 && Number.isFinite(retryAfter))) {
    throw new TypeError(`${name} gave the time ${retryAfter} to ask again, which is not a number of seconds`);
  }
  return {
    status: statusOf(meta.status, outcome),
    ...(location !== undefined && { location }),
    // The header has whole seconds, and who asks too early asks once more.
    ...(retryAfter !== undefined && { retryAfter: Math.ceil(retryAfter) }),
  };
}
