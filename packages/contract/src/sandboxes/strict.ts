/** Objects in which a member that is not known is refused, with those that are. */
import { z } from 'zod';
import { orOneOf } from '../kit/nearest.js';

/**
 * An object that takes these members and no others.
 *
 * @param unnamed members that need not be named to whoever writes one
 */
export function strict<Shape extends z.ZodRawShape>(shape: Shape, unnamed: readonly string[] = []) {
  const known = Object.keys(shape).filter((name) => !unnamed.includes(name));
  return z.strictObject(shape, {
    error: ({ code, keys }) => {
      if (code !== 'unrecognized_keys') return undefined;
      // Several names have one message for all of them.
      const only = Array.isArray(keys) && keys.length === 1 ? String(keys[0]) : '';
      return `is not known here${orOneOf(only, 'the members here are', known)}`;
    },
  });
}
