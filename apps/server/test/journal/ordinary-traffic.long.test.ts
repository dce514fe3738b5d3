/** What is no secret stays as it was sent, byte for byte. */
import { prepareCall } from '@understudy/tooling/operations';
import { describe, expect, it } from 'vitest';
import { maskBody, maskHeader, maskPath, maskQuery, maskText } from '../../src/journal/mask.js';
import { api, inProcess, useServer } from '../support.js';

/** Operations whose answers carry a token, a code or a secret. */
const WITH_SECRETS = new Set([
  'auth.login',
  'auth.refresh',
  'auth.batchLogin',
  'oauth.authorize',
  'oauth.decideDevice',
  'oauth.registerClient',
  'sandboxes.createControlToken',
  'webhooks.registerWebhook',
]);

describe('every operation', () => {
  const server = useServer(inProcess);

  it.each([...api.operations])('%s', async (name, operation) => {
    const { input } = await prepareCall(server.fetch, operation);
    const given = JSON.stringify(input);
    const headers = { 'content-type': 'application/json' };
    const answer = await (operation.method === 'GET'
      ? server.fetch(`/trpc/${name}?input=${encodeURIComponent(given)}`)
      : server.fetch(`/trpc/${name}`, { method: 'POST', body: given, headers }));
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? undefined;
    const masked = maskBody(text, type);
    if (WITH_SECRETS.has(name)) {
      expect(masked).not.toBe(text);
      expect(Object.keys(JSON.parse(masked) as object)).toEqual(Object.keys(JSON.parse(text) as object));
    } else expect(masked).toBe(text);
    for (const [header, value] of answer.headers) expect(maskHeader(header, value)).toBe(value);
  });

  it.each([
    '/api/education/courses',
    '/api/education/instructors',
    '/api/education/enrollments',
    '/api/events',
    '/api/webhooks/registrations',
    '/api/oauth/.well-known/openid-configuration',
    '/api/oauth/jwks',
    '/nothing',
    '/api/education/courses?per_page=x',
  ])('%s', async (path) => {
    const answer = await server.fetch(path.includes('?') ? path : `${path}?per_page=100`);
    const text = await answer.text();
    expect(maskBody(text, answer.headers.get('content-type') ?? undefined)).toBe(text);
  });
});

const PICTURE = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i * 7 + i * 31) % 256)).toString('base64');

it.each([
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '2026-03-01T12:00:00.000Z',
  'W/"5d8c72a5edda8d6ab45ab21e"',
  'd41d8cd98f00b204e9800998ecf8427e',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWSG3hSuFU=',
  `data:image/png;base64,${PICTURE}`,
  'Basic mathematics for bearers of good news: what a bearer token is, and what basic authentication is',
  'The password: must be at least 12 characters',
  'sk-loading-spinner-in-the-middle-of-the-page',
  'crs_0001 usr_0001 req_1a2b3c4d1 evt_01hzy3 tok_n000001',
  'AQAAAAAUvX3-mNGpZ5kUxw8C',
  'eyJhIjoxfQ',
  'AKIA, ASIA and ABIA begin the ids of keys: credentials: include',
  'mailto:me@example.com, https://example.com/@me?page=2&sort=-created_at#top, ssh://git@github.com/a/b.git',
  'a=1&b=2, 100% sure, 5 = 5, status code=404, the ratio 16:9 at 10:30',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
])('%s is shown', (text) => {
  expect(maskText(text)).toBe(text);
  expect(maskBody(JSON.stringify({ text, list: [text] }), 'application/json')).toBe(
    JSON.stringify({ text, list: [text] }),
  );
  expect(maskHeader('x-anything', text)).toBe(text);
  expect(maskQuery(`q=${encodeURIComponent(text)}`)).toBe(`q=${encodeURIComponent(text)}`);
  expect(maskPath(`/api/${encodeURIComponent(text)}`)).toBe(`/api/${encodeURIComponent(text)}`);
});

it.each([
  ['idempotency-key', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['etag', '"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
  ['if-none-match', 'W/"0815", "x"'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ['www-authenticate', 'Bearer realm="understudy", error="invalid_token", scope="openid token"'],
  ['access-control-request-headers', 'authorization,x-api-key'],
  ['content-type', 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW'],
  ['stripe-signature', 't=1492774577,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd'],
  ['access-control-allow-credentials', 'true'],
  ['accept', 'text/html;q=0.9,application/json;q=1'],
])('the header %s is shown', (name, value) => {
  expect(maskHeader(name, value)).toBe(value);
});

it.each([
  '{"code":"invalid_cursor","pin":null,"token":"","auth":false}',
  '{"code":404}',
  '{"credentials":"same-origin","withCredentials":true,"grant_type":"client_credentials"}',
  '{"allowCredentials":[{"type":"public-key","id":"AQID"}]}',
  '{"required":["password","email"],"columns":[["code","name"],["DE","Germany"],["token","count","last"]]}',
  '{"keys":[{"kty":"RSA","n":"sXch","e":"AQAB","kid":"d"}]}',
  '{"d":"M10-20","p":"bold","q":"sql","k":"v"}',
  '{"errors":[{"code":"P2","pointer":"#/password"}],"next_page_token":"abc123","total_tokens":12,"token_type":"Bearer"}',
  ' {\r\n\t"a" : [ 1.50e+3 , -0 , "\\u00e9\\/" , { } ] }\n',
  '{"a":1}\n{"a":2}\n',
  '{"name":"title","value":"a"}',
])('%s is shown', (text) => {
  expect(maskBody(text, 'application/json')).toBe(text);
});
