/** The control API: sandboxes, their clocks, snapshots and request journals. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { get, post, put, remove } from '../kit/methods.js';
import { journalEntry, journalMeta } from './request.js';
import { clockChange, clockReading, listedSandbox, sandbox, sandboxName, sandboxSettings } from './sandbox.js';
import { snapshot, snapshotToRestore } from './snapshot.js';

const control = { scope: 'registry', credential: 'admin', cache: 'none' } as const;
const named = z.object({ name: sandboxName });

/** The control API. */
export const sandboxes = defineDomain({
  name: 'sandboxes',
  description: 'Private copies of the whole API: their data, clock, snapshots and request journal.',
  operations: {
    listSandboxes: get('/sandboxes', {
      ...control,
      summary: 'List sandboxes',
      description:
        'The sandboxes that were written to or configured, in the order in which they first were; `default` comes first. One whose stored state cannot be read has the member `unreadable` instead of what is not known.',
      searches: ['name'],
      input: listInput({}),
      output: listOf(listedSandbox),
    }),
    putSandbox: put('/sandboxes/{name}', {
      ...control,
      summary: 'Create or reconfigure a sandbox',
      description:
        'Makes the sandbox be as the body says. Nobody needs to call this: a sandbox of any name can be used at once, with the defaults, and is kept from its first write on. Seed and sizes can be changed until the first write, and another sandbox copied until then: afterwards that is a 409.',
      kinds: ['conflict', 'sandbox_full'],
      input: sandboxSettings,
      output: writtenOf(sandbox),
    }),
    getSandbox: get('/sandboxes/{name}', {
      ...control,
      summary: 'Get a sandbox',
      description:
        'Seed, revision, clock and counts of one sandbox. One that nobody has written to or configured has revision 0 and the defaults: every name has a sandbox.',
      input: named,
      output: recordOf(sandbox),
    }),
    deleteSandbox: remove('/sandboxes/{name}', {
      ...control,
      summary: 'Forget a sandbox',
      description:
        'Forgets the sandbox with all that was written to it, and answers what it was. One that does not exist is a success with no record, so that this may be repeated; so is one that could not be read.',
      input: named,
      output: writtenOf(sandbox),
    }),
    resetSandbox: post('/sandboxes/{name}/reset', {
      ...control,
      summary: 'Reset a sandbox',
      description: 'Takes back every write, the clock included: the sandbox is as PUT configured it.',
      input: named,
      output: writtenOf(sandbox),
    }),
    setClock: post('/sandboxes/{name}/clock', {
      ...control,
      summary: 'Wind the clock of a sandbox',
      description:
        'Freezes, advances or resumes the clock. Any instant may be set while the sandbox is unwritten; afterwards it only goes forward, and going back is a 409.',
      kinds: ['conflict'],
      input: clockChange,
      output: writtenOf(clockReading),
    }),
    getSnapshot: get('/sandboxes/{name}/snapshot', {
      ...control,
      summary: 'Export a sandbox',
      description:
        'The whole state of the sandbox as one document. It is privileged: it holds password hashes and webhook secrets, since restoring needs them.',
      input: named,
      output: snapshot,
    }),
    restoreSnapshot: put('/sandboxes/{name}/snapshot', {
      ...control,
      summary: 'Restore a sandbox',
      description:
        'Replaces the state of the sandbox by that of a snapshot. A damaged one, or one of a newer format, is a 400 and changes nothing; its settings have the bounds that PUT has.',
      kinds: ['sandbox_full'],
      bodyLimit: 'snapshot',
      input: snapshotToRestore,
      output: writtenOf(sandbox),
    }),
    listRequests: get('/sandboxes/{name}/requests', {
      ...control,
      summary: 'List the requests a sandbox has answered',
      description:
        'The request journal of this process, oldest first. It is limited by requests and by bytes, and `meta.dropped` counts what it no longer holds. Credentials and secrets are masked.',
      searches: ['path', 'query', 'body'],
      input: listInput({
        name: sandboxName,
        method: z
          .string()
          .min(1)
          .max(16)
          .optional()
          .meta({
            description: 'Only requests of this method, in any case.',
            examples: ['GET'],
          }),
        path: z
          .string()
          .min(1)
          .max(2000)
          .optional()
          .meta({
            description: 'Only requests to this path below the base URL; a `*` at its end stands for anything.',
            examples: ['/api/education/*'],
          }),
        status: z
          .int()
          .min(100)
          .max(599)
          .optional()
          .meta({
            description: 'Only requests answered with this status.',
            examples: [200],
          }),
        since: z
          .int()
          .min(0)
          .optional()
          .meta({
            description: 'Only requests after the one with this `sequence`.',
            examples: [0],
          }),
      }),
      output: listOf(journalEntry, { meta: journalMeta }),
    }),
  },
});

export * from './request.js';
export * from './sandbox.js';
export * from './snapshot.js';
