/** A record that differs from the seeded data, in the form in which every store keeps it: its size, and the mark at which it is known. */
import { byteLength } from '#platform/runtime';

/** A record that differs from the seeded data. */
export interface StoredRecord {
  readonly collection: string;
  readonly id: string;
  /** The record as JSON data; {@link REMOVED} where it was removed; null takes it away, once its life has ended. */
  readonly value: unknown;
  /**
   * Position among the records created in its collection, from 0; null where it is in no list, or a seeded record
   * changed. A record that is written again with null keeps the position it has.
   */
  readonly order: number | null;
  /** When its life ends, by the sandbox's clock, in ms since 1970; null: never. */
  readonly expires: number | null;
}

/** The `expires` of a record that somebody has yet to finish: it ends then, and nobody knows when. */
export const UNFINISHED = Number.MAX_SAFE_INTEGER;

/**
 * The `value` of a record that was removed. It stays where the record was: the positions of others do not move, and a
 * process that knows the record learns that it is gone.
 */
export const REMOVED = 'removed';

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

/** How much a sandbox holds beyond the seeded data. */
export interface Counts {
  /** Records that were created or changed. */
  readonly changed: number;
  /** Bytes that they take. */
  readonly bytes: number;
}

/**
 * How far someone knows a sandbox: revisions count its writes, and a new generation begins whenever
 * its whole state is replaced. Generation 0 is the seeded data alone.
 */
export interface Mark {
  readonly generation: number;
  readonly revision: number;
}

/** Where everyone starts. */
export const UNKNOWN: Mark = { generation: 0, revision: 0 };
