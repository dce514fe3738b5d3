/** Finds a member of a record, also within its objects and lists: `author.name`. */

type Members = Readonly<Record<string, unknown>>;

/** The value of a member, in a list those of its objects; undefined where there is none. A name may have dots in it. */
export function memberAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  // Of several objects, what they have.
  if (Array.isArray(value)) return inEach(value, path);
  if (Object.hasOwn(value, path)) return (value as Members)[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(value, name) ? memberAt((value as Members)[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function inEach(values: readonly unknown[], path: string): unknown {
  const found = values.flatMap((one) => memberAt(one, path) ?? []);
  return found.length === 0 ? undefined : found;
}
