/** Who may set fault rules, and by which way. */
import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client';
import { expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, overSocket } from '../support.js';
import { rulesOf, texts } from './rules.js';

const calls = [
  ['GET', '/sandboxes/a/faults', undefined],
  ['PUT', '/sandboxes/a/faults', { rules: [{ id: 'x', fault: 'hang' }] }],
  ['POST', '/sandboxes/a/faults', { fault: 'hang' }],
  ['PATCH', '/sandboxes/a/faults/x', { enabled: false }],
  ['DELETE', '/sandboxes/a/faults/x', undefined],
  ['DELETE', '/sandboxes/a/faults', undefined],
] as const;

it('whoever has the admin token, where there is one', async () => {
  await using guarded = await inProcess({ adminToken: 'letmein' });
  for (const [method, path, body] of calls) {
    for (const authorization of ['', 'Bearer wrong']) {
      const refused = await send(guarded, method, path, body, { authorization });
      expect([method, path, refused.status]).toEqual([method, path, 401]);
    }
    const { status } = await send(guarded, method, path, body, { authorization: 'Bearer letmein' });
    expect([method, path, status]).toEqual([method, path, 200]);
  }
});

it('nobody for the default sandbox of a public address without one', async () => {
  await using open = await inProcess({ host: '0.0.0.0' });
  for (const [method, path, body] of calls) {
    const shared = await send(open, method, path.replace('/a/', '/default/'), body);
    expect([method, path, shared.status]).toEqual([method, path, 403]);
    expect([method, path, (await send(open, method, path, body)).status]).toEqual([method, path, 200]);
  }
});

it('with controls and unknown names, as in the control API', async () => {
  await using server = await inProcess();
  await send(server, 'PUT', '/sandboxes/a', { strict: true });
  for (const [method, path, body] of calls) {
    const forced = await send(server, method, `${path}?simulate_error=server_error&fault=reset`, body);
    expect([method, path, forced.status]).toEqual([method, path, 200]);
  }
});

it('a client of tRPC', async () => {
  await using server = await overSocket();
  const api = createTRPCUntypedClient({ links: [httpBatchLink({ url: `${server.origin}/trpc` })] });
  const named = { name: 'a' };
  await api.mutation('sandboxes.putFaults', { ...named, rules: [{ id: 'x', fault: { fault: 'delay', ms: 1 } }] });
  await api.mutation('sandboxes.addFault', { ...named, fault: 'reset' });
  await api.mutation('sandboxes.updateFault', { ...named, id: 'rule_1', order: 1 });
  expect(await texts(server, 'a')).toEqual(['rule_1: reset', 'x: delay;ms=1']);
  const listed = (await api.query('sandboxes.listFaults', named)) as Record<string, unknown>;
  expect(rulesOf({ json: listed }).map(({ id }) => id)).toEqual(['rule_1', 'x']);
  await api.mutation('sandboxes.deleteFault', { ...named, id: 'x' });
  expect(await texts(server, 'a')).toEqual(['rule_1: reset']);
  await api.mutation('sandboxes.deleteFaults', named);
  expect(await texts(server, 'a')).toEqual([]);
});
