/** The control API: sandboxes, their clocks, snapshots and request journals. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { get, post, put, remove } from '../kit/methods.js';
import { faultOperations } from './fault-operations.js';
import { tokenOperations } from './control-token.js';
import { deliveryOperations } from './delivery-operations.js';
import { inboxOperations } from './inbox-operations.js';
import { requestOperations } from './request-operations.js';
import { conductOperations } from './verdict.js';
import { listedSandbox, sandbox, sandboxSettings } from './sandbox.js';
import { clockChange, clockReading } from './sandbox-clock.js';
import { sandboxName } from './sandbox-name.js';
import { snapshot, snapshotToRestore } from './snapshot.js';

const control = { scope: 'registry', credential: 'admin', cache: 'none' } as const;
const named = z.object({ name: sandboxName });

/** The control API. */
export const sandboxes = defineDomain({
  name: 'sandboxes',
  description:
    'Private copies of the whole API: their data, clock, fault rules, snapshots, request journal, and what their clients did wrong.',
  operations: {
    listSandboxes: get('/sandboxes', {
      ...control,
      summary: 'List sandboxes',
      description:
        'The sandboxes that were written to or configured, in the order in which that first happened; `default` comes first. A sandbox whose stored state cannot be read has the member `unreadable` instead of the members that are unknown.',
      searches: ['name'],
      sorts: ['name'],
      input: listInput({}),
      output: listOf(listedSandbox),
    }),
    putSandbox: put('/sandboxes/{name}', {
      ...control,
      summary: 'Create or reconfigure a sandbox',
      description:
        'Configures the sandbox as the body says. Calling this is optional: a sandbox of any name can be used at once, with the defaults, and is kept from its first write on. Until the first write, the seed and the sizes can be changed, and another sandbox can be copied; afterwards that is a 409.',
      kinds: ['conflict', 'sandbox_full'],
      input: sandboxSettings,
      output: writtenOf(sandbox),
    }),
    getSandbox: get('/sandboxes/{name}', {
      ...control,
      summary: 'Get a sandbox',
      description:
        'Seed, revision, clock and counts of one sandbox. Every name has a sandbox: one that was never written to or configured has revision 0 and the defaults.',
      input: named,
      output: recordOf(sandbox),
    }),
    deleteSandbox: remove('/sandboxes/{name}', {
      ...control,
      summary: 'Forget a sandbox',
      description:
        'Deletes the sandbox and everything that was written to it, and answers what it was. Deleting a sandbox that does not exist succeeds and answers no record, so that the call can be repeated; so does deleting one that cannot be read.',
      input: named,
      output: writtenOf(sandbox),
    }),
    resetSandbox: post('/sandboxes/{name}/reset', {
      ...control,
      summary: 'Reset a sandbox',
      description: 'Undoes every write, including changes of the clock: the sandbox is again as PUT configured it.',
      input: named,
      output: writtenOf(sandbox),
    }),
    setClock: post('/sandboxes/{name}/clock', {
      ...control,
      summary: 'Set the clock of a sandbox',
      description:
        'Freezes, advances or resumes the clock. Before the first write, any instant can be set; afterwards the clock only goes forward, and going back is a 409.',
      kinds: ['conflict'],
      input: clockChange,
      output: writtenOf(clockReading),
    }),
    getSnapshot: get('/sandboxes/{name}/snapshot', {
      ...control,
      summary: 'Export a sandbox',
      description:
        'The whole state of the sandbox as one document. Keep it secret: it holds password hashes and webhook secrets, which restoring needs.',
      input: named,
      output: snapshot,
    }),
    restoreSnapshot: put('/sandboxes/{name}/snapshot', {
      ...control,
      summary: 'Restore a sandbox',
      description:
        'Replaces the state of the sandbox with that of a snapshot. A snapshot that is damaged, or of a newer format, is a 400 and changes nothing. Its settings have the same limits as those of PUT.',
      kinds: ['sandbox_full'],
      bodyLimit: 'snapshot',
      input: snapshotToRestore,
      output: writtenOf(sandbox),
    }),
    ...requestOperations,
    ...inboxOperations,
    ...deliveryOperations,
    ...faultOperations,
    ...conductOperations,
    ...tokenOperations,
  },
});

export * from './conduct-rules.js';
export * from './conduct-texts.js';
export * from './control-token.js';
export * from './fault.js';
export * from './fault-rule.js';
export * from './fixed-answer.js';
export * from './stored-rule.js';
export * from './login-settings.js';
export * from './oauth-client.js';
export * from './shown-rule.js';
export * from './presets.js';
export * from './har.js';
export { inboxName } from './inbox-operations.js';
export type { Delivery } from './delivery-operations.js';
export * from './request.js';
export * from './request-event.js';
export * from './sandbox.js';
export * from './sandbox-clock.js';
export * from './sandbox-name.js';
export * from './snapshot.js';
export * from './verdict.js';
