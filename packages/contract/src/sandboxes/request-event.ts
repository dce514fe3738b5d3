/** What the stream of the request journal carries. */
import { z } from 'zod';
import { streamOf } from '../kit/stream.js';
import { journalEntry } from './request.js';

/** Entries that a reader of the stream has missed. */
export const droppedRequests = z
  .object({
    count: z
      .int()
      .min(1)
      .meta({ description: 'How many entries are missing here.', examples: [1] }),
  })
  .meta({
    id: 'DroppedRequests',
    description: 'Entries that the journal no longer held when they were to be sent, or that were cleared.',
  });

/** The request journal as server-sent events. */
export const journalStream = streamOf(
  { request: journalEntry, dropped: droppedRequests },
  {
    id: 'JournalEvent',
    description:
      'An event of the request journal: `request` for an exchange that has ended, its id the `sequence` of the entry; `dropped` in the position of entries that are missing, its id the `sequence` of the last of them.',
  },
);

/** Entries that a reader of the stream has missed. */
export type DroppedRequests = z.infer<typeof droppedRequests>;
