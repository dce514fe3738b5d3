/** The operations of the control API on the request journal of a sandbox. */
import { z } from 'zod';
import { commaList } from '../kit/comma-list.js';
import { listInput } from '../kit/controls.js';
import { listOf, nothing } from '../kit/envelope.js';
import { equal, oneOf } from '../kit/filter.js';
import { get, remove } from '../kit/methods.js';
import { streamInput } from '../kit/stream.js';
import { har } from './har.js';
import { journalEntry, journalMeta } from './request.js';
import { journalStream } from './request-event.js';
import { sandboxName } from './sandbox-name.js';
import { since } from './since.js';

const control = { scope: 'registry', credential: 'admin', cache: 'none' } as const;

const method = z
  .string()
  .min(1)
  .max(16)
  .toUpperCase()
  .meta({ description: 'Only requests of these methods, in any case.', examples: ['GET'] });

const status = z
  .int()
  .min(100)
  .max(599)
  .meta({ description: 'Only requests answered with this status.', examples: [200] });

const operation = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: 'Only requests of these operations; a `*` stands for any text.',
    examples: ['education.*'],
  });

/** From where on requests are listed, and for which it waits. */
export const awaiting = {
  since: since.optional(),
  wait: z
    .number()
    .min(0)
    .max(60)
    .default(0)
    .meta({
      description:
        'Waits so many seconds at most, fractions allowed, until `min` requests pass the filters. They are seconds of real time, whatever the clock of the sandbox says. A further page does not wait.',
      examples: [0],
    }),
  min: z
    .int()
    .min(1)
    .max(10_000)
    .default(1)
    .meta({ description: 'With `wait`: how many requests to wait for.', examples: [1] }),
};

/** The operations on the request journal of a sandbox. */
export const requestOperations = {
  listRequests: get('/sandboxes/{name}/requests', {
    ...control,
    summary: 'List the requests a sandbox has answered',
    description:
      'The request journal, oldest first, shared by all processes on a store. With `wait` it answers once `min` requests pass the filters, or after that time with those so far; look at `pagination.total`. It keeps a limited number of requests and bytes; `meta.dropped` counts the requests it no longer holds. Credentials and secrets are masked.',
    searches: ['path', 'query', 'body'],
    filters: { method: oneOf(method), status: equal(status) },
    sorts: ['status', 'duration_ms', 'received_at', 'sequence'],
    formats: {
      har: {
        description: 'a HAR 1.2 document, which the network panels of browsers open',
        schema: har,
      },
    },
    holds: 'wait',
    input: listInput({
      name: sandboxName,
      operation: commaList(operation).optional(),
      path: z
        .string()
        .min(1)
        .max(2000)
        .optional()
        .meta({
          description: 'Only requests to this path below the base URL; a `*` at the end matches anything.',
          examples: ['/api/education/*'],
        }),
      ...awaiting,
    }),
    output: listOf(journalEntry, { meta: journalMeta }),
  }),
  clearRequests: remove('/sandboxes/{name}/requests', {
    ...control,
    summary: 'Clear the request journal of a sandbox',
    description:
      'Drops all requests from the journal, including those of other processes on the same store, and nothing else. `sequence` continues.',
    input: z.object({ name: sandboxName }),
    output: nothing,
  }),
  streamRequests: get('/sandboxes/{name}/requests/stream', {
    ...control,
    summary: 'Follow the requests a sandbox answers',
    description:
      'The request journal as server-sent events: first the requests that it holds, then each one as it ends. An event `request` has the `sequence` of its entry as id, so that a reader who lost the connection resumes where it was. An event `dropped` counts entries that are missing at that point. After an id that does not exist yet, for example from before a restart of the server, the stream begins again. Over tRPC: the events so far.',
    input: streamInput({ name: sandboxName }),
    output: journalStream,
  }),
};
