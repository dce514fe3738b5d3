/** Reads what a caller filters and sorts by: members of a record as it is shown, also within its objects and lists, and the numbers computed of it. */
import type { Listing } from '../kit/listing.js';

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

/** A listing, as far as what is read of its records goes. */
export type Read<Item extends { readonly id: string }> = Pick<Listing<Item, unknown, string>, 'show' | 'read'> &
  Partial<Pick<Listing<Item, unknown, string>, 'compute'>>;

/** Gives what a caller sees of a record under a name. */
export function lookAt<Item extends { readonly id: string }>(
  { show, read, compute = {} }: Read<Item>,
  record: Item,
): (name: string) => unknown {
  let shown: unknown;
  return (name) => {
    const computed = Object.hasOwn(compute, name) ? compute[name] : undefined;
    if (computed !== undefined) return computed.of(record);
    if (read !== undefined) return read(record, name);
    shown ??= show?.(record) ?? record;
    return memberAt(shown, name);
  };
}
