/** The JSON of a page of records. That of a seeded record is made once: it never changes. */
import type { FieldsControl, Operation } from '@understudy/contract/kit';
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
 * The JSON of a list with all its members, held against its schema. Undefined of what is no such list, is not what its
 * schema says, or cannot be told at once: then it goes the way of all answers.
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
