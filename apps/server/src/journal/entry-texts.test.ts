/** An exchange as its entry shows it, also once texts of it were dropped. */
import { expect, it } from 'vitest';
import { entryOf, textsOf } from './entry-texts.js';
import type { Exchange, KeptBody } from './exchange.js';

function exchange(given: Partial<Exchange> = {}): Exchange {
  return {
    id: 'one',
    method: 'POST',
    path: '/api/education/courses',
    query: 'q=sql&delay=1',
    baseUrl: 'http://127.0.0.1:4010',
    operation: 'education.createCourse',
    headers: ['Accept', '*/*'],
    body: undefined,
    unknown: [],
    address: '127.0.0.1',
    connection: 'c1',
    status: 200,
    kind: undefined,
    struck: undefined,
    response: { headers: {}, body: undefined },
    ended: 'complete',
    receivedAt: 0,
    since: 0,
    answeredAt: 0,
    durationMs: 1.23456,
    ...given,
  };
}

const whole = (content: string | Uint8Array): KeptBody => ({
  content,
  bytes: Buffer.byteLength(content),
  isTruncated: false,
});

it('has all that is known of an exchange', () => {
  const unknown = [{ name: 'pgae', in: 'query', nearest: 'page' }] as const;
  const struck = { rule: 'r', fault: 'rate_limit' };
  const response = { headers: { 'retry-after': '1' }, body: whole('{"no":1}') };
  const given = { unknown, struck, response, status: 429, kind: 'rate_limit', body: whole('{"title":"é"}') };
  expect(entryOf(7, textsOf(exchange(given)))).toEqual({
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
  const nothing = { operation: undefined, address: undefined, connection: undefined, status: undefined };
  expect(entryOf(1, textsOf(exchange(nothing)))).toMatchObject({
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
  const { headers: shown } = entryOf(1, textsOf(exchange({ headers })));
  const expected = { 'x-tag': 'a, b', ['__proto__']: 'p', constructor: 'c', tostring: '' };
  expect(Object.entries(shown)).toEqual(Object.entries(expected));
});

it('shows bytes that are no text in Base64', () => {
  const bytes = Uint8Array.of(0xff, 0, 0x41);
  expect(entryOf(1, textsOf(exchange({ body: whole(bytes) })))).toMatchObject({
    body: Buffer.from(bytes).toString('base64'),
    body_encoding: 'base64',
    body_bytes: 3,
  });
});

it('shows no half of a character where bytes were cut', () => {
  const content = Buffer.from('né').subarray(0, 2);
  const body = { content, bytes: 100, isTruncated: true };
  const cut = { body: 'n', body_encoding: 'utf8', body_bytes: 100, body_truncated: true };
  expect(entryOf(1, textsOf(exchange({ body })))).toMatchObject(cut);
  // What is not cut and still ends so is no text.
  const ended = { ...body, isTruncated: false };
  expect(entryOf(1, textsOf(exchange({ body: ended }))).body_encoding).toBe('base64');
});

it('says that a body is missing of which nothing was kept', () => {
  const body = { content: '', bytes: 10, isTruncated: true };
  const entry = entryOf(1, textsOf(exchange({ body })));
  expect(entry).toMatchObject({ body: null, body_bytes: 10, body_truncated: true });
});

it('has what is left of it once its bodies and headers were dropped', () => {
  const response = { headers: { etag: '"x"' }, body: undefined };
  const { facts } = textsOf(exchange({ body: whole('{}'), response }));
  expect(entryOf(3, { facts, headers: null, bodies: null })).toMatchObject({
    sequence: 3,
    path: '/api/education/courses',
    headers: {},
    body: null,
    body_bytes: 2,
    body_truncated: true,
    response: { headers: {}, body: null, body_bytes: 0, body_truncated: false },
  });
});
