/** What is in a body that the journal holds. */
import type { JournalEntry } from '../../generated/types.js';

/** A body as the journal has it. */
export type KeptBody = Pick<JournalEntry, 'body' | 'body_encoding' | 'body_bytes' | 'body_truncated' | 'headers'>;

/** A body, parsed where it is JSON or a form. */
export interface BodyValue {
  /** As text; in Base64 where it is no text; null where there was none. */
  readonly text: string | null;
  /** What its text stands for; undefined where it is neither JSON nor a form. */
  readonly parsed?: unknown;
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Parses a body. JSON is known by its text, since many apps send it as `text/plain`. */
export async function bodyValue(kept: KeptBody): Promise<BodyValue> {
  const { body: text, headers } = kept;
  if (text === null) return { text, parsed: null };
  const type = headers['content-type'] ?? '';
  if (FORM.test(type)) return { text, parsed: await formIn(kept, type) };
  try {
    return { text, parsed: JSON.parse(text) };
  } catch {
    return { text };
  }
}

/** The fields of a form (WHATWG URL and RFC 7578): a list where a name is repeated, and files with their text. */
async function formIn({ body, body_encoding }: KeptBody, type: string): Promise<unknown> {
  const content =
    body_encoding === 'base64' ? Uint8Array.from(atob(body ?? ''), (character) => character.charCodeAt(0)) : body;
  try {
    const form = await new Response(content, { headers: { 'content-type': type } }).formData();
    const names = [...new Set(form.keys())];
    const fields = names.map(async (name): Promise<[string, unknown]> => {
      const values = await Promise.all(form.getAll(name).map(fieldValue));
      return [name, values.length === 1 ? values[0] : values];
    });
    return Object.fromEntries(await Promise.all(fields));
  } catch {
    // A form that does not parse is compared by its text.
    return undefined;
  }
}

async function fieldValue(value: File | string): Promise<unknown> {
  return typeof value === 'string' ? value : { filename: value.name, type: value.type, text: await value.text() };
}
