import { expect, test } from 'vitest';
import { summaryOf, toCurl } from './request-summary.js';

const request = {
  method: 'POST',
  url: 'https://user:pass@api.example/api/auth/login?access_token=abc&q=sql',
  headers: { authorization: 'Bearer abc', accept: 'application/json' },
  body: '{"email":"a@example.com","password":"Passw0rd!","nested":[{"client_secret":"s","name":"n"}]}',
};

test('secrets are masked in the address, the headers and the body', () => {
  const { url, headers, body } = summaryOf(request);
  expect(url).toBe('https://***:***@api.example/api/auth/login?access_token=***&q=sql');
  expect(headers).toEqual({ authorization: '***', accept: 'application/json' });
  expect(JSON.parse(body ?? '')).toEqual({
    email: 'a@example.com',
    password: '***',
    nested: [{ client_secret: '***', name: 'n' }],
  });
});

test.each([
  [
    'under other names',
    { apiKey: 'SECRET', 'x-api-key': 'SECRET', credentials: { any: ['SECRET'] }, passwords: ['SECRET'] },
  ],
  ['that are numbers', { otp: 123_456_789, pin: 123_456_789 }],
  [
    'in URLs',
    { url: 'https://me:SECRET@a.example/', next: 'https://a.example/cb?access_token=SECRET&x=1#id_token=SECRET' },
  ],
  ['by their looks', { note: 'use Bearer SECRET12345', more: ['eyJhbGciOiJ9.SECRET.SECRET', `gh${'p_'}SECRET123456`] }],
])('secrets %s are masked, and nothing else', (_, members) => {
  const next = encodeURIComponent('https://a.example/?token=SECRET');
  const { url, headers, body } = summaryOf({
    method: 'POST',
    url: `https://api.example/api?api_key=SECRET&next=${next}&q=sql`,
    headers: { 'x-api-key': 'SECRET', 'x-note': 'Basic SECRET1234', accept: 'application/json' },
    body: JSON.stringify({ ...members, title: 'Practical SQL', has_password: null, max_tokens: 5, cursor: 'c1' }),
  });
  const shown = [url, JSON.stringify(headers), body].join('\n');
  expect(shown).not.toMatch(/SECRET|123456789/);
  expect(headers).toMatchObject({ accept: 'application/json' });
  expect(url).toContain('&q=sql');
  expect(JSON.parse(body ?? '')).toMatchObject({
    title: 'Practical SQL',
    has_password: null,
    max_tokens: 5,
    cursor: 'c1',
  });
});

test('a curl command survives quotes', () => {
  const plain = { method: 'GET', url: 'https://api.example/', headers: { 'x-a': "it's" }, body: undefined };
  expect(toCurl(plain)).toBe(String.raw`curl 'https://api.example/' -H 'x-a: it'\''s'`);
});
