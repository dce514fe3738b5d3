/** Reads what a caller filters and sorts by: members of a record as it is shown, and the numbers computed of it. */
import type { Listing } from '../kit/listing.js';
import { memberAt } from './member.js';

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
