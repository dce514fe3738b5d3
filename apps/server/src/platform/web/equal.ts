/** Whether two values are equal, member by member. */

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Whether two values as JSON has them are equal, whatever the order of their members. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  if (one === other) return true;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}
