/** What the OpenAPI document says of lines: those that are answered, and rows that are sent as such. */
import { linesIn, lineTypes, type Operation, rowsIn } from '@understudy/contract/kit';
import { sampleInput } from '@understudy/contract/samples';
import type { z } from 'zod';
import { csvText } from '../../kit/csv.js';
import { fieldOf } from '../../call/lines.js';
import type { Media } from './bodies.js';
import type { OpenApiOperation } from './openapi-document.js';
import { rowName } from './lines-example.js';
import { inputMembers, type Json, parameter } from './parameters.js';

/** The schemas of rows, by the name of their component. */
export function rowSchemas(operations: Iterable<Operation>): (readonly [string, z.ZodType])[] {
  return Array.from(operations).flatMap((operation) => {
    const declared = linesIn(operation.output);
    return declared === undefined ? [] : [[rowName(operation), declared.row] as const];
  });
}

/** The bodies of lines: each line of the NDJSON is a row (JSON Schema Validation §8.5). */
export function linesContent(operation: Operation): Media {
  const row = { $ref: `#/components/schemas/${rowName(operation)}` };
  const ndjson = { type: 'string', contentMediaType: 'application/json', contentSchema: row };
  return { [lineTypes.csv]: { schema: { type: 'string' } }, [lineTypes.ndjson]: { schema: ndjson } };
}

/** The members beside the rows, as query parameters: lines have no room for them. */
function besideRows(operation: Operation, member: string): Json[] {
  const { input, path, meta } = operation;
  const own = Object.entries(inputMembers(input)).filter(
    ([name]) => name !== member && !path.includes(`{${name}}`) && !Object.hasOwn(meta.headers, name),
  );
  return own.map(([name, schema]) => ({
    ...parameter(name, { in: 'query', required: false }, { ...schema }),
    'x-understudy-body': true,
  }));
}

/** Documents the rows of a body: as JSON, and as lines with all else in the query. */
export function addRows(found: OpenApiOperation, operation: Operation): void {
  const rows = rowsIn(operation.input);
  const content: Media | undefined = found.requestBody?.content;
  if (rows === undefined || content === undefined) return;
  const { [rows.member]: given } = sampleInput(operation);
  const [row = {}] = given as readonly object[];
  const csv = csvText([Object.keys(row), Object.values(row).map(fieldOf)]);
  const examples = { 'text/csv': csv, [lineTypes.ndjson]: `${JSON.stringify(row)}\n` };
  for (const [type, example] of Object.entries(examples)) {
    if (content[type] !== undefined) content[type] = { schema: { type: 'string' }, example };
  }
  found['x-understudy-rows'] = rows.member;
  found.parameters = [...(found.parameters ?? []), ...besideRows(operation, rows.member)];
}
