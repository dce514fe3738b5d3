/** What a handler uses once: in a read at once, in a write with what else it writes. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiOf } from '../../src/call/api.js';
import { defineDomain, get, implement, post, recordOf, writtenOf } from '../../src/domain.js';
import { ourDomains } from '../our-domains.js';
import { inProcess, jsonRequest, useServer } from '../support.js';

const entry = z.object({ id: z.string(), is_first: z.boolean() }).meta({ id: 'Entry', description: 'An entry.' });
const input = z.object({ ticket: z.string().meta({ description: 'The ticket.', examples: ['t1'] }) });
const contract = defineDomain({
  name: 'gate',
  description: 'A gate for tickets.',
  kinds: {},
  operations: {
    showTicket: get('/api/gate', {
      summary: 'Show',
      description: 'Shows it.',
      cache: 'none',
      input,
      output: recordOf(entry),
    }),
    tearTicket: post('/api/gate', { summary: 'Tear', description: 'Tears it.', input, output: writtenOf(entry) }),
    loseTicket: post('/api/gate/lost', { summary: 'Lose', description: 'Fails.', input, output: writtenOf(entry) }),
  },
});

const of = ({ ticket }: { readonly ticket: string }, now: number) => ({ of: ['ticket', ticket], until: now + 60_000 });
const gate = implement(contract, {
  handlers: {
    showTicket: async (ctx) => ({ value: { id: 'e', is_first: await ctx.useOnce(of(ctx.input, ctx.now)) } }),
    tearTicket: async (ctx) => ({ value: [{ id: 'e', is_first: await ctx.useOnce(of(ctx.input, ctx.now)) }] }),
    loseTicket: async (ctx) => {
      await ctx.useOnce(of(ctx.input, ctx.now));
      throw ctx.problem('bad_request', { detail: 'it fell' });
    },
  },
});

const server = useServer(inProcess, { serves: apiOf([...ourDomains, gate]) });

const json = { 'content-type': 'application/json' };
async function first(answer: Response): Promise<boolean> {
  const { data } = (await answer.json()) as { data: { is_first: boolean } | { is_first: boolean }[] };
  return Array.isArray(data) ? data[0]?.is_first === true : data.is_first;
}
const show = async (ticket: string) => first(await server.fetch(`/api/gate?ticket=${ticket}`));
const send = (path: string, ticket: string) => server.fetch(path, jsonRequest('POST', { ticket }));
const tear = async (ticket: string) => first(await send('/api/gate', ticket));

it('is good once, whether a read or a write uses it', async () => {
  expect([await show('a'), await show('a'), await tear('a')]).toEqual([true, false, false]);
  expect([await tear('b'), await tear('b'), await show('b')]).toEqual([true, false, false]);
  const all = await Promise.all([show('c'), tear('c'), show('c'), tear('c')]);
  expect(all.filter(Boolean)).toHaveLength(1);
});

it('is not used by a write that fails, nor by a failure that was forced', async () => {
  expect((await send('/api/gate/lost', 'd')).status).toBe(400);
  await send('/api/gate?simulate_error=server_error', 'd');
  await server.fetch('/api/gate?ticket=d&simulate_error=server_error');
  expect(await tear('d')).toBe(true);
});

it('is forgotten in time, by the clock of the sandbox, and with a reset', async () => {
  expect(await show('e')).toBe(true);
  const body = JSON.stringify({ action: 'advance', seconds: 60 });
  await server.fetch('/sandboxes/default/clock', { method: 'POST', headers: json, body });
  expect(await show('e')).toBe(true);
  await server.fetch('/sandboxes/default/reset', { method: 'POST' });
  expect(await show('e')).toBe(true);
});
