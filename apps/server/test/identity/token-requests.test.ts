/** Token requests that are not well formed, or ask for what there is not. */
import { beforeAll, describe, expect, test } from 'vitest';
import { basicHeader, CALLBACK, failure, form, RelyingParty, tokensOf, web } from './relying-party.js';
import { useServer } from '../support.js';

const server = useServer();
let rp: RelyingParty;
beforeAll(async () => {
  rp = new RelyingParty(server);
});

const FORM = 'application/x-www-form-urlencoded';
const authorization = basicHeader(web);
const body = 'grant_type=client_credentials';
const post = (text: string, type?: string) =>
  rp.post(new TextEncoder().encode(text), { authorization, ...(type === undefined ? {} : { 'content-type': type }) });

describe('media types', () => {
  test.each([
    FORM,
    `${FORM};charset=UTF-8`,
    `${FORM}; charset=utf-8`,
    `${FORM}; charset=ISO-8859-1`,
    FORM.toUpperCase(),
    `${FORM} ; charset="utf-8"`,
  ])('%s is read', async (type) => {
    expect(failure(await post(body, type))).toBe('200 (no code)');
  });

  test.each(['application/json', 'application/json; charset=utf-8'])('%s is read', async (type) => {
    expect(failure(await post(JSON.stringify({ grant_type: 'client_credentials' }), type))).toBe('200 (no code)');
  });

  test('a whole login works with JSON', async () => {
    const grant = { grant_type: 'authorization_code', code: await rp.code(), redirect_uri: CALLBACK };
    const credentials = { client_id: web.id, client_secret: web.secret };
    const answer = await rp.post(JSON.stringify({ ...grant, ...credentials }), { 'content-type': 'application/json' });
    expect(tokensOf(answer).id_token).not.toBe('');
  });

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', undefined])(
    '%s is 415, with what to send instead',
    async (type) => {
      const answer = await post(body, type);
      expect(failure(answer)).toBe('415 invalid_request');
      expect(answer.headers.get('accept')).toContain(FORM);
      expect(answer.headers.get('content-type')).toBe('application/json');
    },
  );

  test('an answer to broken JSON says where it breaks', async () => {
    const answer = await post('{"grant_type": ', 'application/json');
    expect(failure(answer)).toBe('400 invalid_request');
  });

  test('a GET is 405', async () => {
    const answer = await server.fetch('/api/oauth/token');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
  });
});

describe('repeated parameters (RFC 6749 §3.2)', () => {
  test.each(['grant_type', 'scope', 'client_id', 'code', 'redirect_uri', 'refresh_token', 'code_verifier'])(
    '%s twice is invalid_request',
    async (name) => {
      const fields = form({ grant_type: 'client_credentials' });
      fields.append(name, 'one');
      if (name !== 'grant_type') fields.append(name, 'one');
      expect(failure(await post(fields.toString(), FORM))).toBe('400 invalid_request');
    },
  );

  test('client_secret twice is invalid_request', async () => {
    const fields = form({ grant_type: 'client_credentials', client_id: web.id, client_secret: web.secret });
    fields.append('client_secret', web.secret ?? '');
    expect(failure(await rp.post(fields))).toBe('400 invalid_request');
  });
});

describe('grant types', () => {
  test.each([
    'password',
    'implicit',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'toString',
    '__proto__',
    'Authorization_Code',
  ])('%s is unsupported_grant_type', async (grant_type) => {
    const fields = { grant_type, username: 'ada@example.com', password: 'Passw0rd!' };
    const answer = await rp.token(fields);
    expect(failure(answer)).toBe('400 unsupported_grant_type');
    expect(answer.json['error_description']).toContain('authorization_code, refresh_token, client_credentials');
  });

  test.each([[''], ['grant_type=']])('%j is invalid_request', async (text) => {
    expect(failure(await post(text, FORM))).toBe('400 invalid_request');
  });
});

test('an unknown parameter is ignored (RFC 6749 §3.2)', async () => {
  expect(failure(await post(`${body}&resource=https%3A%2F%2Felse.example&extra=1&extra=2`, FORM))).toBe(
    '200 (no code)',
  );
});

test('an error has the members of RFC 6749 §5.2, in characters it allows', async () => {
  const answer = await rp.refresh('rt_"\\ü\u0000');
  expect(failure(answer)).toBe('400 invalid_grant');
  expect(answer.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(answer.headers.get('content-type')).toBe('application/json');
});
