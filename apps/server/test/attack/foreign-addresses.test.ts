/** What strangers cannot do on a server that others use: have it send to addresses, run scripts on its origin, show secrets. */
import { describe, expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, jsonRequest } from '../support.js';

const FOREIGN = { origin: 'https://evil.example' };
const ADDRESS = 'http://127.0.0.1:9/hook';
const REDIRECTS = ['http://127.0.0.1:3000/callback'];

describe('a page of a foreign origin, while deliveries are on', () => {
  it.each([
    ['/api/webhooks/register', { url: ADDRESS, events: ['course.created'] }],
    ['/api/oauth/register', { redirect_uris: REDIRECTS, backchannel_logout_uri: ADDRESS }],
    ['/trpc/webhooks.registerWebhook', { url: ADDRESS, events: ['course.created'] }],
    ['/trpc/oauth.registerClient', { redirect_uris: REDIRECTS, backchannel_logout_uri: ADDRESS }],
  ])('has nothing sent to an address by %s', async (path, body) => {
    await using server = await inProcess({ webhookDelivery: 'on' });
    expect((await server.fetch(path, jsonRequest('POST', body, FOREIGN))).status).toBe(403);
    expect((await server.fetch(path, jsonRequest('POST', body))).ok).toBe(true);
  });

  it('changes no registration to one that has an address', async () => {
    await using server = await inProcess({ webhookDelivery: 'on' });
    const made = await server.fetch('/api/oauth/register', jsonRequest('POST', { redirect_uris: REDIRECTS }, FOREIGN));
    expect(made.status).toBe(201);
    const client = (await made.json()) as Record<string, string>;
    const path = new URL(client['registration_client_uri'] ?? '').pathname;
    const change = (address: object) => {
      const body = { client_id: client['client_id'], redirect_uris: REDIRECTS, ...address };
      const headers = { ...FOREIGN, authorization: `Bearer ${client['registration_access_token']}` };
      return server.fetch(path, { ...jsonRequest('POST', body, headers), method: 'PUT' });
    };
    expect((await change({ backchannel_logout_uri: ADDRESS })).status).toBe(403);
    expect((await change({})).status).toBe(200);
  });
});

describe('a fixed answer', () => {
  const POLICY = "script-src 'unsafe-inline'";
  const headers = {
    'Content-Type': 'text/html',
    'Content-Security-Policy': POLICY,
    'Set-Cookie': 'a=b; Path=/',
    'X-Own': 'kept',
  };
  const rules = [{ answer: { status: 200, headers, body: '<script>1</script>' } }];

  it.each([
    [{ host: '0.0.0.0' }, "sandbox; default-src 'none'; frame-ancestors 'none'", null],
    [{ host: '0.0.0.0', answerScripts: true }, POLICY, 'a=b; Path=/'],
    [{}, POLICY, 'a=b; Path=/'],
  ])('is confined where strangers share the server: %o', async (options, policy, cookie) => {
    await using server = await inProcess(options);
    await send(server, 'PUT', '/sandboxes/a/faults', { rules });
    const answer = await server.fetch('/sandboxes/a/api/education/courses');
    const given = ['content-security-policy', 'set-cookie', 'x-own'].map((name) => answer.headers.get(name));
    expect(given).toEqual([policy, cookie, 'kept']);
  });
});

it.each(['X-GitHub-OTP', 'X-Pin', 'X-CVV', 'X-Pass', 'X-Card-CVC', 'X-User-Pin-Code', 'X-2FA', 'X-Tan', 'X-Session'])(
  'shows nothing of the header %s in the journal',
  async (name) => {
    await using server = await inProcess();
    await server.fetch('/sandboxes/a/api/education/courses', { headers: { [name]: '482915', 'X-Shown': '482916' } });
    const text = JSON.stringify((await send(server, 'GET', '/sandboxes/a/requests')).json);
    expect([text.includes('482915'), text.includes('482916')]).toEqual([false, true]);
  },
);
