/** Members of the records that tests serve. */
import type { z } from 'zod';

/** A schema with what its document says of it. */
export const described = <Schema extends z.ZodType>(schema: Schema, description: string, example: unknown): Schema =>
  schema.meta({ description, examples: [example as z.output<Schema>] });
