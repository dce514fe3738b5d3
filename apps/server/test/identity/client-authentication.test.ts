/** How clients prove to be themselves at the token endpoint, and what the answer is where they do not (RFC 6749 §2.3, §5.2). */
import { beforeAll, describe, expect, test } from 'vitest';
import { basicHeader, claimsOf, failure, form, type Parameters, RelyingParty } from './relying-party.js';
import { useServer } from '../support.js';

const server = useServer();
let rp: RelyingParty;
beforeAll(async () => {
  rp = new RelyingParty(server);
});

const GRANT = { grant_type: 'client_credentials' };
const ask = (fields: Parameters, authorization?: string) =>
  rp.post(form({ ...GRANT, ...fields }), authorization === undefined ? {} : { authorization });

const right = { id: 'understudy-web', secret: 'understudy-secret' };
const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('accepts', () => {
  test.each<[string, Parameters, string | undefined]>([
    ['Basic', {}, basicHeader(right)],
    ['Basic in small letters', {}, basicHeader(right).replace('Basic', 'basic')],
    ['Basic beside its own client_id', { client_id: right.id }, basicHeader(right)],
    ['id and secret in the body', { client_id: right.id, client_secret: right.secret }, undefined],
    ['an unknown client with any secret', { client_id: 'whoever', client_secret: 'x' }, undefined],
    ['an unknown client with any secret as Basic', {}, basicHeader({ id: 'whoever', secret: 'x' })],
    ['a secret with a colon', {}, encode('whoever:a:b:c')],
  ])('%s', async (_how, fields, authorization) => {
    expect(failure(await ask(fields, authorization))).toBe('200 (no code)');
  });
});

test('a client whose id has spaces logs in (RFC 6749 A.1)', async () => {
  const client = { id: ' my own app ', secret: 'its secret' };
  const spaced = new RelyingParty(server, { base: '/sandboxes/spaces', client });
  const known = { client_id: client.id, client_secret: client.secret };
  expect((await spaced.configure({ oauth_clients: [known] })).status).toBe(200);
  const { id_token } = await spaced.logIn();
  expect(claimsOf(id_token)['aud']).toBe(client.id);
  expect((await spaced.configure({ oauth_clients: [{ client_id: 'tab\there' }] })).status).toBe(400);
});

describe('refuses as 401 invalid_client', () => {
  test.each<[string, Parameters]>([
    ['no client at all', {}],
    ['an empty client_id', { client_id: '' }],
    ['a wrong secret', { client_id: right.id, client_secret: 'wrong' }],
    ['a secret with more at its end', { client_id: right.id, client_secret: `${right.secret} ` }],
    ['no secret of a client that has one', { client_id: right.id }],
    ['an empty secret of a client that has one', { client_id: right.id, client_secret: '' }],
    ['a secret of a public client', { client_id: 'understudy-spa', client_secret: right.secret }],
  ])('%s; no challenge, since no header was used', async (_how, fields) => {
    const answer = await ask(fields);
    expect(failure(answer)).toBe('401 invalid_client');
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test.each([
    ['a wrong secret', basicHeader({ ...right, secret: 'wrong' })],
    ['no secret', basicHeader({ id: right.id })],
    ['no colon', encode('understudy-web')],
    ['no base64', 'Basic ???'],
    ['nothing', 'Basic'],
    ['another scheme', 'Bearer token'],
  ])('%s in the header; the challenge is Basic', async (_how, authorization) => {
    const answer = await ask({}, authorization);
    expect(failure(answer)).toBe('401 invalid_client');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="understudy"');
  });
});

describe('refuses as 400 invalid_request', () => {
  test.each<[string, Parameters]>([
    ['Basic and a secret in the body', { client_id: right.id, client_secret: right.secret }],
    ['Basic and a secret alone in the body', { client_secret: right.secret }],
    ['Basic beside the id of another client', { client_id: 'understudy-spa' }],
  ])('%s', async (_how, fields) => {
    expect(failure(await ask(fields, basicHeader(right)))).toBe('400 invalid_request');
  });
});

test('client_credentials is for clients with a secret', async () => {
  for (const id of ['understudy-spa', 'someone']) {
    expect(failure(await ask({ client_id: id }))).toBe('400 unauthorized_client');
  }
});

test('a client proves itself before it learns that its grant type is unknown', async () => {
  const fields = { grant_type: 'magic', client_id: right.id, client_secret: 'wrong' };
  expect(failure(await ask(fields))).toBe('401 invalid_client');
});
