/** Reads the rows of a body, each by itself: one that is wrong says so, and the others count. */
import type { ProblemFault } from '@understudy/contract/kit';
import type { z } from 'zod';
import { addIssues, FaultList, pointer } from './faults.js';

/** Stands for a row whose text could not be read. It is known by its class, so that no client can send one. */
export class UnreadableRow {
  readonly code: string;
  readonly detail: string;
  /** Where in the row it is. */
  readonly pointer: string;

  constructor({ code, detail, pointer: at = '#' }: { code: string; detail: string; pointer?: string }) {
    this.code = code;
    this.detail = detail;
    this.pointer = at;
  }
}

/** What is wrong in a row. */
export interface RowFault {
  /** Where in the row it is, as a JSON pointer. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** A row, by its number from 1: what it says, or what is wrong with it. */
export type ReadRow<Row> =
  | { readonly row: number; readonly value: Row }
  | { readonly row: number; readonly faults: readonly [RowFault, ...RowFault[]] };

const located = ({ pointer: at = '#', code, detail }: ProblemFault): RowFault => ({ pointer: at, code, detail });

function readRow<Row extends z.ZodType>(schema: Row, given: unknown, row: number): ReadRow<z.output<Row>> {
  if (given instanceof UnreadableRow) {
    const { code, detail, pointer: at } = given;
    return { row, faults: [{ pointer: at, code, detail }] };
  }
  const { success, data, error } = schema.safeParse(given);
  if (success) return { row, value: data };
  const list = new FaultList();
  addIssues(list, error, { input: given, locate: (path) => ({ pointer: pointer(path) }) });
  const [first, ...more] = (list.toProblem().details.errors ?? []).map(located);
  return { row, faults: [first ?? { pointer: '#', code: 'invalid', detail: 'is not valid' }, ...more] };
}

/**
 * Reads the rows of an input, in their order.
 *
 * @param rows the member that `rowsOf` has made
 */
export function readRows<Row extends z.ZodType>(
  schema: Row,
  rows: readonly unknown[],
): readonly ReadRow<z.output<Row>>[] {
  return rows.map((given, index) => readRow(schema, given, index + 1));
}
