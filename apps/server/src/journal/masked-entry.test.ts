/** An exchange as its entry shows it. */
import { expect, it } from 'vitest';
import type { StoredBody, RecordedExchange, RequestEntry } from './entry.js';
import { entryOf, masked } from './masked-entry.js';

function exchange(given: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    method: 'POST',
    path: '/api/education/courses',
    query: 'q=sql&delay=1',
    baseUrl: 'http://127.0.0.1:4010',
    operation: 'education.createCourse',
    body: undefined,
    unknown: [],
    status: 200,
    kind: undefined,
    struck: undefined,
    response: { headers: {}, body: undefined },
    ...given,
  };
}

/** An entry of an exchange, as it is shown. */
function shown(sequence: number, given: Partial<RecordedExchange> = {}, own: Partial<RequestEntry> = {}) {
  const entry = masked({
    sandbox: 'a',
    isMinor: false,
    id: 'one',
    headers: ['Accept', '*/*'],
    address: '127.0.0.1',
    connection: 'c1',
    ended: 'complete',
    receivedAt: 0,
    since: 0,
    answeredAt: 0,
    durationMs: 1.23456,
    exchange: exchange(given),
    ...own,
  });
  if ('delivery' in entry) throw new TypeError('it is no request');
  return entryOf(sequence, entry);
}

const whole = (content: string | Uint8Array): StoredBody => ({
  content,
  bytes: Buffer.byteLength(content),
  isTruncated: false,
});

it('has all that is known of an exchange', () => {
  const unknown = [{ name: 'pgae', in: 'query', nearest: 'page' }] as const;
  const struck = { rule: 'r', fault: 'rate_limit' };
  const response = { headers: { 'retry-after': '1' }, body: whole('{"no":1}') };
  const given = { unknown, struck, response, status: 429, kind: 'rate_limit', body: whole('{"title":"é"}') };
  expect(shown(7, given)).toEqual({
    id: 'one',
    sequence: 7,
    received_at: '1970-01-01T00:00:00.000Z',
    operation: 'education.createCourse',
    method: 'POST',
    path: '/api/education/courses',
    query: 'q=sql&delay=1',
    headers: { accept: '*/*' },
    body: '{"title":"é"}',
    body_encoding: 'utf8',
    body_bytes: 14,
    body_truncated: false,
    controls: { q: 'sql', delay: '1' },
    unknown,
    client: { address: '127.0.0.1', connection: 'c1' },
    status: 429,
    kind: 'rate_limit',
    fault: struck,
    hint: null,
    trace: null,
    response: {
      headers: { 'retry-after': '1' },
      body: '{"no":1}',
      body_encoding: 'utf8',
      body_bytes: 8,
      body_truncated: false,
    },
    ended: 'complete',
    duration_ms: 1.23,
    curl: expect.stringContaining("'http://127.0.0.1:4010/api/education/courses?q=sql&delay=1'") as string,
  });
});

it('has null for what there was not', () => {
  const nothing = { operation: undefined, status: undefined };
  expect(shown(1, nothing, { address: undefined, connection: undefined })).toMatchObject({
    operation: null,
    client: { address: null, connection: null },
    status: null,
    kind: null,
    fault: null,
    hint: null,
    body: null,
    body_bytes: 0,
    body_truncated: false,
    response: { body: null, body_truncated: false },
  });
});

it('joins the headers of one name, whatever its case, and takes any name', () => {
  const headers = ['X-Tag', 'a', '__proto__', 'p', 'x-tag', 'b', 'constructor', 'c', 'toString', ''];
  const { headers: shownHeaders } = shown(1, {}, { headers });
  const expected = { 'x-tag': 'a, b', ['__proto__']: 'p', constructor: 'c', tostring: '' };
  expect(Object.entries(shownHeaders)).toEqual(Object.entries(expected));
});

it('shows bytes that are no text in Base64', () => {
  const bytes = Uint8Array.of(0xff, 0, 0x41);
  expect(shown(1, { body: whole(bytes) })).toMatchObject({
    body: Buffer.from(bytes).toString('base64'),
    body_encoding: 'base64',
    body_bytes: 3,
  });
});

it('shows no half of a character where bytes were cut', () => {
  const content = Buffer.from('né').subarray(0, 2);
  const body = { content, bytes: 100, isTruncated: true };
  const cut = { body: 'n', body_encoding: 'utf8', body_bytes: 100, body_truncated: true };
  expect(shown(1, { body })).toMatchObject(cut);
  // What is not cut and still ends so is no text.
  const ended = { ...body, isTruncated: false };
  expect(shown(1, { body: ended }).body_encoding).toBe('base64');
});

it('says that a body is missing of which nothing was kept', () => {
  const body = { content: '', bytes: 10, isTruncated: true };
  const entry = shown(1, { body });
  expect(entry).toMatchObject({ body: null, body_bytes: 10, body_truncated: true });
});

it('has an id and a timing of its own where it shares its exchange', () => {
  const response = { headers: { etag: '"x"', 'x-request-id': 'first', 'server-timing': 'app;dur=9' }, body: undefined };
  expect(shown(3, { response }, { timing: 'app;dur=1' }).response.headers).toEqual({
    etag: '"x"',
    'x-request-id': 'one',
    'server-timing': 'app;dur=1',
  });
  expect(shown(3, { response }).response.headers).toEqual(response.headers);
});
