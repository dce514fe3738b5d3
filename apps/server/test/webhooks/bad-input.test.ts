/** Mistaken requests to webhooks and events: 400 with every fault, by its location. */
import { afterEach, describe, expect, it } from 'vitest';
import { faults, send } from '../sandboxes/client.js';
import { inProcess } from '../support.js';
import { openEach } from '../use.js';

const REGISTER = '/api/webhooks/register';
const url = 'http://127.0.0.1:9/';

const server = openEach(inProcess);
afterEach(async () => {
  // Nothing of it was kept.
  expect(server.revision()).toBe(0);
});

async function expectFaults(path: string, body: unknown, expected: readonly string[]): Promise<void> {
  const answer = await send(server, 'POST', path, body);
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ kind: 'bad_request' });
  expect(faults(answer)).toEqual(expected);
}

describe('URLs', () => {
  it.each([
    '/hooks',
    'hooks',
    '//example.com/hooks',
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'gopher://example.com/',
    'http:example.com',
    'http:\\\\example.com',
    'http://',
    'http://[::1',
    'http://exa mple.com/',
    'http://example.com:99999/',
    ' http://example.com/',
    'http://user@example.com/',
    'http://user:password@example.com/',
    'https://:password@example.com/',
    'http://user%40example.com/',
    'http://example.com\\@127.0.0.1/',
    'http://example.com/a b',
    'http://exam\nple.com/',
    '',
  ])('%j', async (bad) => {
    const answer = await send(server, 'POST', REGISTER, { url: bad, events: ['*'] });
    expect([answer.status, faults(answer)]).toEqual([400, ['#/url invalid_format']]);
    const detail = 'must be an absolute http or https URL, without credentials in it';
    expect(answer.json).toMatchObject({ errors: [{ detail }] });
  });

  it('of 10 kB', async () => {
    await expectFaults(REGISTER, { url: url + 'a'.repeat(10_000), events: ['*'] }, ['#/url too_big']);
  });

  it.each([
    ['relative', '/hooks', ['#/url invalid_format']],
    ['of another scheme', 'ftp://example.com/', ['#/url invalid_format']],
    ['with credentials', 'http://user:password@example.com/', ['#/url invalid_format']],
    ['of 10 kB', url + 'a'.repeat(10_000), ['#/url too_big']],
    ['of 10 kB and relative', 'a'.repeat(10_000), ['#/url invalid_format', '#/url too_big']],
    ['that are none', 5, ['#/url invalid_type']],
  ])('%s, beside whatever else is wrong', async (_what, bad, expected) => {
    const tooMany = Array.from({ length: 51 }, (_, i) => `a.b${i}`);
    const others = (events: unknown, secret: unknown) => ({ url: bad, events, secret });
    await expectFaults(REGISTER, others(['a.b', 'a b', 5, ''], true), [
      ...expected,
      '#/events/1 invalid_format',
      '#/events/2 invalid_type',
      '#/events/3 invalid_format',
      '#/secret invalid_type',
    ]);
    await expectFaults(REGISTER, others(tooMany, ''), [...expected, '#/events too_big', '#/secret too_small']);
  });

  it.each([
    'HTTP://EXAMPLE.COM',
    'https://example.com:8443/a?b=c@d#e',
    'http://[::1]:3000/',
    'http://2130706433/',
    `${url}${'a'.repeat(2048 - url.length)}`,
  ])('that are good: %s', async (good) => {
    await using another = await inProcess();
    const answer = await send(another, 'POST', REGISTER, { url: good, events: ['*'] });
    expect(answer).toMatchObject({ status: 200, json: { data: [{ url: good }] } });
  });
});

describe('registrations', () => {
  it.each([
    ['no body', {}, ['#/url required', '#/events required']],
    ['no events', { url, events: [] }, ['#/events too_small']],
    ['51 events', { url, events: Array.from({ length: 51 }, (_, i) => `a.b${i}`) }, ['#/events too_big']],
    [
      'wrong types',
      { url: 5, events: 'a.b', secret: true },
      ['#/url invalid_type', '#/events invalid_type', '#/secret invalid_type'],
    ],
    ['an empty secret', { url, events: ['*'], secret: '' }, ['#/secret too_small']],
    ['a long secret', { url, events: ['*'], secret: 'x'.repeat(257) }, ['#/secret too_big']],
    ['null', { url: null, events: null }, ['#/url invalid_type', '#/events invalid_type']],
  ])('%s', async (_what, body, expected) => {
    await expectFaults(REGISTER, body, expected);
  });

  it.each(['', '**', 'a.*', '.a', 'a.', 'a..b', 'a b', 'a/b', 'é', 'a\nb', 'x'.repeat(101)])(
    'an event type such as %j',
    async (bad) => {
      const answer = await send(server, 'POST', REGISTER, { url, events: ['a.b', bad] });
      expect([answer.status, faults(answer)]).toEqual([
        400,
        [`#/events/1 ${bad.length > 100 ? 'too_big' : 'invalid_format'}`],
      ]);
      if (bad.length <= 100) expect(JSON.stringify(answer.json)).toContain('with dots between them, or * for all');
    },
  );

  it('names each bad event type', async () => {
    const answer = await send(server, 'POST', REGISTER, { url, events: ['a b', 'ok', 5, ''] });
    expect(answer.status).toBe(400);
    expect(new Set(faults(answer).map((fault) => fault.split(' ')[0]))).toEqual(
      new Set(['#/events/0', '#/events/2', '#/events/3']),
    );
  });

  it('a list by a status that is none', async () => {
    const answer = await send(server, 'GET', '/api/webhooks/registrations?status=gone');
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual(['status invalid_value']);
  });
});

describe('test events', () => {
  it.each(['*', 'a..b', '.a', 'a.', 'a%20b', 'a-b', '%C3%A9', 'x'.repeat(101)])('of type %s', async (type) => {
    const answer = await send(server, 'POST', `/api/webhooks/test/${type}`, {});
    expect(answer.status).toBe(400);
    expect(faults(answer).every((fault) => fault.startsWith('event_type '))).toBe(true);
  });

  it.each([
    ['data that is an array', { data: [] }, ['#/data invalid_type']],
    ['data that is a text', { data: 'x' }, ['#/data invalid_type']],
    ['data that is null', { data: null }, ['#/data invalid_type']],
    ['all wrong', { data: 5, registration_id: 5 }, ['#/data invalid_type', '#/registration_id invalid_type']],
  ])('%s', async (_what, body, expected) => {
    await expectFaults('/api/webhooks/test/a.b', body, expected);
  });

  it('bad in path and body at once', async () => {
    await expectFaults('/api/webhooks/test/a..b', { data: 5 }, ['event_type invalid_format', '#/data invalid_type']);
  });
});

describe('registrations for events', () => {
  const path = '/api/events/event_0001/registrations';

  it.each([
    ['nothing', {}, ['#/name required', '#/email required']],
    ['no address', { name: 'Ada', email: 'ada' }, ['#/email invalid_format']],
    [
      'all wrong',
      { name: '', email: 5, ticket_type: 'gold', waitlist: 'yes' },
      ['#/name too_small', '#/email invalid_type', '#/ticket_type invalid_value', '#/waitlist invalid_type'],
    ],
    ['a long name', { name: 'x'.repeat(121), email: 'a@example.com' }, ['#/name too_big']],
  ])('%s', async (_what, body, expected) => {
    await expectFaults(path, body, expected);
  });
});
