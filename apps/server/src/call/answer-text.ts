/** The JSON of what an operation answers: that of seeded records is made once, and members that nobody asked for are left out. */
import { TRPCError } from '@trpc/server';
import { type FieldsControl, type Operation, Validated } from '@understudy/contract/kit';
import type { z } from 'zod';
import { isSteady } from '../kit/dataset.js';

/** A list's answer, which nobody has validated yet. */
interface Page {
  readonly data: readonly unknown[];
}

/** The schema of a list, as `listOf` makes it. */
type ListSchema = z.ZodObject<{ readonly data: z.ZodArray<z.ZodType> }>;

/** What a schema of a list has been taken apart into. */
interface Parts {
  readonly item: z.ZodType;
  /** All around the records. */
  readonly around: z.ZodType;
  /** The JSON of seeded records. */
  readonly texts: WeakMap<object, string>;
}

const known = new WeakMap<z.ZodType, Parts>();

function partsOf(schema: ListSchema): Parts {
  const taken = known.get(schema);
  if (taken !== undefined) return taken;
  const made = { item: schema.shape.data.element, around: schema.omit({ data: true }), texts: new WeakMap() };
  known.set(schema, made);
  return made;
}

/** The JSON of one record; undefined where it is not what its schema says. */
function textOf(record: unknown, { item, texts }: Parts): string | undefined {
  const keeps = isSteady(record);
  const kept = keeps ? texts.get(record) : undefined;
  if (kept !== undefined) return kept;
  const { success, data } = item.safeParse(record);
  if (!success) return undefined;
  const text = JSON.stringify(data);
  if (keeps) texts.set(record, text);
  return text;
}

/**
 * The JSON of a list with all its members, held against its schema. Undefined where the answer is no such list, does not
 * match its schema, or cannot be written at once: then it goes the way of all answers.
 */
export function listText({ answers, meta, whole }: Operation, input: unknown, answer: unknown): string | undefined {
  if (answers !== 'list' || (meta.fields && (input as FieldsControl).fields !== undefined)) return undefined;
  // What answers a list was made by `listOf`, and the call has made a page for it.
  const parts = partsOf(whole as ListSchema);
  const texts: string[] = [];
  try {
    for (const record of (answer as Page).data) {
      const text = textOf(record, parts);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    const { success, data: around } = parts.around.safeParse(answer);
    if (!success) return undefined;
    const after = `],${JSON.stringify(around).slice(1)}`;
    if (texts.length === 0) return `{"data":[${after}`;
    // The records come first in the schema, and so in the text, which is put together at once: it is long.
    texts[0] = `{"data":[${texts[0]}`;
    texts[texts.length - 1] += after;
    return texts.join(',');
  } catch {
    // A schema that takes its time to look, or a list without records.
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
  return { ...envelope, data: isList(data) ? data.map((one) => chosen(one, names)) : chosen(data, names) };
}

function isList(data: Members | readonly Members[]): data is readonly Members[] {
  return Array.isArray(data);
}
