/** How many bytes a record takes: the measure of all limits, the same in every process and on every store. */
import { byteLength } from '#platform/bytes';

/** Sizes of the values that were measured; a value never changes once it is stored. */
const known = new WeakMap<object, number>();

function remember(value: unknown, bytes: number): number {
  if (typeof value === 'object' && value !== null) known.set(value, bytes);
  return bytes;
}

/** The JSON of a value, as stores keep it. */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  remember(value, byteLength(text));
  return text;
}

/** The value of a JSON text that a store has kept. */
export function valueOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  remember(value, byteLength(text));
  return value;
}

/** Bytes that a value takes: its JSON in UTF-8. What is not there takes none. */
export function sizeOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  const measured = typeof value === 'object' ? known.get(value) : undefined;
  return measured ?? remember(value, byteLength(JSON.stringify(value)));
}
