/** The whole state of a sandbox as one JSON document. */
import { z } from 'zod';
import { EARLIEST_INSTANT, LATEST_INSTANT } from '../kit/field.js';
import { storedRules } from './stored-rule.js';
import { sandboxOauthClients } from './oauth-client.js';
import {
  sandboxDeviceAutoApprove,
  sandboxDpopNonce,
  sandboxIdTokenClaims,
  sandboxLogin,
  sandboxScopes,
} from './login-settings.js';
import { sandboxSeed, sandboxSizes, sandboxStrict, sandboxTtl } from './sandbox.js';
import { sandboxName } from './sandbox-name.js';

/** Version of the snapshot format; a server reads its own version and older ones. */
export const SNAPSHOT_FORMAT = 2;

/** How a sandbox is configured, as snapshots and stores keep it: the same bounds as where it is configured. */
export const snapshotConfig = z
  .object({
    seed: sandboxSeed,
    sizes: sandboxSizes,
    clock: z
      .union([z.literal('real'), z.int().min(EARLIEST_INSTANT).max(LATEST_INSTANT)], {
        error: 'must be real, or whole milliseconds since 1970',
      })
      .meta({
        description: 'Clock that a reset goes back to: `real`, or the instant it is frozen at, in ms since 1970.',
        examples: ['real'],
      }),
    ttl_seconds: sandboxTtl,
    // Left out where it is false, as in snapshots made before there was such a thing.
    strict: sandboxStrict.optional(),
    // Left out where they say nothing, likewise.
    login: sandboxLogin.optional(),
    id_token_claims: sandboxIdTokenClaims.optional(),
    scopes: sandboxScopes.optional(),
    oauth_clients: sandboxOauthClients.optional(),
    dpop_nonce: sandboxDpopNonce.optional(),
    device_auto_approve: sandboxDeviceAutoApprove.optional(),
    // Left out where there are none, likewise.
    faults: storedRules.optional(),
  })
  .meta({ description: 'How the sandbox was configured.' });

/** A record of a snapshot. */
export const snapshotRecord = z.object({
  collection: z.string().meta({ description: 'Collection of the record.', examples: ['clock'] }),
  id: z.string().meta({ description: 'Id of the record.', examples: ['clock'] }),
  order: z
    .int()
    .min(0)
    .nullable()
    .meta({
      description: 'Position among the created records of the collection; null for a changed seeded record.',
      examples: [null],
    }),
  value: z.unknown().meta({
    description: 'The record, or the text `removed` if it was removed.',
    examples: [{}],
  }),
});

const count = z.int().min(0);

/** What is counted under one key, for fault rules. */
export const snapshotCount = z.object({
  key: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'The rule, and what it counts separately.', examples: ['1'] }),
  matched: count.meta({ description: 'Requests that matched.', examples: [3] }),
  struck: count.meta({ description: 'How often the rule was applied.', examples: [1] }),
  since: z
    .int()
    .min(EARLIEST_INSTANT)
    .max(LATEST_INSTANT)
    .nullable()
    .meta({
      description: 'When its window or outage began, in ms since 1970; null before the first.',
      examples: [null],
    }),
  used: count.meta({ description: 'Requests in the present window.', examples: [0] }),
});

const head = {
  format: z.int().meta({ description: 'Version of this format.', examples: [SNAPSHOT_FORMAT] }),
  data_version: z.int().meta({
    description: 'Version of the seeded data that the records are based on.',
    examples: [1],
  }),
  config: snapshotConfig,
  // Far more writes than can be made, and far from where integers stop being exact.
  revision: z
    .int()
    .min(0)
    .max(1e15)
    .meta({ description: 'Revision of the state.', examples: [0] }),
  // Left out where there are none.
  fingerprints: z.record(z.string(), z.string()).optional().meta({
    description: 'Fingerprints of the collections of a data file that it has records of; only if there are any.',
  }),
};

const records = z
  .array(snapshotRecord)
  .meta({ description: 'Every record that differs from the seeded data.', examples: [[]] });

const counts = z
  .array(snapshotCount)
  .meta({ description: 'Counts of fault rules, the most recently used last; only if there are any.' });

const sha256 = z.string().meta({ description: 'SHA-256 of the other members, in hex, to detect damage.' });

/** The whole state of a sandbox. It holds secrets and password hashes: restoring needs them. */
export const snapshot = z
  .object({ ...head, counts: counts.optional(), records, sha256 })
  .meta({ id: 'Snapshot', description: 'The whole state of a sandbox. It contains secrets: keep it secret.' });

/** The whole state of a sandbox. */
export type Snapshot = z.infer<typeof snapshot>;

/** Items of which nothing is checked but that they are in an array: a server looks at how many there are before it checks each. */
function unchecked<Items extends z.ZodArray>(items: Items): Items {
  return (
    z
      .unknown()
      .check(({ value, issues }) => {
        if (!Array.isArray(value)) issues.push({ code: 'invalid_type', expected: 'array', input: value });
      })
      // Documented as what it is once it is checked.
      .meta({
        ...items.meta(),
        override: ({ jsonSchema }: { jsonSchema: object }) => {
          const { $schema: _, ...documented } = z.toJSONSchema(items, { io: 'input' });
          Object.assign(jsonSchema, documented);
        },
      }) as unknown as Items
  );
}

/** Input of `PUT /sandboxes/{name}/snapshot`. */
export const snapshotToRestore = z
  .object({
    name: sandboxName,
    ...head,
    counts: unchecked(counts).optional(),
    records: unchecked(records),
    sha256,
  })
  .meta({ title: 'SnapshotToRestore', description: 'A snapshot, exactly as it was exported.' });
