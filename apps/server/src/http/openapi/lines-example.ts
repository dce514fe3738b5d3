/** Examples of the lines that an operation answers. */
import { linesIn, lineTypes, type Operation } from '@understudy/contract/kit';
import { fieldOf } from '../../call/lines.js';
import { csvText } from '../../kit/csv.js';

/** Name of the component that a row is. */
export function rowName({ name, output }: Operation): string {
  const id = linesIn(output)?.row.meta()?.id;
  if (id === undefined) throw new TypeError(`the rows of ${name} have no name; give them .meta({ id })`);
  return id;
}

/** Lines with one row, by their media type. */
export function linesExamples(
  { output }: Operation,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const columns = linesIn(output)?.lines.columns ?? [];
  return {
    [lineTypes.csv]: csvText([columns, columns.map((column) => fieldOf(row[column]))]),
    [lineTypes.ndjson]: `${JSON.stringify(row)}\n`,
  };
}
