/** Logins of devices without a browser (RFC 8628): polled for, allowed on a page without scripts, or by themselves. */
import { describe, expect, test } from 'vitest';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import { Browser, type Page } from './browser.js';
import { claimsOf, failure, form, type Parameters, RelyingParty, spa, tokensOf } from './relying-party.js';
import { formOf } from './response-of.js';
import { long } from '../long.js';
import { newBase, useServer } from '../support.js';

const server = useServer();
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** A device that has begun to log in, in a sandbox of its own. */
class Device {
  readonly rp = new RelyingParty(server, { base: newBase(), client: spa });
  codes: Readonly<Record<string, unknown>> = {};

  async begin(fields: Parameters = {}): Promise<JsonAnswer> {
    const answer = await this.rp.ask('device', { scope: 'openid email', ...fields });
    this.codes = answer.json;
    return answer;
  }

  async poll(fields: Parameters = {}): Promise<JsonAnswer> {
    return this.rp.token({ grant_type: DEVICE_GRANT, device_code: String(this.codes['device_code']), ...fields });
  }

  async decide(body: object): Promise<JsonAnswer> {
    return send(server, 'POST', `/sandboxes/${this.rp.sandbox}/api/oauth/device/decision`, {
      user_code: this.codes['user_code'],
      ...body,
    });
  }
}

async function begun(fields: Parameters = {}): Promise<Device> {
  const device = new Device();
  const { status } = await device.begin(fields);
  if (status !== 200) throw new Error(`the device did not begin: ${JSON.stringify(device.codes)}`);
  return device;
}

describe('a device', () => {
  test('gets its codes, waits, and has tokens once its user has allowed it', async () => {
    const device = await begun();
    const { issuer } = device.rp;
    expect(device.codes).toEqual({
      device_code: expect.stringMatching(/^dc_[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${issuer}/device`,
      verification_uri_complete: `${issuer}/device?user_code=${String(device.codes['user_code'])}`,
      expires_in: 600,
      interval: 5,
    });
    expect(failure(await device.poll())).toBe('400 authorization_pending');
    expect((await device.decide({ decision: 'allow', login_hint: 'usr_0002' })).json).toMatchObject({
      status: 'allowed',
      user_id: 'usr_0002',
    });
    const answer = await device.poll();
    expect(answer.json['scope']).toBe('openid email');
    const tokens = tokensOf(answer);
    expect(claimsOf(tokens.id_token)).toMatchObject({ sub: 'usr_0002', email: expect.any(String) });
    expect(await device.rp.statusOf(tokens.access_token)).toBe(200);
    expect((await device.rp.refresh(tokens.refresh_token)).status).toBe(200);
    // The code was good once.
    expect(failure(await device.poll())).toBe('400 invalid_grant');
  });

  test('that polls too soon is told to wait longer, by the clock of the sandbox', async () => {
    const device = await begun();
    expect(failure(await device.poll())).toBe('400 authorization_pending');
    expect(failure(await device.poll())).toBe('400 slow_down');
    // It now has to wait for ten seconds.
    await device.rp.advance(9);
    expect(failure(await device.poll())).toBe('400 slow_down');
    await device.rp.advance(15);
    expect(failure(await device.poll())).toBe('400 authorization_pending');
    // Who is allowed is not slowed down.
    await device.decide({ decision: 'allow' });
    expect((await device.poll()).status).toBe(200);
  });

  test('is refused where its user denies it', async () => {
    const device = await begun();
    expect((await device.decide({ decision: 'deny' })).json).toMatchObject({ status: 'denied', user_id: null });
    expect(failure(await device.poll())).toBe('400 access_denied');
    // What was decided stays so.
    expect(failure(await device.decide({ decision: 'allow' }))).toBe('400 invalid_request');
  });

  test('is told when its codes have expired, and that they never were', async () => {
    const device = await begun();
    await device.rp.advance(600);
    expect(failure(await device.decide({ decision: 'allow' }))).toBe('400 invalid_request');
    expect(failure(await device.poll())).toBe('400 expired_token');
    expect(failure(await device.poll({ device_code: 'dc_x' }))).toBe('400 invalid_grant');
    expect(failure(await device.poll({ device_code: undefined }))).toBe('400 invalid_request');
  });

  test('has its code for itself', async () => {
    const device = await begun();
    const { device_code } = device.codes;
    const stranger = new RelyingParty(server, { base: `/sandboxes/${device.rp.sandbox}`, client: { id: 'stranger' } });
    const fields = { grant_type: DEVICE_GRANT, device_code: String(device_code) };
    expect(failure(await stranger.token(fields))).toBe('400 invalid_grant');
    const elsewhere = new RelyingParty(server, { base: '/sandboxes/device-none', client: spa });
    expect(failure(await elsewhere.token(fields))).toBe('400 invalid_grant');
    await send(server, 'POST', `/sandboxes/${device.rp.sandbox}/reset`);
    expect(failure(await device.poll())).toBe('400 invalid_grant');
  });
});

describe('is allowed by itself', () => {
  test('after as many polls as its request says, for whom that names', async () => {
    const device = await begun({ auto_approve: '2', login_hint: 'usr_0002' });
    expect(failure(await device.poll())).toBe('400 authorization_pending');
    expect(failure(await device.poll())).toBe('400 slow_down');
    expect(claimsOf(tokensOf(await device.poll()).id_token)['sub']).toBe('usr_0002');
  });

  test('as the sandbox says, unless the request says otherwise', async () => {
    const device = new Device();
    await device.rp.configure({ device_auto_approve: 0 });
    await device.begin();
    expect(claimsOf(tokensOf(await device.poll()).id_token)['sub']).toBe('usr_0001');
    await device.begin({ auto_approve: '1' });
    expect(failure(await device.poll())).toBe('400 authorization_pending');
    expect((await device.poll()).status).toBe(200);
    expect((await device.rp.configure({ device_auto_approve: null })).json['data']).toMatchObject([
      { device_auto_approve: null },
    ]);
  });
});

describe('the page', () => {
  test('asks for the code, then for the decision, and works without scripts', async () => {
    const device = await begun();
    const browser = new Browser();
    const { issuer } = device.rp;
    const first = await browser.visit(`${issuer}/device`);
    expect(first.status).toBe(200);
    expect(first.body).toContain('Type in the code of your device');
    expect(first.headers['content-security-policy']).not.toContain('script-src');
    expect(first.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const typed = String(device.codes['user_code']).toLowerCase().replace('-', '');
    const { action } = formOf(first);
    const question = await browser.visit(`${new URL(action, issuer).href}?user_code=${typed}`);
    expect(question.body).toContain('understudy-spa asks for: openid email');
    const { fields, action: to } = formOf(question);
    const done = await browser.visit(new URL(to, issuer), {
      form: new URLSearchParams({ ...fields, decision: 'allow' }),
    });
    expect(done.body).toContain('The device is logged in');
    expect((await device.poll()).status).toBe(200);
    // Whoever has allowed it is logged in at the browser too.
    const url = device.rp.authorizeUrl({
      prompt: 'none',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    expect((await browser.visit(url)).location?.searchParams.has('code')).toBe(true);
  });

  describe('with the setting "login": "page"', () => {
    const asking = async () => {
      const device = await begun();
      await device.rp.configure({ login: 'page' });
      const browser = new Browser();
      const url = String(device.codes['verification_uri_complete']);
      const answer = async (page: Page, fields: Record<string, string>) => {
        const { action, fields: hidden } = formOf(page);
        return browser.visit(new URL(action, device.rp.issuer), { form: form({ ...hidden, ...fields }) });
      };
      return { device, browser, url, answer };
    };
    const shown = ({ body }: Page) => [...body.matchAll(/name="login_hint" value="(\w+)"/g)].map(([, id]) => id);

    test('lets a person choose who it is', async () => {
      const { device, browser, url, answer } = await asking();
      const page = await browser.visit(url);
      expect(page.body).toContain('Who logs in on this device?');
      expect(shown(page)).toHaveLength(10);
      const done = await answer(page, { login_hint: 'usr_0003' });
      expect(done.body).toContain('The device is logged in');
      expect(claimsOf(tokensOf(await device.poll()).id_token)['sub']).toBe('usr_0003');
      // Who has logged in stands first the next time.
      await device.begin();
      const again = await browser.visit(String(device.codes['verification_uri_complete']));
      expect(shown(again)[0]).toBe('usr_0003');
      expect(again.body).toContain('<span class="state">logged in</span>');
    });

    test('finds others, takes Deny, and turns away who may not log in', async () => {
      const { device, browser, url, answer } = await asking();
      expect(shown(await browser.visit(`${url}&find_user=usr_0042`))).toEqual(['usr_0042']);
      expect((await browser.visit(`${url}&find_user=nosuchuser`)).body).toContain('No user of this sandbox has');
      const page = await browser.visit(`${url}&login_hint=usr_0007`);
      expect(shown(page)[0]).toBe('usr_0007');
      const away = await answer(page, { login_hint: 'usr_0007' });
      expect([away.status, away.body.includes('names a user who is suspended')]).toEqual([400, true]);
      // A form without a user is asked again, rather than the first user taken.
      expect((await answer(page, {})).body).toContain('Who logs in on this device?');
      expect(failure(await device.poll())).toBe('400 authorization_pending');
      expect((await answer(page, { decision: 'deny' })).body).toContain('The device is not logged in');
      expect(failure(await device.poll())).toBe('400 access_denied');
    });

    test('asks no program', async () => {
      const { device } = await asking();
      expect((await device.decide({ decision: 'allow' })).json).toMatchObject({ user_id: 'usr_0001' });
    });
  });

  test('says that no device waits for a code, and shows what was typed as text', async () => {
    const device = await begun();
    const page = await new Browser().visit(`${device.rp.issuer}/device?user_code=%3Cscript%3E`);
    expect(page.status).toBe(400);
    expect(page.body).toContain('No device waits for the code');
    expect(page.body).toContain('&lt;script&gt;');
  });

  test('a link decides nothing', async () => {
    const device = await begun();
    const page = await new Browser().visit(`${String(device.codes['verification_uri_complete'])}&decision=allow`);
    expect(page.body).toContain('Do you want to log in on this device?');
    expect(failure(await device.poll())).toBe('400 authorization_pending');
  });

  test('a faulty decision is a page for people, and a problem for programs', async () => {
    const device = await begun();
    const url = `${device.rp.issuer}/device/decision`;
    const fields = new URLSearchParams({ user_code: String(device.codes['user_code']), decision: 'perhaps' });
    const page = await new Browser().visit(url, { form: fields });
    expect([page.status, page.body.includes('This cannot be decided like this')]).toEqual([400, true]);
    expect(failure(await device.decide({ decision: 'perhaps' }))).toBe('400 invalid_request');
    expect(failure(await device.decide({ decision: 'allow', login_hint: 'nobody@example.com' }))).toBe(
      '400 access_denied',
    );
  });
});

long('a sandbox has so many devices that wait, until they expire', async () => {
  const device = new Device();
  for (let n = 0; n < 200; n++) await device.begin();
  const full = await device.begin();
  expect([full.status, full.json['kind']]).toEqual([507, 'sandbox_full']);
  await device.rp.advance(600);
  expect((await device.begin()).status).toBe(200);
});

test('the scopes of the sandbox hold, and a wrong hint is refused at once', async () => {
  const device = new Device();
  await device.rp.configure({ scopes: ['openid'] });
  expect(failure(await device.begin({ scope: 'other' }))).toBe('400 invalid_scope');
  expect(failure(await device.begin({ login_hint: 'nobody@example.com' }))).toBe('400 invalid_request');
  expect(failure(await device.begin({ client_id: undefined }))).toBe('401 invalid_client');
});
