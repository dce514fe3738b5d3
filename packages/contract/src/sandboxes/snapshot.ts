/** The whole state of a sandbox as one JSON document. */
import { z } from 'zod';
import { sandboxName } from './sandbox.js';

/** Version of the snapshot format; a server reads its own version and older ones. */
export const SNAPSHOT_FORMAT = 2;

const members = {
  format: z.int().meta({ description: 'Version of this format.', examples: [SNAPSHOT_FORMAT] }),
  data_version: z.int().meta({
    description: 'Version of the seeded data that the records stand on.',
    examples: [1],
  }),
  config: z
    .object({
      seed: z
        .string()
        .min(1)
        .max(200)
        .meta({ description: 'Seed of the generated data.', examples: ['understudy'] }),
      sizes: z.record(z.string(), z.int().min(0)).meta({
        description: 'Seeded records by collection.',
        examples: [{ courses: 200, students: 500, users: 50, events: 60 }],
      }),
      clock: z.union([z.literal('real'), z.int()]).meta({
        description: 'Clock that a reset goes back to: `real`, or the ms since 1970 it stands at.',
        examples: ['real'],
      }),
      ttl_seconds: z
        .int()
        .min(1)
        .nullable()
        .meta({ description: 'Idle life in seconds.', examples: [3600] }),
    })
    .meta({ description: 'How the sandbox was configured.' }),
  revision: z
    .int()
    .min(0)
    .meta({ description: 'Revision of the state.', examples: [0] }),
  records: z
    .array(
      z.object({
        collection: z.string().meta({ description: 'Collection of the record.', examples: ['courses'] }),
        id: z.string().meta({ description: 'Id of the record.', examples: ['crs_0001'] }),
        order: z
          .int()
          .min(0)
          .nullable()
          .meta({
            description: 'Place among the created records of the collection; null for a changed seeded record.',
            examples: [null],
          }),
        value: z.unknown().meta({
          description: 'The record; the text `removed` in the place of one that was removed.',
          examples: [{}],
        }),
      }),
    )
    .meta({ description: 'Every record that differs from the seeded data.', examples: [[]] }),
  sha256: z.string().meta({
    description: 'SHA-256 of the other members, so that damage is noticed (hex).',
    examples: ['0e45912d90338dc81d01fd229269b3e818f9bbe5163603ec517113ca729d3b19'],
  }),
};

/** The whole state of a sandbox. It holds secrets and password hashes: restoring needs them. */
export const snapshot = z
  .object(members)
  .meta({ id: 'Snapshot', description: 'The whole state of a sandbox. It holds secrets: keep it like one.' });

/** The whole state of a sandbox. */
export type Snapshot = z.infer<typeof snapshot>;

/** Input of `PUT /sandboxes/{name}/snapshot`. */
export const snapshotToRestore = z
  .object({ name: sandboxName, ...members })
  .meta({ title: 'SnapshotToRestore', description: 'A snapshot, unchanged, as it was exported.' });
