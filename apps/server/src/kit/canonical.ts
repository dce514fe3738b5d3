/** Texts that are equal where values are equal as JSON. */

/** Members in the order of their names, so that equal values are equal texts. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value as JSON in which the order of members says nothing. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, inOrder) ?? '';
}
