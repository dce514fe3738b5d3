/** The metadata follows the settings of its sandbox: what a client has kept of it is asked for anew. */
import { expect, test } from 'vitest';
import { overSocket } from '../support.js';
import { RelyingParty } from './relying-party.js';

const PATH = '/.well-known/openid-configuration';

test.each(['/api/oauth', ''])('is revalidated by its tag, at %s', async (base) => {
  await using server = await overSocket();
  const rp = new RelyingParty(server);
  const path = base === '' ? `${PATH}/api/oauth` : `${base}${PATH}`;
  const ask = async (headers = {}) => {
    const answer = await server.fetch(path, { headers });
    const { scopes_supported: scopes } = (answer.status === 200 ? await answer.json() : {}) as Record<string, unknown>;
    const { status } = answer;
    return { status, scopes, caching: answer.headers.get('cache-control'), etag: answer.headers.get('etag') ?? '' };
  };
  const first = await ask();
  expect(first).toMatchObject({ status: 200, caching: 'no-cache', scopes: expect.arrayContaining(['roles']) });
  expect(await ask({ 'if-none-match': first.etag })).toMatchObject({ status: 304, caching: 'no-cache' });
  await rp.configure({ scopes: ['openid', 'orders:read'] });
  const changed = await ask({ 'if-none-match': first.etag });
  expect(changed).toMatchObject({ status: 200, scopes: ['openid', 'orders:read'] });
  expect(changed.etag).not.toBe(first.etag);
  await rp.configure({ scopes: null });
  expect(await ask({ 'if-none-match': first.etag })).toMatchObject({ status: 304 });
});
