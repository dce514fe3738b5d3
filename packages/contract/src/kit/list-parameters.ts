/** Parameters of lists: their form, their order, and records that arrive while they are read. */
import { z } from 'zod';
import type { ListFormat } from './operation-meta.js';
import { DeclarationError } from './nearest.js';
import type { OperationDeclaration } from './operation-declaration.js';
import { shapeOf } from './schema-shape.js';

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

/** Whether no key stands in a sort twice. */
function namesEachOnce(sort: string): boolean {
  const names = sort.split(',').map((key) => key.replace(/^-/, ''));
  return new Set(names).size === names.length;
}

/**
 * The schema of `sort`: a comma-separated list of keys, none of them twice, with a minus sign where it sorts in descending order.
 * An operation that declares `sorts` has it in its input.
 *
 * @example
 * ```ts
 * import { sortInput } from '@understudy/contract';
 * sortInput(['title', 'created_at']).parse('-created_at,title');
 * ```
 */
export function sortInput(keys: readonly string[]) {
  // A key may have characters that mean something in an expression, such as the dot of `author.name`.
  const plain = keys.map((name) => name.replaceAll(/[$.*+?^{}()|[\]\\]/g, String.raw`\$&`));
  const key = `-?(?:${plain.join('|')})`;
  const error = `must be a comma-separated list of ${keys.join(', ')}; a key may appear only once, with a minus sign before it for descending order`;
  return z
    .string()
    .regex(new RegExp(`^${key}(?:,${key})*$`), { error, abort: true })
    .check(({ value, issues }) => {
      if (namesEachOnce(value)) return;
      issues.push({ code: 'invalid_format', format: 'sort', message: error, input: value, continue: true });
    })
    .optional()
    .meta(described(keys));
}

/** What a document says of the keys of a sort. */
function described(keys: readonly string[]) {
  return {
    description: `Order of the list: a comma-separated list of keys; a key may appear only once, and a minus sign before a key sorts in descending order. Records without a value come last, equal ones stay in the order of the list. Keys: ${keys.map((name) => `\`${name}\``).join(', ')}.`,
    examples: [`-${keys.at(-1) ?? ''}`],
  };
}

/** The schema of a `sort` whose keys are checked against the records: those that are given are documented. */
export const openSortInput = (keys: readonly string[]) => z.string().optional().meta(described(keys));

/** The schema of `sort`. */
export type SortInput = ReturnType<typeof sortInput>;

/** What an input holds where its operation declares `sorts`. */
export interface SortControl {
  /** Keys in order of weight, such as `-created_at,title`; undefined: the list's own order. */
  readonly sort?: string | undefined;
}

/**
 * The schema of `include`: a comma-separated list of relations. An operation that declares `includes` has it in its input.
 *
 * @example
 * ```ts
 * import { includeInput } from '@understudy/contract';
 * includeInput(['comments', 'author']).parse('author');
 * ```
 */
export function includeInput(names: readonly string[]) {
  const known = new Set(names);
  const error = `must be a comma-separated list of ${names.join(', ')}`;
  return z
    .string()
    .check(({ value, issues }) => {
      if (value.split(',').every((name) => known.has(name))) return;
      issues.push({ code: 'invalid_format', format: 'include', message: error, input: value, continue: true });
    })
    .optional()
    .meta({
      description: `Records to show with each record, a comma-separated list: ${names.map((name) => `\`${name}\``).join(', ')}.`,
      examples: [names.slice(0, 2).join(',')],
    });
}

/** The schema of `include`. */
export type IncludeInput = ReturnType<typeof includeInput>;

/**
 * The schema of `arrivals`. An operation that declares `arrivals: true` has it in its input.
 *
 * @example
 * ```ts
 * import { arrivalsInput } from '@understudy/contract';
 * console.log(arrivalsInput().parse(undefined)); // 0
 * ```
 */
export function arrivalsInput() {
  return z
    .int()
    .min(0)
    .max(49)
    .default(0)
    .meta({
      description:
        'Answers as if this many newer records had been added between each page and the next, 0 to `per_page` − 1: page k then begins that many times k − 1 records earlier, and repeats the end of the page before. Cursors are not affected.',
      examples: [2],
    });
}

/** The schema of `arrivals`. */
export type ArrivalsInput = ReturnType<typeof arrivalsInput>;

/** What an input holds where its operation declares `arrivals`. */
export interface ArrivalsControl {
  /** Newer records that come between each page and the next. */
  readonly arrivals?: number | undefined;
}

/** The same schema, which refuses so many arrivals that no page would show anything new. */
export function withArrivals(input: z.ZodObject): z.ZodObject {
  return input.check(({ value, issues }) => {
    const { arrivals, per_page: perPage } = value;
    if (typeof arrivals !== 'number' || typeof perPage !== 'number' || arrivals < perPage) return;
    const maximum = perPage - 1;
    issues.push({ code: 'too_big', origin: 'number', maximum, inclusive: true, path: ['arrivals'], input: arrivals });
  });
}

/**
 * What must hold of an operation that declares `arrivals`.
 *
 * @throws {@link DeclarationError} where it does not
 */
export function checkArrivals({ input, output, arrivals }: OperationDeclaration): void {
  if (arrivals !== true) return;
  if (Object.hasOwn(shapeOf(input) ?? {}, 'arrivals')) {
    throw new DeclarationError('its input has arrivals, which follows from arrivals: true');
  }
  if ('answers' in output && output.answers === 'list') return;
  throw new DeclarationError('it has arrivals, which only a list can have');
}
