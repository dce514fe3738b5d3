/** Makes plain JSON of a value that anybody made: a tree, bounded in depth and size, nobody else's. */
import type { Json } from '../model.js';
import { faultOf } from './fault.js';

/** Levels of arrays and objects in a document. */
export const MAX_DEPTH = 1_000;

/** Values in a document. The largest in public, of 47 MB, has 2 million; what has many more repeats itself. */
const MAX_VALUES = 5_000_000;

/** What is not of JSON, as the nearest that is. */
function scalar(value: unknown): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'bigint') return Number(value);
  // 1e999 and .inf; and .nan is no number at all.
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return null;
    return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  return undefined;
}

/** Gives an object a member, `__proto__` too. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else target[name] = value;
}

/** How many values more are copied, of all that go into one document. */
export interface Budget {
  left: number;
}

/**
 * A copy of a value as JSON has it. What several places share is copied for each; what JSON has no word for is left out.
 *
 * @throws DocumentFault where it is in a circle, too deep or too large
 */
export function plainCopy(given: unknown, file?: string, budget: Budget = { left: MAX_VALUES }): Json {
  const open = new Set<object>();
  const copy = (value: unknown): Json | undefined => {
    budget.left -= 1;
    if (budget.left < 0) throw faultOf('it is too large: its aliases or references repeat too much', { file });
    if (typeof value !== 'object' || value === null || value instanceof Date) return scalar(value);
    if (open.has(value)) throw faultOf('it holds itself; JSON has no circles but by $ref', { file });
    if (open.size >= MAX_DEPTH) throw faultOf(`it is nested more than ${MAX_DEPTH} levels deep`, { file });
    open.add(value);
    let result: Json;
    if (Array.isArray(value)) result = value.map((item) => copy(item) ?? null);
    else {
      const members: Record<string, Json> = {};
      for (const [name, member] of Object.entries(value)) {
        const copied = copy(member);
        if (copied !== undefined) setMember(members, name, copied);
      }
      result = members;
    }
    open.delete(value);
    return result;
  };
  return copy(given) ?? null;
}

/**
 * Bounds a value that JSON.parse has made, in place: numbers that JSON cannot hold become the largest that it can.
 *
 * @throws DocumentFault where it is too deep
 */
export function boundParsed(value: unknown, file: string | undefined, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) throw faultOf(`it is nested more than ${MAX_DEPTH} levels deep`, { file });
  // Arrays, too, are objects by their keys.
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (typeof member === 'object') boundParsed(member, file, depth + 1);
    else if (member === Infinity || member === -Infinity) setMember(members, name, scalar(member));
  }
}
