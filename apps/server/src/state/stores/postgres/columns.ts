/** Records as the parameters of a statement: the columns of their rows, each as one array. */
import type { StoredRecord } from '../../model/stored-record.js';
import { toRows } from '../rows.js';

/** The columns collection, id, value, place and expires. */
export function columns(records: readonly StoredRecord[]): unknown[] {
  const rows = toRows(records);
  return [
    rows.map(({ collection }) => collection),
    rows.map(({ id }) => id),
    rows.map(({ value }) => value),
    rows.map(({ place }) => place),
    rows.map(({ expires }) => expires),
  ];
}
