/** The inspector in Chromium: what each pane shows and does, by keys, for everybody, and with a journal that means harm. */
import { runProgram } from '@understudy/tooling/server';
import { patient } from '@understudy/tooling/patience';
import { isExhaustive } from '@understudy/tooling/sample';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../identity/axe.js';
import { overSocket, useServer } from '../support.js';
import { startReceiver } from '../webhooks/receiver.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { servedApi } from '../../src/server/served-api.js';
import { hasChromium, useChromium } from './chromium.js';
import { complaintsOf } from './complaints.js';
import { long } from '../long.js';

const COURSES = '/api/education/courses';
/** Domains that need no users. */
const OTHERS: ReadonlySet<string> = new Set(['education', 'sandboxes']);
const JSON_TYPE = { 'content-type': 'application/json' };

describe.skipIf(!hasChromium)('the inspector in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();
  const server = useServer();

  /** What an app sends to a sandbox. */
  const send = async (sandbox: string, path: string, init?: RequestInit): Promise<number | undefined> => {
    try {
      const response = await server.fetch(`/sandboxes/${sandbox}${path}`, init);
      await response.arrayBuffer();
      return response.status;
    } catch {
      return undefined;
    }
  };
  const control = async <Data>(path: string, init?: RequestInit): Promise<Data> => {
    const response = await server.fetch(`/sandboxes/${path}`, { ...init, headers: JSON_TYPE });
    return ((await response.json()) as { data: Data }).data;
  };
  const setRules = (sandbox: string, ...rules: object[]) =>
    control(`${sandbox}/faults`, { method: 'PUT', body: JSON.stringify({ rules }) });

  async function open(sandbox: string, hash = '', options?: BrowserContextOptions, at = server.origin) {
    const context = await openContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(patient(8000));
    const complaints = await complaintsOf(page, at);
    await page.goto(`${at}/sandboxes/${sandbox}/inspect${hash}`);
    await page.getByRole('navigation').waitFor();
    return { page, complaints };
  }
  const choice = (page: Page, name: string) => page.locator('dialog').getByRole('combobox', { name, exact: true });
  const rows = (page: Page) => page.locator('.row');
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  /** An app that was told to wait and did not, that meets a rule, and asks for what there is not. */
  async function trouble(sandbox: string): Promise<void> {
    await setRules(
      sandbox,
      { id: 'busy', when: { path: '/api/events' }, times: 1, fault: 'rate_limit;retry_after=30' },
      { id: 'slow', enabled: false, fault: 'delay;ms=300' },
    );
    await send(sandbox, `${COURSES}?per_page=2`);
    await send(sandbox, '/api/events');
    await send(sandbox, '/api/nowhere');
    await send(sandbox, '/api/events');
    await send(sandbox, `${COURSES}?fault=reset`);
  }

  const addCourse = (sandbox: string, title: string) =>
    send(sandbox, COURSES, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ title, category: 'A', difficulty: 'expert', instructor: 'B', duration_hours: 1 }),
    });

  const shown = {
    requests: ['/api/nowhere', '404', 'retried_too_soon', 'rate_limit'],
    timeline: ['2 attempts', 'Retry-After 30 s', 'too early'],
    faults: ['rate_limit;retry_after=30', '1 of 2', 'delay;ms=300', 'first_try_fails'],
    conduct: ['retried_too_soon', 'Wait as long as Retry-After says', 'RFC 9110'],
    data: ['courses', '200 seeded', 'created'],
    clock: ['2026-03-01T12:00:00', 'frozen', '+ 1 hour'],
    webhooks: ['Standard Webhooks and Stripe', 'Nobody is registered'],
    tokens: ['The password of every seeded user is', 'Clients: understudy-web'],
    sandboxes: ['panes-', 'this one', 'Fork'],
  } as const;

  const looks = [
    ['light', 1280, Object.keys(shown)],
    ['dark', 390, isExhaustive ? Object.keys(shown) : ['requests']],
  ] as const;
  test.each(looks)('each pane: %s, %i px wide', async (colorScheme, width, names) => {
    const sandbox = `panes-${colorScheme}`;
    await trouble(sandbox);
    await addCourse(sandbox, 'A');
    const viewport = { width, height: 700 };
    const { page, complaints } = await open(sandbox, '', { colorScheme, viewport, reducedMotion: 'reduce' });
    for (const [index, [name, texts]] of Object.entries(shown).entries()) {
      if (!names.includes(name)) continue;
      await press(page, String(index + 1));
      for (const text of texts) await page.locator('main').getByText(text).first().waitFor();
      expect(await findings(page), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width);
    }
    const ground: unknown = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(23, 22, 21)' : 'rgb(251, 250, 248)');
    await press(page, '1', 'j', '?');
    await page.getByText('this list').waitFor();
    await press(page, 'Escape', 'n');
    await page.getByText('The next request gets server_error.').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a newcomer finds what was retried too soon, has the next POST fail, and sees what the app got, by keys alone', async () => {
    await trouble('newcomer');
    const { page } = await open('newcomer');
    await press(page, '4');
    await page.locator('.verdict').first().waitFor();
    const rules = await page.locator('.verdict p:first-child a').allTextContents();
    await press(page, ...rules.slice(0, rules.indexOf('retried_too_soon') + 1).map(() => 'j'), 'Enter');
    await page.locator('.details', { hasText: '30 s' }).waitFor();
    await press(page, 'n');
    await choice(page, 'method').waitFor();
    await page.keyboard.type('PO');
    await page.getByText('The next POST request gets server_error.').waitFor();
    await press(page, 'Enter');
    await page.getByText('The rule is set.').waitFor();
    expect(await send('newcomer', COURSES, { method: 'POST', headers: JSON_TYPE, body: '{"title":"A"}' })).toBe(500);
    await page.locator('.row', { hasText: 'POST' }).waitFor();
    await press(page, 'Escape', 'j', 'Enter');
    const details = page.locator('.details');
    await expect.poll(() => details.textContent()).toContain('POST');
    expect(await details.textContent()).toContain('server_error · rule rule_1');
    expect(await details.textContent()).toContain('"server_error"');
    await press(page, 'Escape');
    expect(await details.count()).toBe(0);
    await page.context().close();
  });

  test('says where to point an app, shows requests as they come, and filters them', async () => {
    const { page } = await open('filtered');
    await page.getByText(`${server.origin}/sandboxes/filtered`, { exact: true }).waitFor();
    expect(await findings(page)).toEqual([]);
    await trouble('filtered');
    const paths = () => page.locator('.row .path').allTextContents();
    await expect.poll(async () => (await paths()).length).toBe(5);
    await press(page, '/');
    await page.keyboard.type('EVENTS 429');
    await expect.poll(paths).toEqual(['/api/events']);
    await page.getByRole('searchbox').fill('');
    const filters = page.getByRole('search');
    for (const [label, value, count] of [
      ['method', 'GET', 5],
      ['status', '4', 2],
      ['operation', 'events.listEvents', 1],
    ] as const) {
      await filters.getByRole('combobox', { name: label, exact: true }).selectOption(value);
      await expect.poll(async () => (await paths()).length).toBe(count);
    }
    await page.getByLabel('only failures').check();
    await filters.getByRole('combobox', { name: 'status', exact: true }).selectOption('2');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(async () => (await paths()).length).toBe(5);
    await page.context().close();
  });

  test('a request is copied as code that sends it, sent again, and made a rule of', async () => {
    const body = JSON.stringify({
      title: "Ada's",
      category: 'A',
      difficulty: 'expert',
      instructor: 'B',
      duration_hours: 1,
    });
    await send('again', COURSES, { method: 'POST', headers: { ...JSON_TYPE, authorization: 'Bearer secret' }, body });
    const { page } = await open('again', '#requests/1', { permissions: ['clipboard-read', 'clipboard-write'] });
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    const copied = async (name: string): Promise<string> => {
      const before = await clipboard();
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(clipboard).not.toBe(before);
      return clipboard();
    };
    expect(await copied('Copy as curl')).toMatch(/^curl 'http/);
    const code = await copied('as fetch');
    const { status } = (await new Function(`return (async () => { return ${code} })()`)()) as Response;
    expect(status).toBe(200);
    // The first to ask for the document waits until it is made.
    const described = page.waitForResponse('**/openapi.json', { timeout: patient(60_000) });
    await page.getByRole('button', { name: 'as SDK' }).hover();
    await (await described).finished();
    const sdk = await copied('as SDK');
    expect(sdk).toContain(`createClient({ baseUrl: "${server.origin}/sandboxes/again" })`);
    expect(sdk).toContain(`await api.education.createCourse({\n  "title": "Ada's",`);
    await page.getByText('The journal does not have authorization.').waitFor();
    await press(page, 's');
    await page.getByRole('region', { name: 'Request 3' }).waitFor();
    const sent = await control<{ body: string }[]>('again/requests');
    expect(sent.map((entry) => entry.body)).toEqual([body, body, body]);
    await press(page, 'r');
    await choice(page, 'method').waitFor();
    await press(page, 'Enter');
    await page.getByText('The rule is set.').waitFor();
    expect(await control('again/faults')).toMatchObject([
      { when: { method: 'POST', path: COURSES }, times: 1, fault: 'server_error' },
    ]);
    await page.context().close();
  });

  long('rules are built in each form, switched, moved and removed', async () => {
    const { page } = await open('rules', '#faults', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'first_try_fails' }).click();
    await page.getByText('server_error').first().waitFor();
    await page.getByRole('button', { name: 'New rule' }).click();
    await choice(page, 'path').fill('/api/**');
    await choice(page, 'fault').selectOption('missing_member');
    await page.getByLabel('at', { exact: true }).fill('/data/*/a"b');
    await page.getByLabel('times').fill('');
    await page.getByText('missing_member;at="/data/*/a\\"b"', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const curl = await page.evaluate<string>('navigator.clipboard.readText()');
    expect((await runProgram(['sh', '-c', `${curl} -sf`])).code).toBe(0);
    await choice(page, 'fault').selectOption('answer');
    await page.getByLabel('status', { exact: true }).fill('418');
    await page.getByRole('button', { name: 'Set the rule' }).click();
    await page.getByText('answer 418').waitFor();
    const faults = () => control<{ id: string; fault: string | null; enabled: boolean }[]>('rules/faults');
    const [first, second, third] = (await faults()).map(({ id }) => id);
    expect((await faults()).map(({ fault }) => fault)).toEqual([
      'server_error',
      'missing_member;at="/data/*/a\\"b"',
      null,
    ]);
    const order = () => page.locator('tbody th').allTextContents();
    await page.getByRole('button', { name: `Move ${third} up` }).click();
    await expect.poll(order).toEqual([first, third, second]);
    await page.locator('tbody tr').last().dragTo(page.locator('tbody tr').first());
    await expect.poll(order).toEqual([second, first, third]);
    await page.getByRole('switch', { name: `${third} on` }).click();
    await expect.poll(async () => (await faults()).map(({ enabled }) => enabled)).toEqual([true, true, false]);
    await page.getByRole('button', { name: `Remove ${third}` }).click();
    await expect.poll(order).toEqual([second, first]);
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('Nothing goes wrong').waitFor();
    await page.context().close();
  });

  long('the clock is frozen, moved on and set to an instant', async () => {
    const { page } = await open('clock', '#clock');
    await page.getByRole('button', { name: '+ 1 day' }).click();
    await page.getByText('2026-03-02T12:00:00Z', { exact: true }).waitFor();
    await page.getByText('nothing fell due').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('running', { exact: true }).waitFor();
    await page.getByLabel('Freeze at').fill('tomorrow');
    await press(page, 'Enter');
    await page.locator('.notice.error').waitFor();
    await page.getByLabel('Freeze at').fill('2030-01-01T00:00:00Z');
    await press(page, 'Enter');
    await page.getByText('2030-01-01T00:00:00Z', { exact: true }).waitFor();
    const { email } = (await control<{ email: string }[]>('clock/api/auth/users?per_page=1'))[0] ?? {};
    const body = JSON.stringify({ email, password: 'Passw0rd!' });
    expect(await send('clock', '/api/auth/login', { method: 'POST', headers: JSON_TYPE, body })).toBe(200);
    const coming = page.getByRole('region', { name: 'Still to come' }).locator('tbody tr').first();
    expect(await coming.textContent()).toMatch(/^in 30 daysgrants.*expires_at/);
    const instant = await coming.getByText(/^2030-/).textContent();
    await coming.getByRole('button', { name: 'Move there' }).click();
    await page.locator('.clock', { hasText: String(instant).slice(0, 19) }).waitFor();
    await page.context().close();
  });

  long('what was written is listed, copied, saved to a file, reset and restored', async () => {
    await addCourse('written', 'Practical SQL');
    await addCourse('written', 'Another');
    const { page } = await open('written', '#data');
    await page.getByRole('button', { name: /^courses/ }).click();
    await page.getByRole('searchbox').fill('practical');
    await page.locator('.records summary').first().click();
    await page.getByText('"Practical SQL"').waitFor();
    expect(await page.locator('.records > details').count()).toBe(1);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a snapshot' }).click();
    const file = await (await downloading).path();
    await page.getByRole('button', { name: 'Fork' }).click();
    await page.getByText('written-copy is a copy of written.').waitFor();
    expect(await control('written-copy')).toMatchObject({ counts: { changed: 2 } });
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Really reset?' }).click();
    await page.getByText('0 records written').waitFor();
    await page.getByLabel('Restore from a file').setInputFiles(file);
    await page.getByText('2 records written').waitFor();
    const broken = { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{') };
    await page.getByLabel('Restore from a file').setInputFiles(broken);
    await page.locator('.notice.error').waitFor();
    await page.context().close();
  });

  long('webhooks are registered, delivered, verified, delivered again, received and removed', async () => {
    await using delivering = await overSocket({ webhookDelivery: 'on' });
    const receiver = await startReceiver();
    const { page, complaints } = await open('hooks', '#webhooks', {}, delivering.origin);
    const region = (name: string) => page.getByRole('region', { name });
    const attempts = page.getByRole('region', { name: /^Attempts at/ }).locator('tbody tr');
    const dispatch = async (type: string, data: string) => {
      await page.getByRole('combobox', { name: 'event', exact: true }).fill(type);
      await page.getByRole('textbox', { name: 'data' }).fill(data);
      await press(page, 'Enter');
    };
    await page.getByLabel('URL of the receiver').fill(receiver.url);
    await page.getByRole('combobox', { name: 'events' }).fill('order.created, invoice.paid');
    await press(page, 'Enter');
    await region('Registrations').getByText('order.created, invoice.paid').waitFor();
    await page.getByText(/^whsec_/).waitFor();
    await dispatch('invoice.paid', '{ "id": "in_<b>1" }');
    await page.getByText('Standard Webhooks signature verifies').waitFor();
    await page.getByText('Stripe signature verifies').waitFor();
    await page.getByText('"in_<b>1"').waitFor();
    await page.getByRole('button', { name: 'Redeliver' }).press('Enter');
    await expect.poll(() => attempts.count()).toBe(2);
    expect(await attempts.first().textContent()).toContain('✓');
    const bodies = receiver.received.map(({ body }) => (JSON.parse(String(body)) as { data: object }).data);
    expect(bodies).toEqual([{ object: { id: 'in_<b>1' } }, { object: { id: 'in_<b>1' } }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await receiver.close();
    await page.getByRole('combobox', { name: 'answers' }).fill('server_error');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByRole('button', { name: 'Have events sent there' }).click();
    await region('Registrations').getByText('/sandboxes/hooks/inbox/orders').waitFor();
    await dispatch('order.paid', '{ "id": "<i>2" }');
    await region('Received').getByText('valid').waitFor();
    await region('Received').getByText('500').waitFor();
    expect(await findings(page)).toEqual([]);
    await dispatch('order.paid', '{');
    await page.locator('.notice.error').waitFor();
    for (let count = 2; count > 0; count -= 1) {
      await expect.poll(() => region('Registrations').locator('tbody tr').count()).toBe(count);
      await region('Registrations').getByRole('button', { name: 'Remove' }).first().click();
      await page.getByRole('button', { name: 'Really remove?' }).click();
    }
    await page.getByText('Nobody is registered').waitFor();
    await region('Received').getByRole('button').click();
    await page
      .getByRole('region', { name: /^Request \d/ })
      .getByText('server_error · rule inbox:orders')
      .waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  long('a user is logged in, and the token verified until the clock or a change makes it invalid', async () => {
    const { page } = await open('tokens', '#tokens', { permissions: ['clipboard-read', 'clipboard-write'] });
    const checks = page.getByLabel('Checks');
    await page.getByLabel('name or e-mail address').fill('weber');
    await press(page, 'Enter');
    await page.getByRole('button', { name: 'Log in as usr_0002' }).click();
    await checks.getByText('verifies with the key understudy-rsa-1').waitFor();
    await checks.getByText(`${server.origin}/sandboxes/tokens/api/oauth`).waitFor();
    await checks.getByText('in 1440 min').waitFor();
    await page.getByText('"usr_0002"').waitFor();
    const token = await page.getByLabel('token').inputValue();
    await page.getByRole('button', { name: 'Copy as Authorization header' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`Authorization: Bearer ${token}`);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).toBe('[{},{}]');
    await page.getByLabel('password to log in with').fill('wrong');
    await page.getByRole('button', { name: 'Log in as usr_0002' }).click();
    // It is the app that is refused, and not the page.
    await page.locator('.notice.error').waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    await control('tokens/clock', { method: 'POST', body: JSON.stringify({ action: 'advance', seconds: 90_000 }) });
    await page.getByLabel('token').fill(token.replace(/.{8}$/, 'AAAAAAAA'));
    await page.getByRole('button', { name: 'Verify' }).click();
    await checks.getByText('does not verify').waitFor();
    await checks.getByText('expired 60 min ago').waitFor();
    const grant = {
      grant_type: 'client_credentials',
      client_id: 'understudy-eddsa',
      client_secret: 'understudy-secret',
    };
    const granted = await server.fetch('/sandboxes/tokens/api/oauth/token', {
      method: 'POST',
      body: new URLSearchParams(grant),
    });
    await page.getByLabel('token').fill(((await granted.json()) as { access_token: string }).access_token);
    await page.getByRole('button', { name: 'Verify' }).click();
    await checks.getByText(/verifies with the key understudy-ed|this browser cannot check EdDSA/).waitFor();
    await page.context().close();
  });

  long('says how to have the domains of webhooks and tokens served', async () => {
    const without = builtinDomains.map(({ contract }) => contract.name).filter((name) => !OTHERS.has(name));
    await using others = await overSocket({ serves: servedApi({ ours: builtinDomains, without }) });
    for (const [pane, name] of [
      ['webhooks', 'webhooks'],
      ['tokens', 'auth'],
    ]) {
      const { page } = await open('own', `#${pane}`, {}, others.origin);
      await page.getByText(`--with ${name}`).waitFor();
      await page.context().close();
    }
  });

  long('all records of a collection are listed and searched, those that one names read, and one changed', async () => {
    const { page } = await open('seeded', '#data');
    await page.getByRole('button', { name: /^courses/ }).click();
    expect(await control('seeded/requests')).toEqual([]);
    await page.getByRole('button', { name: 'List by the API' }).click();
    await page.getByText('200 in all').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('crs_0021', { exact: true }).click();
    await page.getByText('"crs_0021"').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('search all courses').fill('no such course');
    await press(page, 'Enter');
    await page.getByText('0 in all').waitFor();
    await page.getByRole('button', { name: /^posts/ }).click();
    await page.getByRole('button', { name: 'List by the API' }).click();
    await page.getByText('The API has no operation that lists posts.').waitFor();
    const enrollment = { student_id: 'stu_0001', course_id: 'crs_0002' };
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(enrollment) };
    expect(await send('seeded', '/api/education/enrollments', init)).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: /^enrollments/ }).click();
    await page.locator('.records summary').first().click();
    await page.getByRole('button', { name: '"crs_0002"' }).click();
    await page.getByRole('region', { name: '/api/education/courses/crs_0002' }).getByText('"crs_0002"').waitFor();
    await page.getByRole('button', { name: /^users/ }).click();
    await page.getByRole('button', { name: 'List by the API' }).click();
    await page.getByText('usr_0003', { exact: true }).click();
    await page.getByRole('button', { name: 'read by the API' }).first().click();
    const read = page.getByRole('region', { name: '/api/auth/users/usr_' });
    await read.getByRole('button', { name: 'Edit' }).click();
    const text = read.getByRole('textbox');
    await text.fill((await text.inputValue()).replace(/"name": ".*?"/, '"name": "Ada <b>Moreno"'));
    await read.getByRole('button', { name: 'Save by the API' }).click();
    await read.getByText('"Ada <b>Moreno"').waitFor();
    await page.getByText('changed', { exact: true }).first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  long('sandboxes are forked, opened and deleted', async () => {
    await addCourse('forked', 'A');
    const { page } = await open('forked', '#sandboxes');
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await row('forked').getByRole('button', { name: 'Fork' }).click();
    await row('forked-copy').waitFor();
    await row('forked-copy').getByRole('button', { name: 'Delete' }).click();
    expect(await row('forked-copy').count()).toBe(1);
    await row('forked-copy').getByRole('button', { name: 'Really delete?' }).click();
    await row('forked-copy').waitFor({ state: 'detached' });
    await page.getByLabel('Name of a sandbox').fill('fresh');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'fresh' }).waitFor();
    await page.context().close();
  });

  test('asks for the token where the server has one, again where it is wrong, and stores it for the tab', async () => {
    await using guarded = await overSocket({ adminToken: 'correct-horse' });
    await guarded.fetch(`/sandboxes/own${COURSES}`);
    const { page } = await open('own', '', {}, guarded.origin);
    for (const token of ['wrong', 'correct-horse']) {
      await page.getByRole('textbox', { name: 'Token' }).fill(token);
      await press(page, 'Enter');
      if (token === 'wrong')
        await expect.poll(() => page.getByRole('textbox', { name: 'Token' }).inputValue()).toBe('');
    }
    await rows(page).first().waitFor();
    await page.reload();
    await rows(page).first().waitFor();
    await page.context().close();
  });

  long('says why a server does not let it follow the journal, and does once that is over', async () => {
    await using busy = await overSocket({ maxStreams: 1 });
    const first = await open('own', '', {}, busy.origin);
    await first.page.getByText('Waiting for requests').waitFor();
    const { page } = await open('own', '', {}, busy.origin);
    await page.locator('.refusal', { hasText: 'streams' }).waitFor();
    await first.page.context().close();
    await busy.fetch(`/sandboxes/own${COURSES}`);
    await rows(page).first().waitFor();
    expect(await page.locator('.refusal').count()).toBe(0);
    await page.context().close();
  });

  test('what a hostile client sent is text', async () => {
    const evil = '<img src=x onerror=hacked()><script>hacked()</script>';
    const lines = `\n\nevent: request\ndata: {"sequence":99}\n\n\u2028`;
    await setRules('hostile', { id: evil.slice(0, 20), fault: 'preset;name=flaky' }).catch(() => undefined);
    await send('hostile', `/api/${encodeURIComponent(evil)}?q=${encodeURIComponent(evil + lines)}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-evil': evil, 'idempotency-key': evil },
      body: JSON.stringify({ [evil]: evil + lines, __proto__: { hacked: evil }, deep: '['.repeat(5000) }),
    });
    await send('hostile', COURSES, { method: 'POST', headers: JSON_TYPE, body: '['.repeat(20_000) });
    await send('hostile', COURSES, { method: 'POST', headers: JSON_TYPE, body: `{"a":${'[{"b":'.repeat(3000)}` });
    await send('hostile', `/api/${'%F0%9F%92%A9'.repeat(300)}`, { headers: { 'x-long': 'x'.repeat(5000) } });
    const { page, complaints } = await open('hostile');
    await expect.poll(() => rows(page).count()).toBe(4);
    for (let sequence = 1; sequence <= 4; sequence += 1) {
      await press(page, 'j');
      const details = page.locator('.details');
      await expect.poll(() => details.getAttribute('aria-label')).toBe(`Request ${5 - sequence}`);
      // What is closed is made when it is opened.
      for (let level = 0; level < 5; level += 1) {
        await page.evaluate(`document.querySelectorAll('.details details').forEach((one) => (one.open = true))`);
      }
    }
    expect(await page.locator('.details').textContent()).toContain(evil);
    for (const pane of ['2', '3', '4', '5', '6', '7', '8', '9']) await press(page, pane);
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
