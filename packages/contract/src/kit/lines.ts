/** Answers that are no JSON: files, and lines of CSV or NDJSON; and the rows of a body that comes so. */
import { z } from 'zod';
import { DeclarationError, orOneOf } from './nearest.js';
import { shaped } from './envelope.js';
import { pagingControls } from './controls.js';
import type { OperationDeclaration } from './operation-declaration.js';
import type { Method } from './operation-meta.js';
import { isSchema, shapeOf } from './schema-shape.js';

/** Media types of lines, by format. */
export const lineTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

/** A format of lines. */
export type LineFormat = keyof typeof lineTypes;

/** What the lines of an operation are called, and what of a row they have. */
export interface LinesParts<Column extends string> {
  /** Name of the file that they are saved as, without its extension. */
  readonly name: string;
  /** Members that are columns of the CSV, in their order; all of them where left out. NDJSON has the whole row. */
  readonly columns?: readonly [Column, ...Column[]];
}

/**
 * All records of a list, line by line: CSV (RFC 4180) with a header row, or NDJSON with one row in each line. Over tRPC the
 * lines are the text of a document.
 *
 * A list of texts or numbers is one field of the CSV, joined by `|`; an object is JSON, and null is empty.
 *
 * @throws {@link DeclarationError} where a column is no member of the row
 *
 * @example
 * ```ts
 * import { course, get, linesInput, linesOf } from '@understudy/contract';
 * const exportCourses = get('/api/rooms/export', {
 *   summary: 'Export courses',
 *   description: 'All courses, line by line.',
 *   searches: ['title'],
 *   input: linesInput({}),
 *   output: linesOf(course, { name: 'courses', columns: ['id', 'title'] }),
 * });
 * ```
 */
export function linesOf<Row extends z.ZodObject>(row: Row, { name, columns }: LinesParts<keyof Row['shape'] & string>) {
  const known = Object.keys(shapeOf(row) ?? {});
  const odd = columns?.find((column) => !known.includes(column));
  if (odd !== undefined) {
    throw new DeclarationError(`columns has ${odd}, which the rows do not have${orOneOf(odd, 'they have', known)}`);
  }
  const document = z.object({
    media_type: z
      .enum(Object.values(lineTypes))
      .meta({ description: 'Media type of the lines.', examples: [lineTypes.csv] }),
    text: z.string().meta({ description: 'All of the lines.', examples: ['id\r\n'] }),
  });
  return Object.assign(shaped('lines', document), { row, lines: { name, columns: columns ?? known } });
}

/** What an operation says of its lines. */
export interface DeclaredLines {
  readonly row: z.ZodObject;
  readonly lines: { readonly name: string; readonly columns: readonly string[] };
}

/** What an output says of its lines; undefined where it is none. */
export function linesIn(output: object): DeclaredLines | undefined {
  // linesOf has put them there.
  return 'lines' in output ? (output as unknown as DeclaredLines) : undefined;
}

/** The input members that follow from an output of lines. */
export const linesControls = {
  format: z
    .enum(['csv', 'ndjson'])
    .default('csv')
    .meta({
      description: 'Form of the lines: `csv` (RFC 4180), with a header row, or `ndjson`, one JSON object a line.',
      examples: ['csv'],
    }),
  bom: z
    .boolean()
    .default(false)
    .meta({
      description: 'Whether CSV begins with a byte order mark, which tells spreadsheets that it is UTF-8.',
      examples: [false],
    }),
  chunk_bytes: z.int().min(1).max(65_536).optional().meta({
    description:
      'Sends the lines in pieces of exactly so many bytes, without regard to where characters and lines end.',
  }),
};

/** What an input of lines holds. */
export type LinesControls = z.output<z.ZodObject<typeof linesControls>>;

/**
 * Input of an operation that answers lines and can be searched: what is given, and `q`. Lines have no pages; filters,
 * `sort`, `format`, `bom` and `chunk_bytes` follow from the declaration.
 */
export function linesInput<Own extends z.ZodRawShape>(own: Own) {
  return z.object({ ...own, q: pagingControls.q });
}

/** A row of the examples of its members. */
function exampleOf(row: z.ZodObject): Readonly<Record<string, unknown>> {
  const members = Object.entries(row.shape).map(([name, schema]) => {
    const examples: unknown = isSchema(schema) ? z.globalRegistry.get(schema)?.['examples'] : undefined;
    return [name, Array.isArray(examples) ? (examples as unknown[])[0] : undefined] as const;
  });
  return Object.fromEntries(members.filter(([, example]) => example !== undefined));
}

/**
 * The rows of a body. As JSON and over tRPC they are an array; an operation that names `csv` or `ndjson` in `bodies` takes
 * them line by line as well, and its other members then stand in the query. A row that is wrong is no fault of the call:
 * its handler reads each by `readRows`.
 *
 * @param row what a row is to be
 */
export function rowsOf<Row extends z.ZodObject>(row: Row, { most }: { readonly most: number }) {
  const item = z.unknown();
  // What a client is to send, though all else is taken too.
  item._zod.toJSONSchema = () => {
    // One of its members alone is in no registry, so that it is written out instead of being referred to.
    const { $schema: _, ...schema } = z.toJSONSchema(z.object(row.shape), { io: 'input', reused: 'inline' });
    return schema;
  };
  const rows = z
    .array(item as unknown as z.ZodType<unknown, z.input<Row>>)
    .min(1)
    .max(most)
    .meta({ description: `The rows, 1 to ${most}.`, examples: [[exampleOf(row)]] });
  return Object.assign(rows, { row });
}

/** The member of an input that has the rows of a body, with what each is to be; undefined where there is none. */
export function rowsIn(input: z.ZodObject): { readonly member: string; readonly row: z.ZodObject } | undefined {
  for (const [member, schema] of Object.entries(input.shape)) {
    const row: unknown = isSchema(schema) && 'row' in schema ? schema.row : undefined;
    // rowsOf has put it there.
    if (isSchema(row)) return { member, row: row as unknown as z.ZodObject };
  }
  return undefined;
}

/** Lines are read, and the rows of a body are a member. */
export function checkLines(method: Method, { input, output, scope, bodies = [] }: OperationDeclaration): void {
  if (linesIn(output) !== undefined && (method !== 'GET' || scope === 'registry')) {
    throw new DeclarationError('only a read of a sandbox can answer with lines');
  }
  const lines = bodies.find((body) => body === 'csv' || body === 'ndjson');
  if (lines !== undefined && rowsIn(input) === undefined) {
    throw new DeclarationError(`bodies has ${lines}, but its input has no member that rowsOf(…) makes`);
  }
}

/** A media type, and its parameters (RFC 9110 §8.3.1). */
const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:; ?[\w-]+=[\w-]+)*$/;

/**
 * A file of one of these media types. Over REST its bytes are the body, with a strong ETag and ranges (RFC 9110 §14); over
 * tRPC they stand in a document, in base64.
 *
 * @throws {@link DeclarationError} naming what is no media type
 *
 * @example
 * ```ts
 * import { fileOf, get } from '@understudy/contract';
 * import { z } from 'zod';
 * const getPlan = get('/api/rooms/{room_id}/plan', {
 *   summary: 'Get the plan of a room',
 *   description: 'A drawing of the room from above.',
 *   input: z.object({ room_id: z.string() }),
 *   output: fileOf(['image/png', 'image/svg+xml']),
 * });
 * ```
 */
export function fileOf<const Type extends string>(mediaTypes: readonly [Type, ...Type[]]) {
  const odd = mediaTypes.find((type) => !MEDIA_TYPE.test(type));
  if (odd !== undefined) throw new DeclarationError(`${JSON.stringify(odd)} is not a media type, such as image/png`);
  const document = z.object({
    media_type: z.enum(mediaTypes).meta({ description: 'Media type of the file.', examples: [mediaTypes[0]] }),
    base64: z.base64().meta({ description: 'The bytes of the file in base64 (RFC 4648 §4).', examples: ['aGVsbG8='] }),
  });
  return Object.assign(shaped('file', document), { mediaTypes });
}

/**
 * The media types that a file of an operation can have; none where it answers no file.
 *
 * @example
 * ```ts
 * import { fileOf, mediaTypesOf } from '@understudy/contract';
 * console.log(mediaTypesOf({ output: fileOf(['image/png']) })); // [ 'image/png' ]
 * ```
 */
export function mediaTypesOf({ output }: { readonly output: z.ZodType }): readonly string[] {
  // fileOf has put them there.
  return 'mediaTypes' in output ? (output.mediaTypes as readonly string[]) : [];
}
