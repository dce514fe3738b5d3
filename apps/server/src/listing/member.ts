/** Finds a member of a record, also within its objects: `author.name`. */

type Members = Readonly<Record<string, unknown>>;

/** The value of a member; undefined where there is none. */
export function memberAt(record: unknown, path: string): unknown {
  const members = (record ?? {}) as Members;
  if (!path.includes('.')) return members[path];
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Members)[name] : undefined;
  }, record);
}
