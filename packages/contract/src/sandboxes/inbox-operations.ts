/** The operations of the control API on the inboxes of a sandbox, which receive webhooks of any sender. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, writtenOf } from '../kit/envelope.js';
import { get, put } from '../kit/methods.js';
import { eitherOr, ruleMembers } from './fault-rule.js';
import { journalEntry, journalMeta } from './request.js';
import { awaiting } from './request-operations.js';
import { sandboxName } from './sandbox-name.js';
import { shownRule } from './shown-rule.js';
import { strict } from './strict.js';

const control = { scope: 'registry', credential: 'admin', cache: 'none' } as const;

/** Name of an inbox: it is part of its address, and of the id of its rule. */
export const inboxName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,49}$/, 'must be 1 to 50 letters, digits, and _ . - after the first')
  .meta({ description: 'Name of the inbox: whichever you like.', examples: ['orders'] });

/** What an inbox cannot say of its rule: which requests it is about, and what is read of it. */
const { id: _id, enabled: _e, when: _w, per: _p, order: _o, matched: _m, struck: _s, ...others } = ruleMembers;

/** Input of `PUT /sandboxes/{name}/inbox/{box}`. */
const inboxSettings = strict(
  {
    name: sandboxName,
    box: inboxName,
    secret: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Secret that signatures are checked with, beside those of registrations with this URL.' }),
    ...others,
  },
  ['name', 'box'],
)
  .check((payload) => {
    const { fault, answer } = payload.value;
    if ((fault ?? answer ?? undefined) !== undefined) eitherOr(payload);
  })
  .meta({
    title: 'InboxSettings',
    description:
      'What the inbox answers: by default 200, else `fault` or `answer`, after so many requests and so often.',
    examples: [{ fault: 'server_error', times: 2 }],
  });

/** The operations on the inboxes of a sandbox. */
export const inboxOperations = {
  listInbox: get('/sandboxes/{name}/inbox/{box}', {
    ...control,
    summary: 'List what came to an inbox',
    description:
      'The requests that were posted to this URL, oldest first, each with `signature`, which says whether its signature verifies. They are entries of the request journal. `wait` and `min` are those of the journal: it answers once so many have come, or after that time. A POST to this URL takes any body of up to 10 MB, and answers 200 unless PUT says otherwise. It needs no token from this machine or with a signature that verifies.',
    searches: ['query', 'body'],
    sorts: ['received_at', 'sequence'],
    holds: 'wait',
    input: listInput({ name: sandboxName, box: inboxName, ...awaiting }),
    output: listOf(journalEntry, { meta: journalMeta }),
  }),
  putInbox: put('/sandboxes/{name}/inbox/{box}', {
    ...control,
    summary: 'Configure what an inbox answers',
    description:
      'Sets what the inbox answers, with the same members as a fault rule, and the secret of its sender. It is a rule of the sandbox, with the id `inbox:` and the name, so it is counted, switched off and removed like the others, and a preset stands for several. Other rules do not apply to inboxes. That id for a rule of something else is a 409.',
    kinds: ['conflict', 'sandbox_full'],
    input: inboxSettings,
    output: writtenOf(shownRule),
  }),
};
