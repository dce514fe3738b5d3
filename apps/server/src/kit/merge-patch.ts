/** Applies a merge patch to a value (RFC 7396 §2). */
import { isEqual } from '#platform/runtime';

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function patched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return isEqual(target, patch) ? target : patch;
  // What is no object is replaced by one that has what the patch names.
  const members = new Map<string, unknown>(isObject(target) ? Object.entries(target) : []);
  let isChanged = !isObject(target);
  for (const [name, change] of Object.entries(patch)) {
    const before = members.get(name);
    if (change === undefined) {
      isChanged = members.delete(name) || isChanged;
      continue;
    }
    const after = patched(before, change);
    isChanged ||= after !== before;
    members.set(name, after);
  }
  return isChanged ? Object.fromEntries(members) : target;
}

/**
 * A record with a merge patch applied: objects merge, everything else is replaced, and a member that is undefined is taken
 * away. Where that changes nothing, it is the record itself.
 */
export function mergePatch<Item extends object>(record: Item, patch: object): Item {
  // The members of the patch were parsed by the schemas of those that they replace.
  return patched(record, patch) as Item;
}
