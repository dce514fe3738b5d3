/** An entry of the request journal. */
import { z } from 'zod';
import { choice, instant } from '../kit/field.js';
import { answerMeta } from '../kit/pagination.js';

/** A query name or body member that an operation does not know. */
export const unknownMember = z
  .object({
    name: z.string().meta({ description: 'Its name, up to 100 characters.', examples: ['simulate_eror'] }),
    in: choice(['query', 'body'], 'Where it was.'),
    nearest: z
      .string()
      .nullable()
      .meta({ description: 'The most similar known name; null if none is similar.', examples: ['simulate_error'] }),
  })
  .meta({ id: 'UnknownMember', description: 'A query name or body member that an operation does not know.' });

/** A query name or body member that an operation does not know. */
export type UnknownMember = z.infer<typeof unknownMember>;

/** A request that a sandbox has answered. */
export const journalEntry = z
  .object({
    id: z.string().meta({ description: 'The X-Request-Id of the answer.', examples: ['req_1a2b3c4d1'] }),
    sequence: z.int().meta({
      description: 'Number of the request in its sandbox, counted from 1.',
      examples: [1],
    }),
    received_at: instant('When it arrived, by the clock of the machine.', '2026-01-01T00:00:00.000Z'),
    method: z.string().meta({ description: 'HTTP method.', examples: ['GET'] }),
    path: z.string().meta({
      description: 'Path below the base URL of the sandbox.',
      examples: ['/api/education/courses'],
    }),
    query: z.string().meta({
      description: 'Query as it was sent, without the question mark; secrets are masked.',
      examples: ['per_page=20&q=sql'],
    }),
    headers: z.record(z.string(), z.string()).meta({
      description: 'The first 300 characters of chosen headers; credentials are masked.',
      examples: [{ accept: 'application/json' }],
    }),
    body: z
      .string()
      .nullable()
      .meta({
        description:
          'The first 1,000 characters of the body as text, secrets masked, then an ellipsis; null if there was none, or it could not be read.',
        examples: [null],
      }),
    controls: z.record(z.string(), z.string()).meta({
      description: 'Controls in the query.',
      examples: [{ delay: '2' }],
    }),
    unknown: z.array(unknownMember).meta({
      description: 'The first 20 query names and body members that no operation knows; they were ignored, or refused.',
      examples: [[]],
    }),
    status: z.int().meta({ description: 'Status of the answer.', examples: [200] }),
    kind: z
      .string()
      .nullable()
      .meta({ description: 'Problem kind of the answer; null for a success.', examples: [null] }),
    fault: z
      .object({
        rule: z
          .string()
          .nullable()
          .meta({
            description: 'Id of the fault rule; null if the request asked for the fault itself.',
            examples: ['first-try-fails'],
          }),
        fault: z.string().meta({
          description: 'The fault as a Structured Field item; `answer` for a fixed response.',
          examples: ['server_error'],
        }),
      })
      .nullable()
      .meta({
        description:
          'The fault that struck it: of several the one that decided its answer, else the first; null if none did.',
        examples: [null],
      }),
    duration_ms: z.number().meta({ description: 'Time the answer took, in ms.', examples: [1.25] }),
  })
  .meta({ id: 'JournalEntry', description: 'A request that a sandbox has answered.' });

/** A request that a sandbox has answered. */
export type JournalEntry = z.infer<typeof journalEntry>;

/** `meta` of the journal: it says what the ring no longer holds. */
export const journalMeta = answerMeta
  .extend({
    dropped: z.int().meta({
      description: 'Older requests that the journal no longer holds.',
      examples: [0],
    }),
  })
  .meta({ id: 'JournalMeta', description: 'What the journal no longer holds.' });
