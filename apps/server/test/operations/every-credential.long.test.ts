/** Every operation whose credential is a viewer or a member: who gets in, and who may keep what was answered. */
import { describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { inProcess, jsonAt, jsonRequest, useServer } from '../support.js';
import { SEEDED_KEY, vaultsDomain } from './vaults-domain.js';

const serves = apiOf([...ourDomains, vaultsDomain]);

const server = useServer(inProcess, { serves });

const key = { authorization: `Bearer ${SEEDED_KEY}` };

async function tokenOf(email: string, sandbox = ''): Promise<Record<string, string>> {
  const login = jsonRequest('POST', { email, password: 'Passw0rd!' });
  const { data } = await jsonAt(server, `${sandbox}/api/auth/login`, login);
  return { authorization: `Bearer ${data[0].access_token}` };
}

const MARCELO = 'marcelo.abbott.1@example.com';

describe('a viewer', () => {
  it('is anybody, and sees more with a token', async () => {
    const anyone = await server.fetch('/api/vaults');
    const own = await server.fetch('/api/vaults', { headers: await tokenOf(MARCELO) });
    const ownersIn = async (answer: Response) =>
      ((await answer.json()) as { data: { owner_id: string }[] }).data.map(({ owner_id }) => owner_id);
    expect([anyone.status, own.status]).toEqual([200, 200]);
    expect(new Set(await ownersIn(anyone))).toEqual(new Set(['usr_0000']));
    expect(new Set(await ownersIn(own))).toEqual(new Set(['usr_0001', 'usr_0002']));
  });

  it('gets nothing that was answered to somebody else, and a 304 for what is still so', async () => {
    const headers = await tokenOf(MARCELO);
    const ask = (init?: RequestInit) => server.fetch('/api/vaults?per_page=2', init);
    // The response cache keeps what is asked for twice.
    for (let times = 0; times < 4; times++) await ask({ headers });
    const anyone = await ask();
    expect(await anyone.text()).toContain('usr_0000');
    const own = await ask({ headers });
    expect([own.headers.get('cache-control'), own.headers.get('vary')?.split(', ')]).toEqual([
      'private, no-cache',
      expect.arrayContaining(['Authorization']),
    ]);
    expect(await own.text()).toContain('usr_0001');
    const tag = own.headers.get('etag') ?? '';
    expect((await ask({ headers: { ...headers, 'if-none-match': tag } })).status).toBe(304);
    expect((await ask({ headers: { 'if-none-match': tag } })).status).toBe(200);
  });
});

describe('a member', () => {
  it('is a user, or a key of the domain', async () => {
    const user = await server.fetch('/api/vaults/vlt_0001', { headers: await tokenOf(MARCELO) });
    const asKey = await server.fetch('/api/vaults/vlt_0001', { headers: key });
    expect([user.status, asKey.status]).toEqual([200, 200]);
    expect(await asKey.text()).toBe(await user.text());
    const elsewhere = await server.fetch('/api/vaults/vlt_0002', { headers: key });
    expect(elsewhere.status).toBe(403);
  });

  it('is nobody without a credential, and challenged without an error', async () => {
    const answer = await server.fetch('/api/vaults/vlt_0001');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="understudy"');
  });

  it('is no client on its own', async () => {
    const client = { client_id: 'understudy-web', client_secret: 'understudy-secret' };
    const grant = jsonRequest('POST', { grant_type: 'client_credentials', ...client });
    const { access_token } = await jsonAt(server, '/api/oauth/token', grant);
    const answer = await server.fetch('/api/vaults/vlt_0001', { headers: { authorization: `Bearer ${access_token}` } });
    expect(answer.status).toBe(403);
  });

  it('has keys that are shown once, open until they are revoked, and are masked in the journal', async () => {
    const at = '/sandboxes/keys';
    const headers = { ...(await tokenOf(MARCELO, at)), 'content-type': 'application/json' };
    const path = `${at}/api/vaults/vlt_0001/keys`;
    const make = async () => {
      const { data } = await jsonAt(server, path, { method: 'POST', headers, body: '{}' });
      return data[0] as { id: string; secret: string };
    };
    const [first, second] = [await make(), await make()];
    expect(first.secret).toMatch(/^usk_\w{32}$/);
    expect(second.secret).not.toBe(first.secret);
    const open = (secret: string) =>
      server.fetch(`${at}/api/vaults/vlt_0001`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await open(first.secret)).status).toBe(200);
    await server.fetch(`${path}/${first.id}`, { method: 'DELETE', headers });
    expect([(await open(first.secret)).status, (await open(second.secret)).status]).toEqual([401, 200]);
    const journal = await (await server.fetch(`${at}/requests?per_page=50`)).text();
    for (const { secret } of [first, second]) expect(journal).not.toContain(secret);
    const snapshot = await (await server.fetch(`${at}/snapshot`)).text();
    for (const { secret } of [first, second]) expect(snapshot).not.toContain(secret);
  });

  it('is documented with both credentials', async () => {
    const { paths, components } = await jsonAt(server, '/openapi.json');
    expect(paths['/api/vaults/{vault_id}'].get.security).toEqual([{ accessToken: [] }, { apiKey: [] }]);
    expect(paths['/api/vaults'].get.security).toEqual([{}, { accessToken: [] }]);
    expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  });
});
