/** Archives that the published schema of HAR 1.2 takes, and what they say. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { describe, expect, it } from 'vitest';
import { faultsOfHar } from '../../test/journal/har-validator.js';
import { scheduler } from '../listing/scheduler.js';
import { harOf } from './har.js';

const kept = { body: null, body_encoding: 'utf8', body_bytes: 0, body_truncated: false } as const;

const plain: JournalEntry = {
  id: 'req_1',
  sequence: 1,
  received_at: '2026-01-01T00:00:00.000Z',
  operation: 'education.listCourses',
  method: 'GET',
  path: '/api/education/courses',
  query: 'q=a%20b&tag=x&tag=y+z',
  headers: { accept: '*/*', cookie: 'theme=***; last=***' },
  ...kept,
  controls: {},
  unknown: [],
  client: { address: '127.0.0.1', connection: 'c1' },
  status: 200,
  kind: null,
  fault: null,
  hint: null,
  trace: null,
  response: { headers: { 'content-type': 'application/json' }, ...kept, body: '{"a":"é"}', body_bytes: 10 },
  ended: 'complete',
  duration_ms: 1.25,
  curl: '',
};

/** The archive of one entry, once the schema has taken it. */
function entryOf(given: Partial<JournalEntry> = {}): Record<string, Record<string, unknown>> {
  const har = scheduler.runShort(
    harOf([{ ...plain, ...given }], { version: '1.2.3', baseUrl: 'http://127.0.0.1:4010' }),
  );
  expect(faultsOfHar(har)).toBe('');
  const { log } = JSON.parse(JSON.stringify(har)) as { log: { entries: Record<string, Record<string, unknown>>[] } };
  const [entry] = log.entries;
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

it('is an archive without entries as well', () => {
  const har = scheduler.runShort(harOf([], { version: '1.2.3', baseUrl: 'http://h' }));
  expect(har).toEqual({ log: { version: '1.2', creator: { name: 'Understudy', version: '1.2.3' }, entries: [] } });
  expect(faultsOfHar(har)).toBe('');
});

it('is refused by the schema where it is none', () => {
  expect(faultsOfHar({ log: { version: '1.2', entries: [{}] } })).toContain('must have required property');
});

it('says what was asked and answered', () => {
  expect(entryOf()).toMatchObject({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1.25,
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:4010/api/education/courses?q=a%20b&tag=x&tag=y+z',
      queryString: [
        { name: 'q', value: 'a b' },
        { name: 'tag', value: 'x' },
        { name: 'tag', value: 'y z' },
      ],
      cookies: [
        { name: 'theme', value: '***' },
        { name: 'last', value: '***' },
      ],
      headersSize: -1,
      bodySize: 0,
    },
    response: { status: 200, content: { size: 10, mimeType: 'application/json', text: '{"a":"é"}' }, redirectURL: '' },
    cache: {},
    timings: { send: 0, wait: 1.25, receive: 0 },
    serverIPAddress: '127.0.0.1',
    connection: 'c1',
    _understudy: { id: 'req_1', operation: 'education.listCourses', kind: null, fault: null, ended: 'complete' },
  });
});

describe('the body of a request', () => {
  const body = 'title=a+b&tag=%C3%A9';
  const form = {
    method: 'POST',
    body,
    body_bytes: body.length,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };

  it('has the parameters of a form', () => {
    expect(entryOf(form)['request']).toMatchObject({
      bodySize: 20,
      postData: {
        mimeType: 'application/x-www-form-urlencoded',
        text: body,
        params: [
          { name: 'title', value: 'a b' },
          { name: 'tag', value: 'é' },
        ],
      },
    });
  });

  it('says where it is not the whole, or in Base64', () => {
    const cut = { ...form, body_truncated: true, body_encoding: 'base64' } as const;
    expect(entryOf(cut)['request']?.['postData']).toMatchObject({ _encoding: 'base64', comment: /start/ });
    const gone = { ...form, body: null, body_truncated: true };
    expect(entryOf(gone)['request']?.['postData']).toMatchObject({ text: '', comment: /no longer/ });
  });
});

describe('an answer', () => {
  it.each([
    ['complete', 200, undefined],
    ['cut', null, 'net::ERR_EMPTY_RESPONSE'],
    ['cut', 200, 'net::ERR_CONNECTION_CLOSED'],
    ['client_left', null, 'net::ERR_ABORTED'],
  ] as const)('that ended as %s with the status %s has the error %s', (ended, status, error) => {
    const { response } = entryOf({ ended, status });
    expect([response?.['status'], response?.['_error']]).toEqual([status ?? 0, error]);
  });

  it('has its cookies one by one, and where it redirects to', () => {
    const cookie = 'a=***; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, b=***; Secure';
    const { response } = entryOf({
      response: { ...plain.response, headers: { 'set-cookie': cookie, location: '/x' } },
    });
    expect(response).toMatchObject({
      redirectURL: '/x',
      headers: [
        { name: 'set-cookie', value: 'a=***; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly' },
        { name: 'set-cookie', value: 'b=***; Secure' },
        { name: 'location', value: '/x' },
      ],
      cookies: [
        { name: 'a', value: '***', path: '/', expires: '2026-10-21T07:28:00.000Z', httpOnly: true, secure: false },
        { name: 'b', value: '***', httpOnly: false, secure: true },
      ],
    });
  });
});
