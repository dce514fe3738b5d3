/** The secret of a key stands in the answer that creates it and in that answer's replay, and nowhere else. */
import type { ApiKeyWithSecret } from '@understudy/contract';
import { beforeAll, expect, test } from 'vitest';
import { inSandbox, jsonRequest, overSocket, type Target, useServer } from '../support.js';
import { all, key, SAAS, send, user } from './office.js';

const body = { name: 'Nightly sync', scopes: ['contacts:read', 'audit:read'] };

const server = useServer(overSocket, { log: 'json' });
let on: Target;
/** Secrets of the keys that were made. */
const secrets: string[] = [];
/** What can be read of them afterwards, by where. */
const published: Record<string, string> = {};

beforeAll(async () => {
  on = inSandbox(server);
  const owner = await user(on);
  const headers = { 'idempotency-key': 'one-key' };
  const create = () => send<ApiKeyWithSecret>(owner, ['POST', '/org_0001/keys'], { body, headers });
  const [first, replay] = [await create(), await create()];
  expect([first.status, first.data.secret]).toEqual([201, expect.stringMatching(/^usk_\w{16,}$/)]);
  expect([replay.status, replay.headers.get('idempotency-replayed'), replay.text]).toEqual([201, 'true', first.text]);
  const trpc = await on.fetch(
    '/trpc/saas.createKey',
    jsonRequest('POST', { organization_id: 'org_0001', ...body }, { authorization: `Bearer ${owner.token}` }),
  );
  const [, overTrpc = ''] = /"secret":"(\w+)"/.exec(await trpc.text()) ?? [];
  secrets.push(first.data.secret, overTrpc);

  // Each is used, rightly and where it does not belong.
  for (const secret of secrets) {
    expect((await send(key(on, secret), ['GET', '/org_0001/contacts'])).status).toBe(200);
    await on.fetch(`${SAAS}/org_0001/contacts?q=${secret}&api_key=${secret}`);
    await send(key(on, secret), ['POST', '/org_0001/contacts'], { body: { email: 'a@example.com', name: secret } });
  }
  published['keys'] = JSON.stringify(await all(owner, '/org_0001/keys'));
  published['audit'] = JSON.stringify(await all(owner, '/org_0001/audit'));
  const revoked = await send(owner, ['DELETE', `/org_0001/keys/${first.data.id}`]);
  expect(revoked.status).toBe(204);
  const refused = await send(key(on, first.data.secret), ['GET', '/org_0001']);
  expect(refused.status).toBe(401);
  published['refusal'] = `${refused.text} ${JSON.stringify([...refused.headers])}`;
  for (const [name, path] of Object.entries({
    journal: '/requests?per_page=50',
    har: '/requests?format=har',
    snapshot: '/snapshot',
    page: '/requests',
  })) {
    const answer = await on.fetch(path, {
      headers: { accept: name === 'page' ? 'text/html' : 'application/json' },
    });
    published[name] = `${answer.status} ${await answer.text()}`;
  }
  await server.close();
  published['log'] = server.lines.join('');
});

test('there is something to look through', () => {
  expect(secrets).toHaveLength(2);
  expect(new Set(secrets).size).toBe(2);
  expect(published['keys']).toContain(body.name);
  expect(published['audit']).toContain('"after":"***"');
  expect(published['journal']).toMatch(/^200 .*saas\.createKey/s);
  expect(published['har']).toMatch(/^200 .*one-key/s);
  expect(published['page']).toMatch(/^200 .*org_0001/s);
  expect(published['snapshot']).toMatch(/^200 .*Nightly sync/s);
  expect(published['log']).toContain('"operation":"saas.createKey"');
});

test.each(['keys', 'audit', 'refusal', 'journal', 'har', 'page', 'log'])('%s has no secret', (where) => {
  for (const secret of secrets) {
    expect(published[where]).not.toContain(secret);
    // Nor what follows the part of it that a listing shows.
    expect(published[where]).not.toContain(secret.slice(12));
  }
});

test('a snapshot has it in the answer that is to be replayed alone', () => {
  const { records } = JSON.parse((published['snapshot'] ?? '').slice(4)) as { records: { collection: string }[] };
  const holders = (secret: string) =>
    records.filter((one) => JSON.stringify(one).includes(secret)).map(({ collection }) => collection);
  expect(secrets.map((secret) => holders(secret))).toEqual([['idempotency'], []]);
});
