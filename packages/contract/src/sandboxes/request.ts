/** An entry of the request journal. */
import { z } from 'zod';
import { choice, instant } from '../kit/field.js';
import { answerMeta } from '../kit/envelope.js';

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

/** How an exchange came to its end. */
export const exchangeEndings = ['complete', 'client_left', 'cut', 'opened'] as const;

/** How an exchange came to its end: with the whole answer, with the client gone, cut off by a fault; or with a stream that was opened. */
export type ExchangeEnding = (typeof exchangeEndings)[number];

/** What came of the check of a signature. */
export const signatureStates = ['valid', 'invalid', 'old', 'unsigned', 'unknown'] as const;

/** What came of the check of a signature. */
export type SignatureState = (typeof signatureStates)[number];

/** What the journal has of a body. */
const keptBody = {
  body: z
    .string()
    .nullable()
    .meta({
      description:
        'The body as text, or in Base64, decompressed and with its secrets masked; null if there was none, or the journal no longer has it.',
      examples: [null],
    }),
  body_encoding: choice(['utf8', 'base64'], 'How `body` is written: as text, or in Base64 if it is not text.'),
  body_bytes: z
    .int()
    .min(0)
    .meta({ description: 'Length of the whole body in bytes.', examples: [0] }),
  body_truncated: z.boolean().meta({
    description: 'Whether `body` is not complete, or the journal no longer has it.',
    examples: [false],
  }),
};

const keptHeaders = z.record(z.string(), z.string()).meta({
  description:
    'Headers by name in lower case, those of one name joined by commas; credentials are masked. Empty if the journal no longer has them.',
  examples: [{ accept: 'application/json' }],
});

/** What a sandbox answered. */
const journalResponse = z
  .object({ headers: keptHeaders, ...keptBody })
  .meta({ id: 'JournalResponse', description: 'Headers of an answer, and the first 4,096 bytes of its body.' });

/** A request that a sandbox has answered. */
export const journalEntry = z
  .object({
    id: z.string().meta({ description: 'The X-Request-Id of the answer.', examples: ['req_1a2b3c4d1'] }),
    sequence: z.int().meta({
      description: 'Number of the request in its sandbox, counted from 1 in the order in which the exchanges ended.',
      examples: [1],
    }),
    received_at: instant('When it arrived, by the clock of the machine.', '2026-01-01T00:00:00.000Z'),
    operation: z
      .string()
      .nullable()
      .meta({
        description: 'Name of its operation; null if no route has its path and method, or if it calls several.',
        examples: ['notes.listNotes'],
      }),
    method: z.string().meta({ description: 'HTTP method.', examples: ['GET'] }),
    path: z.string().meta({
      description: 'Path below the base URL of the sandbox.',
      examples: ['/api/notes'],
    }),
    query: z.string().meta({
      description: 'Query as it was sent, without the question mark; secrets are masked.',
      examples: ['per_page=20&q=sql'],
    }),
    headers: keptHeaders,
    ...keptBody,
    controls: z.record(z.string(), z.string()).meta({
      description: 'Controls in the query.',
      examples: [{ delay: '2' }],
    }),
    unknown: z.array(unknownMember).meta({
      description: 'The first 20 query names and body members that no operation knows; they were ignored, or refused.',
      examples: [[]],
    }),
    client: z
      .object({
        address: z
          .string()
          .nullable()
          .meta({
            description: 'Its network address, as reported by a trusted proxy; null in process.',
            examples: ['127.0.0.1'],
          }),
        connection: z
          .string()
          .nullable()
          .meta({
            description:
              'Id of the connection: requests with the same one came on the same connection. For HTTP/2 it begins with `h2_`. Null in process.',
            examples: ['c1'],
          }),
      })
      .meta({ id: 'JournalClient', description: 'Where a request came from.' }),
    trace: z
      .string()
      .nullable()
      .meta({
        description:
          'Id of the trace that its `traceparent` header names (W3C Trace Context); null if it has no valid one, or the journal no longer has its headers.',
        examples: [null],
      }),
    status: z
      .int()
      .nullable()
      .meta({
        description: 'Status of the answer; null if the exchange ended before there was one.',
        examples: [200],
      }),
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
          'The fault that was applied: if there were several, the one that decided the answer, else the first; null if there was none.',
        examples: [null],
      }),
    hint: z
      .string()
      .nullable()
      .meta({
        description:
          'A hint about the answer: that the times of its tokens differ from the time of the client. null if there is none.',
        examples: [null],
      }),
    response: journalResponse,
    signature: choice(
      signatureStates,
      'Of what came to an inbox: whether its signature verifies (Standard Webhooks, Stripe, GitHub); `old` if it does and is more than 5 minutes away from the clock of the sandbox, `unknown` if no secret is known.',
    ).optional(),
    ended: choice(
      exchangeEndings,
      'How the exchange ended: `complete` once the whole answer was sent, `client_left` if the client closed the connection before, `cut` if a fault did; `opened` for a stream of events, which is recorded when it begins.',
    ),
    duration_ms: z
      .number()
      .meta({ description: 'Time from the request to the end of the exchange, in ms.', examples: [1.25] }),
    curl: z.string().meta({
      description: 'A curl command that sends the same request; secrets are masked, so you have to put them in again.',
      examples: ["curl 'http://127.0.0.1:4010/api/notes?q=sql'"],
    }),
  })
  .meta({ id: 'JournalEntry', description: 'An exchange of a sandbox: a request, and its answer.' });

/** A request that a sandbox has answered. */
export type JournalEntry = z.infer<typeof journalEntry>;

/** `meta` of the journal: it says what the ring no longer holds. */
export const journalMeta = answerMeta
  .extend({
    dropped: z.int().meta({
      description: 'Number of older requests that the journal no longer holds.',
      examples: [0],
    }),
    last: z.int().meta({
      description: 'The highest `sequence` that was given in this sandbox; pass it as `since` to continue from here.',
      examples: [0],
    }),
    incomplete: z.boolean().meta({
      description: 'Whether requests are missing in the journal since it was last cleared.',
      examples: [false],
    }),
  })
  .meta({ id: 'JournalMeta', description: 'What the journal no longer holds.' });
