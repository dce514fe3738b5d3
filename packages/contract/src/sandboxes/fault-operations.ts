/** The operations of the control API on the rules of a sandbox. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { batchOf, listOf, writtenOf } from '../kit/envelope.js';
import { get, patch, post, put, remove } from '../kit/methods.js';
import { sandboxName } from './sandbox-name.js';
import { newRule, newRules, ruleChange, shownRule } from './shown-rule.js';

const control = { scope: 'registry', credential: 'admin', cache: 'none' } as const;

/** The operations on the rules of a sandbox. */
export const faultOperations = {
  listFaults: get('/sandboxes/{name}/faults', {
    ...control,
    summary: 'List the fault rules of a sandbox',
    description:
      'The rules in the order in which they are tried, each with the number of requests that it matched and how often it was applied: those that were set, else those of the configuration.',
    searches: ['id', 'fault'],
    sorts: ['id', 'matched', 'struck', 'order'],
    input: listInput({ name: sandboxName }),
    output: listOf(shownRule),
  }),
  putFaults: put('/sandboxes/{name}/faults', {
    ...control,
    summary: 'Set the fault rules of a sandbox',
    description:
      'Replaces all rules, and answers them. Their counts begin at zero. Setting rules does not count as the first write: seed and sizes can still be changed, and a reset drops the rules. A preset is expanded to its rules.',
    kinds: ['sandbox_full'],
    input: newRules,
    output: batchOf(shownRule),
  }),
  addFault: post('/sandboxes/{name}/faults', {
    ...control,
    summary: 'Add a fault rule to a sandbox',
    description:
      'Adds a rule after the others, or at `order`, and answers it; the counts of the others stay. An id that another rule has is a 409.',
    kinds: ['conflict', 'sandbox_full'],
    input: newRule,
    output: writtenOf(shownRule),
  }),
  deleteFaults: remove('/sandboxes/{name}/faults', {
    ...control,
    summary: 'Remove all fault rules of a sandbox',
    description: 'Removes all rules, and answers them. A reset restores those of the configuration.',
    input: z.object({ name: sandboxName }),
    output: batchOf(shownRule),
  }),
  updateFault: patch('/sandboxes/{name}/faults/{id}', {
    ...control,
    summary: 'Change a fault rule',
    description: 'Switches a rule on or off, or moves it among the others. Its counts stay.',
    input: ruleChange,
    output: writtenOf(shownRule),
  }),
  deleteFault: remove('/sandboxes/{name}/faults/{id}', {
    ...control,
    summary: 'Remove a fault rule',
    description:
      'Removes a rule, and answers it. Removing one that does not exist succeeds and answers no record, so that the call can be repeated.',
    input: z.object({ name: sandboxName, id: shownRule.shape.id }),
    output: writtenOf(shownRule),
  }),
};
