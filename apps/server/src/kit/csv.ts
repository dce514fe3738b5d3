/** CSV (RFC 4180): writes rows, and reads them. The only module that knows its library. */
import Papa from 'papaparse';

/** Rows as CSV, each with its line break. */
export function csvText(rows: readonly (readonly string[])[]): string {
  // An empty row of one field would be no line.
  return rows.map((row) => `${Papa.unparse([[...row]], { newline: '\r\n' })}\r\n`).join('');
}

/** A record of a CSV. */
export interface CsvRecord {
  readonly fields: readonly string[];
  /** What is wrong with its quotes; undefined where nothing is. */
  readonly fault?: string | undefined;
}

/** The records of a CSV, empty lines left out. Fields are separated by commas, and lines end as they like. */
export function csvRecords(text: string): CsvRecord[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true });
  const faults = new Map(errors.flatMap(({ row, message }) => (row === undefined ? [] : [[row, message] as const])));
  return data.map((fields, index) => ({ fields, fault: faults.get(index) }));
}
