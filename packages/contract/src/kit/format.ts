/** The parameter that chooses the form of a list. */
import { z } from 'zod';
import type { ListFormat } from './operation-meta.js';

/** The form that every list has. */
const PAGE = 'json';

/**
 * The schema of `format`: `json` for a page of the list, or the name of another form. An operation that declares `formats`
 * has it in its input.
 */
export function formatInput(formats: Readonly<Record<string, ListFormat>>) {
  const others = Object.entries(formats).map(([name, { description }]) => `\`${name}\`, ${description}`);
  return z
    .enum([PAGE, ...Object.keys(formats)])
    .default(PAGE)
    .meta({
      description: `Form of the answer: \`${PAGE}\`, a page of the list; ${others.join('; ')}. Other forms have all records that pass the filters, and take no \`page\`, \`per_page\` and \`cursor\`.`,
      examples: [PAGE],
    });
}

/** The schema of `format`, with the names of the other forms. */
export type FormatInput<Name extends string> = z.ZodDefault<z.ZodEnum<{ [One in Name | typeof PAGE]: One }>>;

/** What an input holds where its operation declares `formats`. */
export interface FormatControl {
  /** Name of a form; undefined: a page of the list. */
  readonly format?: string | undefined;
}
