/** What a server in a page has not says so. */
import { expect, it } from 'vitest';
import { auth, createUnderstudy, education } from '../../src/browser.js';

it('judges nobody', async () => {
  const answer = await createUnderstudy({ domains: [education] }).fetch('/sandboxes/default/conduct');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('does not judge its clients') });
});

it.each(['faults', 'claims'])('reads no file for %s', (option) => {
  expect(() => createUnderstudy({ domains: [auth], [option]: 'x.json' })).toThrow(
    `the option ${option} is "x.json", but a browser reads no files`,
  );
});

it('has users with the domain auth alone', async () => {
  const claims = { '*': { locale: 'fr' } };
  expect(() => createUnderstudy({ domains: [education], claims })).toThrow('there are no users');
  const understudy = createUnderstudy({ domains: [auth], claims });
  const body = JSON.stringify({ email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' });
  const headers = { 'content-type': 'application/json' };
  expect((await understudy.fetch('/api/auth/login', { method: 'POST', headers, body })).status).toBe(200);
});
