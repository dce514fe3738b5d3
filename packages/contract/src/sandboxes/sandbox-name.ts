/** The name of a sandbox. */
import { z } from 'zod';

/** Name of a sandbox: it is part of its address. */
export const sandboxName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'must be 1 to 64 of a-z, 0-9, dot, underscore and hyphen, starting with a letter or digit',
  )
  .meta({
    description:
      'Name of the sandbox: 1 to 64 of a-z, 0-9, dot, underscore and hyphen, starting with a letter or digit.',
    examples: ['default'],
  });
