/** Versions of records: the kit counts them, and makes the strong entity tags that follow from them (RFC 9110 §8.8.3). */
import { sha256 } from '#platform/runtime';

/** Members in the order of their names, so that equal values are equal texts. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value as JSON in which the order of members says nothing. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, inOrder) ?? '';
}

/** A record with versions, as its read shows it. */
export interface VersionedRecord {
  /** How often it was written, counted from 1; the kit sets it. */
  readonly version: number;
}

/**
 * The version that a value has.
 *
 * @throws TypeError where it has none
 */
export function versionIn(value: unknown): number {
  const version: unknown =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && Number.isSafeInteger(version)) return version;
  throw new TypeError('a record with versions lacks an integer member version');
}

/**
 * The strong tag of a record: its version, and 8 hexadecimal digits of what is shown of it, without `fields`. Equal
 * records have equal tags, in every process and wherever their members come from.
 */
export function tagOf(shown: unknown): string {
  const hash = sha256(canonical(shown), 'hex').slice(0, 8);
  return `"${versionIn(shown)}-${hash}"`;
}

/**
 * A record as it is kept: one that was changed has the next version, an equal one stays as it was, a new one begins with
 * 1. The version that it says itself counts for nothing.
 */
export function counted<Item extends object>(record: Item, before: Item | undefined): Item {
  if (before === undefined) return { ...record, version: 1 };
  const version = versionIn(before);
  return canonical({ ...record, version }) === canonical(before) ? before : { ...record, version: version + 1 };
}
