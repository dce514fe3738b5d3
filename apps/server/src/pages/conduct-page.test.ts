/** The rules of conduct at /conduct, each below it, and the verdicts of a sandbox, in both forms. */
import { conductRules, contractCodes } from '@understudy/contract/sandboxes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rules } from '../conduct/conduct.js';
import { inProcess, type TestServer } from '../../test/support.js';

const BROWSER = { headers: { accept: 'text/html,*/*;q=0.8' } };

let server: TestServer;
beforeAll(async () => {
  server = await inProcess();
});
afterAll(() => server.close());

const dataAt = async (path: string): Promise<unknown> => {
  const { data } = (await (await server.fetch(path)).json()) as { data: unknown };
  return data;
};
const pageAt = async (path: string): Promise<string> => (await server.fetch(path, BROWSER)).text();

it('lists each rule with its severity, and what to do about it', async () => {
  const data = (await dataAt('/conduct')) as { rule: string }[];
  expect(data.map(({ rule }) => rule)).toEqual(Object.keys(conductRules));
  expect(data[0]).toEqual({
    rule: 'retried_too_soon',
    severity: 'error',
    description: 'The client repeated a request before its `Retry-After` was over.',
    advice: expect.stringContaining('Wait'),
    reference: { text: 'RFC 9110 §10.2.3', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3' },
  });
  const page = await pageAt('/conduct');
  for (const rule of Object.keys(conductRules)) expect(page).toContain(`href="/conduct/${rule}"`);
});

it('says of each rule by itself what to do, and knows no other', async () => {
  for (const rule of Object.keys(conductRules)) expect(await dataAt(`/conduct/${rule}`)).toMatchObject({ rule });
  const page = await pageAt('/conduct/changed_key');
  expect(page).toContain('Make the key once');
  expect(page).toContain('<code>Idempotency-Key</code>');
  const contract = await pageAt('/conduct/off_contract');
  for (const code of Object.keys(contractCodes)) expect(contract).toContain(`<h3 id="${code}">`);
  const { status, headers } = await server.fetch('/conduct/none');
  expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

it('declares each rule that there is, in their order', () => {
  expect(rules.map(({ id }) => id)).toEqual(Object.keys(conductRules));
});
