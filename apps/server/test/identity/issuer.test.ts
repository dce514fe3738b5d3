/** The issuer that a server is told to name: to the letter, wherever an issuer is named. */
import { expect, test } from 'vitest';
import { overSocket, type TestServer } from '../support.js';
import { claimsOf, RelyingParty } from './relying-party.js';
import { ending } from '../use.js';

let server: TestServer;
/** What each place names as the issuer, for a sandbox. */
async function named(at: TestServer, base = ''): Promise<Set<unknown>> {
  const rp = new RelyingParty(at, { base });
  const metadata = await fetch(`${rp.issuer}/.well-known/openid-configuration`);
  const { issuer, token_endpoint } = (await metadata.json()) as Record<string, string>;
  expect(token_endpoint).toBe(`${rp.issuer}/token`);
  const { iss } = await rp.response();
  const { access_token, id_token } = await rp.logIn();
  const { json } = await rp.about('introspect', access_token);
  expect(await rp.statusOf(access_token)).toBe(200);
  return new Set([issuer, iss, claimsOf(id_token)['iss'], claimsOf(access_token)['iss'], json['iss']]);
}

test.each(['https://x.example/', 'https://x.example', 'https://X.example/realms/a/'])(
  'is %s everywhere, and the endpoints stay where they are',
  async (issuer) => {
    server = ending(await overSocket({ issuer }));
    expect(await named(server)).toEqual(new Set([issuer]));
    const slash = issuer.endsWith('/') ? '/' : '';
    expect(await named(server, '/sandboxes/own')).toEqual(
      new Set([`${server.origin}/sandboxes/own/api/oauth${slash}`]),
    );
  },
);

test.each(['x.example', 'https://x.example/?a=1', 'https://x.example/#a', 'ftp://x.example/', ''])(
  'cannot be %j',
  async (issuer) => {
    await expect(overSocket({ issuer })).rejects.toThrow('http or https URL');
  },
);
