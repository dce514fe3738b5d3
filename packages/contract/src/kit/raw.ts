/** Operations that speak HTTP of their own: what their handlers are given of a request, and what they answer it with. */
import { z } from 'zod';

/** What an operation reads of a request beside its path and body. */
export interface RawDeclaration {
  /** Names of its query parameters: a control of the same name is the operation's. */
  readonly query: readonly string[];
  /** Names of the headers that its handler is given, in lower case. */
  readonly headers: readonly string[];
}

const body = z
  .object({
    type: z.string().meta({ description: 'Its media type, with its parameters.', examples: ['application/json'] }),
    json: z.unknown().meta({ description: 'What JSON says, where it is JSON.' }),
    text: z.string().optional().meta({ description: 'What it says, where it is text of another kind.' }),
    base64: z.string().optional().meta({ description: 'Its bytes, where it is no text.' }),
  })
  .meta({ description: 'The body of a request.' });

/** A request as the handler of such an operation is given it. */
export const rawInput = z
  .object({
    target: z
      .string()
      .optional()
      .meta({ description: 'Path and query below the base URL, as they came.', examples: ['/pets/1?fields=name'] }),
    path: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'Parameters of the path by name, decoded.' }),
    query: z
      .string()
      .default('')
      .meta({ description: 'The query as it was sent.', examples: ['fields=name'] }),
    headers: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'Headers that the operation reads, by name in lower case.' }),
    body: body.optional(),
  })
  .meta({ description: 'A request.' });

/** A request as the handler of such an operation is given it. */
export type RawInput = z.output<typeof rawInput>;

/** What such an operation answers. */
export const rawAnswer = z
  .object({
    status: z
      .int()
      .min(200)
      .max(599)
      .meta({ description: 'Its status.', examples: [200] }),
    type: z.string().meta({ description: 'Its media type; empty without a body.', examples: ['application/json'] }),
    headers: z.record(z.string(), z.string()).meta({ description: 'Its other headers, by name in lower case.' }),
    text: z
      .string()
      .optional()
      .meta({ description: 'Its body, where that is text.', examples: ['{"id":1}'] }),
    base64: z.string().optional().meta({ description: 'The bytes of its body, where that is no text.' }),
  })
  .meta({ description: 'An answer.' });

/** What such an operation answers. */
export type RawAnswer = z.output<typeof rawAnswer>;
