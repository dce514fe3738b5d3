/** The journal says of a token answer when the clock of its sandbox is not that of the machine. */
import type { JournalEntry } from '@understudy/contract';
import { expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, NOW } from '../support.js';
import { openEach, useClock } from '../use.js';

useClock(NOW);
const server = openEach(() => inProcess({ clock: 'real' }));

/** Asks for a token in a sandbox, and answers the hint of the journal. */
async function hintAfter(setting: object | undefined, secret = 'understudy-secret'): Promise<string | null> {
  if (setting !== undefined) await send(server, 'POST', '/sandboxes/default/clock', setting);
  const authorization = `Basic ${Buffer.from(`understudy-web:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'orders' });
  await server.fetch('/api/oauth/token', { method: 'POST', headers: { authorization }, body });
  const { json } = await send(server, 'GET', '/sandboxes/default/requests?path=/api/oauth/token');
  const { data } = json as unknown as { data: JournalEntry[] };
  return data[0]?.hint ?? null;
}

test.each([
  [undefined, null],
  [{ action: 'advance', seconds: 60 }, null],
  [{ action: 'advance', seconds: 7200 }, /2 hours ahead of that of the machine: .* issued in the future/],
  [{ action: 'freeze', at: '2026-02-26T12:00:00Z' }, /3 days behind that of the machine: .* expired/],
  [{ action: 'freeze', at: NOW }, null],
])('%j', async (setting, expected) => {
  const hint = await hintAfter(setting);
  if (expected === null) expect(hint).toBeNull();
  else expect(hint).toMatch(expected);
});

test('says nothing where there are no tokens', async () => {
  expect(await hintAfter({ action: 'advance', seconds: 7200 }, 'wrong')).toBeNull();
});
