/** Several logins and the like in one call, each with a result of its own. */
import { z } from 'zod';
import { refreshToken } from './session.js';
import { credentials, newUser } from './user.js';

/** Operations that a batch can hold. */
export const batchOperations = ['register', 'login', 'refresh', 'logout'] as const;

const ref = z
  .string()
  .max(100)
  .optional()
  .meta({
    description: 'A name that the caller gives the operation; it is returned with the result.',
    examples: ['first'],
  });

const operation = z
  .discriminatedUnion(
    'op',
    [
      newUser.extend({ op: z.literal('register'), ref }),
      credentials.extend({ op: z.literal('login'), ref }),
      z.object({ op: z.literal('refresh'), refresh_token: refreshToken, ref }),
      z.object({
        op: z.literal('logout'),
        access_token: z
          .string()
          .min(1)
          .max(4000)
          .optional()
          .meta({ description: 'Access token of the session.', examples: ['<ACCESS_TOKEN>'] }),
        refresh_token: refreshToken.optional(),
        ref,
      }),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${batchOperations.join(', ')}` : undefined) },
  )
  .meta({ description: 'One operation, with the members that its own route takes.' });

/** One operation of a batch. */
export type BatchOperation = z.infer<typeof operation>;

/** Body of `POST /api/auth/batch`. */
export const batch = z
  .object({
    operations: z
      .array(operation)
      .min(1)
      .max(50)
      .meta({
        description: 'The operations, in order: each sees what the ones before it did.',
        examples: [[{ op: 'login', ref: 'first', email: 'nobody@example.com', password: 'Passw0rd!' }]],
      }),
  })
  .meta({ title: 'Batch', description: 'Operations to run in order.' });

/** The result of one operation of a batch. */
export const batchResult = z
  .object({
    ref: z
      .string()
      .nullable()
      .meta({ description: "The caller's name for the operation; null if none was given.", examples: ['first'] }),
    op: z.enum(batchOperations).meta({ description: 'The operation.', examples: ['login'] }),
    ok: z.boolean().meta({ description: 'Whether it succeeded.', examples: [false] }),
    status: z.int().meta({ description: 'Status that its own route would have answered.', examples: [401] }),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The item that its own route would have answered; null for a failure.', examples: [null] }),
    error: z
      .object({
        kind: z.string().meta({ description: 'Problem kind.', examples: ['unauthorized'] }),
        detail: z.string().meta({ description: 'What went wrong.', examples: ['the e-mail or the password is wrong'] }),
      })
      .nullable()
      .meta({ description: 'Why it failed; null for a success.' }),
  })
  .meta({ id: 'BatchResult', description: 'The result of one operation of a batch.' });

/** The result of one operation of a batch. */
export type BatchResult = z.infer<typeof batchResult>;
