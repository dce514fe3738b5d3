/** A sandbox, and what a client sends to make and tune one. */
import { z } from 'zod';
import { choice, instant, settableInstant } from '../kit/field.js';
import { faultRules } from './fault-rule.js';
import {
  sandboxDeviceAutoApprove,
  sandboxDpopNonce,
  sandboxIdTokenClaims,
  sandboxLogin,
  sandboxScopes,
} from './login-settings.js';
import { sandboxOauthClients } from './oauth-client.js';
import { clockModes } from './sandbox-clock.js';
import { sandboxName } from './sandbox-name.js';

/** Most records that a collection can be seeded with. */
export const MAX_SEEDED = 10_000_000;

/** Seeded records by collection. Which collections there are, only a server knows. */
export const sandboxSizes = z
  .record(z.string(), z.int().min(0).max(MAX_SEEDED))
  .meta({ description: 'Seeded records by collection.' });

/** Seed of the generated data. */
export const sandboxSeed = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: 'Seed of the generated data: the same seed gives the same records.',
    examples: ['understudy'],
  });

/** Seconds without a request after which a sandbox is forgotten. */
export const sandboxTtl = z
  .int()
  .min(1)
  .max(31_536_000)
  .nullable()
  .meta({
    description:
      'Seconds without a request after which the sandbox is deleted; null means never, as for `default`. If several processes share a store, it may be a tenth later, and a minute at most.',
    examples: [3600],
  });

/** Whether what the API does not know is refused. */
export const sandboxStrict = z.boolean().meta({
  description:
    'Whether query names and body members that no operation knows are a 400. By default they are ignored, and named in the request journal.',
  examples: [false],
});

/** A private copy of the whole API. */
export const sandbox = z
  .object({
    name: sandboxName,
    base_url: z.string().meta({
      description: 'Base URL of the sandbox, to give to a client.',
      examples: ['http://127.0.0.1:4010'],
    }),
    seed: sandboxSeed,
    sizes: sandboxSizes,
    data_version: z.int().meta({
      description: 'Version of the seeded data; another version has other records for the same seed.',
      examples: [1],
    }),
    revision: z.int().meta({
      description: 'Writes since it was made or reset.',
      examples: [0],
    }),
    clock: z
      .object({
        mode: choice(clockModes, 'Real time, frozen at an instant, or running on from one.'),
        now: instant('The present in the sandbox.', '2026-01-01T00:00:00.000Z'),
      })
      .meta({ description: 'Its clock.' }),
    counts: z
      .object({
        changed: z.int().meta({
          description: 'Records that were created or changed, of all collections.',
          examples: [0],
        }),
        bytes: z.int().meta({
          description: 'Their size in bytes, as JSON in UTF-8, with that of the fault rules and of oauth_clients.',
          examples: [0],
        }),
        fault_rules: z.int().meta({
          description: 'Fault rules; those of the configuration if no others were set.',
          examples: [0],
        }),
      })
      .meta({ description: 'What it holds beyond the seeded data.' }),
    ttl_seconds: sandboxTtl,
    strict: sandboxStrict,
    login: sandboxLogin,
    id_token_claims: sandboxIdTokenClaims,
    scopes: sandboxScopes,
    oauth_clients: sandboxOauthClients,
    dpop_nonce: sandboxDpopNonce,
    device_auto_approve: sandboxDeviceAutoApprove,
  })
  .meta({ id: 'Sandbox', description: 'A private copy of the whole API.' });

/** A private copy of the whole API. */
export type Sandbox = z.infer<typeof sandbox>;

/** A sandbox that the store has, and whose state this release of the server cannot read. */
export const unreadableSandbox = z
  .object({
    name: sandboxName,
    base_url: sandbox.shape.base_url,
    unreadable: z.string().meta({
      description: 'Why it cannot be read. Only an unreadable sandbox has this member; it can be deleted.',
      examples: ['its stored settings are not allowed by this release (#/clock)'],
    }),
  })
  .meta({ id: 'UnreadableSandbox', description: 'A sandbox whose stored state cannot be read; it can be deleted.' });

/** A sandbox that the store has, and whose state this release of the server cannot read. */
export type UnreadableSandbox = z.infer<typeof unreadableSandbox>;

/** A sandbox with its times, which are those of the server: they alone differ from run to run. */
export const timedSandbox = sandbox
  .extend({
    created_at: instant(
      'When it was first written to or configured, by the clock of the server.',
      '2026-01-01T00:00:00.000Z',
    )
      .nullable()
      .meta({
        description: 'When it was first written to or configured, by the clock of the server; null if it was not.',
        examples: ['2026-01-01T00:00:00.000Z'],
      }),
    last_used_at: instant('When it was used last, by the clock of the server.', '2026-01-01T00:00:00.000Z')
      .nullable()
      .meta({
        description:
          'When it was used last, by the clock of the server, to the minute; null if nothing is stored of it.',
        examples: ['2026-01-01T00:00:00.000Z'],
      }),
  })
  .meta({ id: 'TimedSandbox', description: 'A sandbox, and how old it is.' });

/** A sandbox in the list of all: it is there also where it cannot be read. */
export const listedSandbox = z
  .union([timedSandbox, unreadableSandbox])
  .meta({ id: 'ListedSandbox', description: 'A sandbox, or one whose stored state cannot be read.' });

/** A sandbox in the list of all: it is there also where it cannot be read. */
export type ListedSandbox = z.infer<typeof listedSandbox>;

/** Input of `PUT /sandboxes/{name}`. What is left out stays as it is, or is the server's default. */
export const sandboxSettings = z
  .object({
    name: sandboxName.meta({ description: 'Name of the sandbox.', examples: ['checkout-test-1'] }),
    seed: sandboxSeed.optional(),
    sizes: sandboxSizes.optional(),
    clock: z
      .union([z.literal('real'), settableInstant], { error: 'must be real, or an ISO 8601 instant with a time zone' })
      .optional()
      .meta({
        description: 'Clock to start with and to reset to: `real`, or an instant to freeze at.',
        examples: ['2026-01-01T00:00:00.000Z'],
      }),
    ttl_seconds: sandboxTtl.optional(),
    strict: sandboxStrict.optional(),
    login: sandboxLogin.optional(),
    id_token_claims: sandboxIdTokenClaims.optional(),
    scopes: sandboxScopes.optional(),
    oauth_clients: sandboxOauthClients.optional(),
    dpop_nonce: sandboxDpopNonce.optional(),
    device_auto_approve: sandboxDeviceAutoApprove.optional(),
    faults: faultRules.optional().meta({
      description:
        'Fault rules to begin with and to reset to. They replace the rules that were set on `/faults`, and their counts begin at zero.',
      examples: [[]],
    }),
    from: sandboxName.optional().meta({
      description:
        'Another sandbox to copy, with everything that was written to it. It cannot be combined with seed and sizes.',
      examples: ['default'],
    }),
  })
  .meta({
    title: 'SandboxSettings',
    description: 'Settings of the sandbox.',
    examples: [{ seed: 'checkout', clock: '2026-01-01T00:00:00.000Z' }],
  });
