/** Fault rules: a client sets, changes and removes them. */
import { expect, test } from 'vitest';
import { createClient } from '../src/index.js';
import { baseUrl, realServer } from './server.js';

test('rules are set and changed from outside the sandbox that they are about', async () => {
  const { fetch } = realServer();
  const { sandboxes } = createClient({ baseUrl, fetch });
  const named = { name: 'alice' };
  const set = await sandboxes.putFaults({
    ...named,
    rules: [
      { id: 'first', times: 1, per: 'url', fault: 'server_error' },
      {
        fault: [
          { fault: 'delay', ms: 300 },
          { fault: 'status', code: 451 },
        ],
      },
    ],
  });
  expect(set.map(({ id, fault }) => `${id}: ${fault}`)).toEqual([
    'first: server_error',
    'rule_1: delay;ms=300, status;code=451',
  ]);
  const added = await sandboxes.addFault({ ...named, answer: { status: 418, body: 'tea' }, when: { method: 'PUT' } });
  expect(added).toMatchObject({ id: 'rule_2', order: 3, answer: { status: 418, headers: {}, body: 'tea' } });
  expect(await sandboxes.updateFault({ ...named, id: 'first', enabled: false })).toMatchObject({ enabled: false });
  expect((await sandboxes.deleteFault({ ...named, id: 'rule_1' }))?.id).toBe('rule_1');
  expect(await sandboxes.deleteFault({ ...named, id: 'rule_1' })).toBeUndefined();
  const rules = await sandboxes.listFaults({ ...named, per_page: 1 }).toArray({ limit: 10 });
  // What is listed can be set.
  expect(await sandboxes.putFaults({ ...named, rules })).toEqual(rules);
  expect(await sandboxes.deleteFaults(named)).toEqual(rules);
  expect((await sandboxes.getSandbox(named)).counts.fault_rules).toBe(0);
});
