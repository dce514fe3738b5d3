/** A parameter of an OAuth request: a text that may be left out. */
import { z } from 'zod';

/** A parameter: what it says, with an example where one is of use. */
export const parameter = (description: string, ...examples: string[]) =>
  z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .meta({ description, ...(examples.length === 0 ? {} : { examples }) });
