/** Objects in which a member that is not known is refused, with those that are. */
import { z } from 'zod';

/**
 * An object that takes these members and no others.
 *
 * @param unnamed members that need not be named to whoever writes one
 */
export function strict<Shape extends z.ZodRawShape>(shape: Shape, unnamed: readonly string[] = []) {
  const known = Object.keys(shape)
    .filter((name) => !unnamed.includes(name))
    .join(', ');
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? `is not known here; known are ${known}` : undefined),
  });
}
