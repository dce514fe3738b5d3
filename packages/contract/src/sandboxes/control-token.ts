/** Tokens that control some sandboxes and nothing else, and the operations on them. */
import { z } from 'zod';
import { unsearchedListInput } from '../kit/controls.js';
import { listOf, nothing, writtenOf } from '../kit/envelope.js';
import { instant } from '../kit/field.js';
import { get, post, remove } from '../kit/methods.js';

const control = { scope: 'registry', credential: 'admin', cache: 'none' } as const;

/** Which sandboxes a token controls: a name in which `*` stands for any characters. */
export const tokenSandboxes = z
  .string()
  .regex(
    /^[a-z0-9*][a-z0-9._*-]{0,63}$/,
    'must be 1 to 64 of a-z, 0-9, dot, underscore, hyphen and *, starting with a letter, digit or *',
  )
  .meta({
    description: 'Names of the sandboxes that it controls; `*` stands for any characters, or none.',
    examples: ['alice-*'],
  });

/** A token that controls some sandboxes. */
export const controlToken = z
  .object({
    id: z.string().meta({ description: 'Id of the token.', examples: ['ctk_2f9c0a4be1d7'] }),
    sandboxes: tokenSandboxes,
    created_at: instant('When it was made, by the clock of the server.', '2026-01-01T00:00:00.000Z'),
    expires_at: instant('When it ends, by the clock of the server.', '2026-01-31T00:00:00.000Z'),
  })
  .meta({ id: 'ControlToken', description: 'A token that controls some sandboxes.' });

/** A token that controls some sandboxes. */
export type ControlToken = z.infer<typeof controlToken>;

/** A token as it is shown once. */
export const madeControlToken = controlToken
  .extend({
    token: z.string().meta({
      description: 'The token itself. No other answer shows it.',
      examples: ['utk_<TOKEN>'],
    }),
  })
  .meta({ id: 'MadeControlToken', description: 'A token that was just made, with its secret.' });

/** A token as it is shown once. */
export type MadeControlToken = z.infer<typeof madeControlToken>;

/** What is sent to make one. */
export const newControlToken = z
  .object({
    sandboxes: tokenSandboxes,
    expires_in_days: z
      .int()
      .min(1)
      .max(365)
      .default(30)
      .meta({ description: 'Days until it ends.', examples: [30] }),
  })
  .meta({ title: 'NewControlToken', description: 'The token to make.' });

/** The operations on tokens. */
export const tokenOperations = {
  listControlTokens: get('/tokens', {
    ...control,
    summary: 'List the tokens that control sandboxes',
    description: 'The valid tokens, oldest first, without their secrets. Only the admin token may ask.',
    sorts: ['sandboxes', 'created_at', 'expires_at'],
    input: unsearchedListInput({}),
    output: listOf(controlToken),
  }),
  createControlToken: post('/tokens', {
    ...control,
    summary: 'Make a token that controls some sandboxes',
    description:
      'Makes a bearer token for the control API of the sandboxes whose names match, and for nothing else, so that many people can share a server without sharing its admin token. Each call makes another one. Only its hash is stored.',
    kinds: ['conflict'],
    input: newControlToken,
    output: writtenOf(madeControlToken),
  }),
  revokeControlToken: remove('/tokens/{token_id}', {
    ...control,
    summary: 'Revoke a token',
    description: 'Ends a token at once, on every replica. Revoking it again changes nothing.',
    input: z.object({ token_id: controlToken.shape.id }),
    output: nothing,
  }),
};
