/** Reads a body of CSV or NDJSON as rows: what is wrong with one row is a row that says so. */
import { detachString, loadedLater } from '../kit/made-once.js';
import type { z } from 'zod';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import { pointer } from '../kit/faults.js';
import { brackets } from '../kit/json-levels.js';
import { UnreadableRow } from '../kit/read-rows.js';
import { parseJson } from './json-text.js';

const csv = loadedLater(() => import('../kit/csv.js'));

/** What rows are read as. */
export interface RowRules {
  /** The input member that has them. */
  readonly member: string;
  readonly row: z.ZodObject;
}

/** The type of a schema, seen through what makes it optional, null or a default. */
function kindOf(schema: z.core.$ZodType): { readonly type: string; readonly isNullable: boolean } {
  const { def } = schema._zod;
  const inner = 'innerType' in def ? (def.innerType as z.core.$ZodType | undefined) : undefined;
  if (inner === undefined) return { type: def.type, isNullable: false };
  const { type, isNullable } = kindOf(inner);
  return { type, isNullable: isNullable || def.type === 'nullable' };
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The JSON in a field, which has the limits of a body. */
function parseField(text: string): unknown {
  const { isTooDeep, tooLarge } = brackets(text);
  if (isTooDeep || tooLarge !== undefined) throw new RangeError('it is too deep, or a number in it is too large');
  return JSON.parse(text);
}

/** A field of a CSV as its member has it; text that is not of the type stays text, so that the row says what is wrong. */
function valueOf(text: string, type: string): unknown {
  switch (type) {
    case 'number':
    case 'int':
      return NUMBER.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array':
      return text.split('|').map((one) => detachString(one.trim()));
    case 'object':
    case 'record':
      return parseField(text);
    default:
      // A record may keep it, and must not keep all of the body.
      return detachString(text);
  }
}

/** The row of a record; an empty field is null where that can be, and else left out. */
function rowOf(fields: readonly string[], header: readonly string[], { row }: RowRules): unknown {
  if (fields.length !== header.length) {
    const detail = `has ${fields.length} fields, and the header has ${header.length}`;
    return new UnreadableRow({ code: 'wrong_columns', detail });
  }
  const given: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const schema = Object.hasOwn(row.shape, name) ? row.shape[name] : undefined;
    const text = fields[index] ?? '';
    // A column that rows do not have says nothing.
    if (schema === undefined) continue;
    const { type, isNullable } = kindOf(schema);
    if (text === '') {
      if (isNullable) given[name] = null;
      continue;
    }
    try {
      given[name] = valueOf(text, type);
    } catch {
      return new UnreadableRow({ code: 'invalid_json', detail: 'must be JSON', pointer: pointer([name]) });
    }
  }
  return given;
}

function headerFault(header: readonly string[], { row, member }: RowRules): ProblemError | undefined {
  const known = Object.keys(row.shape);
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  const isHeader = header.some((name) => known.includes(name));
  if (isHeader && twice === undefined) return undefined;
  const detail = isHeader
    ? `names the column ${JSON.stringify(twice?.slice(0, 80))} twice in its header`
    : `has no header: its first line must name the columns, such as ${known.join(',')}`;
  return badRequest([{ pointer: pointer([member]), code: 'invalid_header', detail }]);
}

async function csvRows(text: string, rules: RowRules): Promise<unknown[]> {
  const { csvRecords } = await csv();
  const [first, ...records] = csvRecords(text);
  const header = (first?.fields ?? []).map((name) => name.trim());
  const fault = headerFault(header, rules);
  if (fault !== undefined) throw fault;
  return records.map(({ fields, fault: broken }) =>
    broken === undefined
      ? rowOf(fields, header, rules)
      : new UnreadableRow({ code: 'invalid_csv', detail: `is no CSV (RFC 4180): ${broken}` }),
  );
}

async function ndjsonRow(line: string): Promise<unknown> {
  try {
    return await parseJson(line, { location: { pointer: '#' } });
  } catch (error) {
    const [fault] = error instanceof ProblemError ? (error.details.errors ?? []) : [];
    if (fault === undefined) throw error;
    return new UnreadableRow({ code: fault.code, detail: fault.detail });
  }
}

async function ndjsonRows(text: string): Promise<unknown[]> {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const rows: unknown[] = [];
  for (const line of lines) if (line.trim() !== '') rows.push(await ndjsonRow(line));
  return rows;
}

/**
 * The rows of a body as the one member of an input.
 *
 * @throws ProblemError 400 where a CSV has no header
 */
export async function rowsInput(type: 'csv' | 'ndjson', text: string, rules: RowRules): Promise<object> {
  return { [rules.member]: type === 'csv' ? await csvRows(text, rules) : await ndjsonRows(text) };
}
