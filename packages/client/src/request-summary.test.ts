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

test('a curl command survives quotes', () => {
  const plain = { method: 'GET', url: 'https://api.example/', headers: { 'x-a': "it's" }, body: undefined };
  expect(toCurl(plain)).toBe(String.raw`curl 'https://api.example/' -H 'x-a: it'\''s'`);
});
