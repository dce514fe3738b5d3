/** What is good once is so on every replica: pushed requests, proofs of possession, assertions and codes of devices. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptySchema } from '../postgres/schemas.js';
import { inThisProcess } from '../replicas/in-process.js';
import { CALLBACK, form, type Parameters } from './relying-party.js';
import { asserting, assertion, proof, secretSigner, signed, signer } from './signing.js';
import { useFolder } from '../use.js';

type Replica = Awaited<ReturnType<typeof inThisProcess>>;

const folder = useFolder();

const ORIGIN = 'http://understudy.test';
const WEB = { client_id: 'understudy-web', client_secret: 'understudy-secret' };

async function post(replica: Replica, path: string, fields: Parameters, headers: Record<string, string> = {}) {
  const answer = await replica.fetch(`/api/oauth/${path}`, { method: 'POST', body: form(fields), headers });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

describe.each([
  ['sqlite', async () => `sqlite:${join(folder, 'state.db')}`],
  ['postgres', () => emptySchema()],
])('on two replicas with %s', (_name, address) => {
  let replicas: readonly [Replica, Replica];
  beforeAll(async () => {
    const store = await address();
    replicas = [await inThisProcess(store), await inThisProcess(store)];
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
  });

  /** Asks both replicas at once, then each again, and answers the statuses in order. */
  async function four(ask: (replica: Replica) => Promise<number>): Promise<number[]> {
    const first = await Promise.all(replicas.map(ask));
    const second = [await ask(replicas[0]), await ask(replicas[1])];
    return [...first, ...second].toSorted();
  }

  test('a pushed request', async () => {
    const { json } = await post(replicas[0], 'par', { ...WEB, response_type: 'code', redirect_uri: CALLBACK });
    const query = form({ client_id: WEB.client_id, request_uri: String(json['request_uri']) });
    const ask = async (replica: Replica) => {
      const answer = await replica.fetch(`/api/oauth/authorize?${query}`, {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      });
      return answer.status;
    };
    expect(await four(ask)).toEqual([302, 400, 400, 400]);
  });

  test('an assertion', async () => {
    const jwt = await signed(secretSigner(WEB.client_secret), assertion(WEB.client_id, `${ORIGIN}/api/oauth`));
    const fields = { grant_type: 'client_credentials', ...asserting(jwt) };
    expect(await four(async (replica) => (await post(replica, 'token', fields)).status)).toEqual([200, 401, 401, 401]);
  });

  test('a proof of possession, at the token endpoint and at a resource', async () => {
    const key = await signer();
    const dpop = await proof(key, { method: 'POST', url: `${ORIGIN}/api/oauth/token` });
    const fields = { ...WEB, grant_type: 'client_credentials' };
    const ask = async (replica: Replica) => (await post(replica, 'token', fields, { dpop })).status;
    expect(await four(ask)).toEqual([200, 400, 400, 400]);

    const { json: begun } = await post(replicas[0], 'device', { ...WEB, auto_approve: '0' });
    const code = {
      ...WEB,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(begun['device_code']),
    };
    const own = await proof(key, { method: 'POST', url: `${ORIGIN}/api/oauth/token` });
    const { json } = await post(replicas[1], 'token', code, { dpop: own });
    const token = String(json['access_token']);
    const used = await proof(key, { method: 'GET', url: `${ORIGIN}/api/oauth/userinfo`, token });
    const read = async (replica: Replica) =>
      (await replica.fetch('/api/oauth/userinfo', { headers: { authorization: `DPoP ${token}`, dpop: used } })).status;
    expect(await four(read)).toEqual([200, 401, 401, 401]);
  });

  test('the code of a device', async () => {
    const { json } = await post(replicas[0], 'device', { ...WEB, auto_approve: '0' });
    const fields = {
      ...WEB,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(json['device_code']),
    };
    expect(await four(async (replica) => (await post(replica, 'token', fields)).status)).toEqual([200, 400, 400, 400]);
  });

  test('a client that has registered at one is known at the other', async () => {
    const body = JSON.stringify({ redirect_uris: [CALLBACK], grant_types: ['client_credentials'] });
    const answer = await replicas[0].fetch('/api/oauth/register', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const { client_id, client_secret } = (await answer.json()) as { client_id: string; client_secret: string };
    const headers = { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` };
    expect((await post(replicas[1], 'token', { grant_type: 'client_credentials' }, headers)).status).toBe(200);
  });
});
