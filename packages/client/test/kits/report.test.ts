/** What a kit reports of a sandbox: what its clients did wrong, where the server judges them. */
import { createUnderstudy } from '@understudy/server';
import { expect, test } from 'vitest';
import { openSandbox } from '../../src/kits/test-sandbox.js';
import { testServer } from '../../src/kits/test-server.js';
import { baseUrl } from '../server.js';

/** The report on a client that asks again at once, and what asks for it. */
async function report(answer?: (pathname: string) => Response | undefined): Promise<string> {
  const understudy = createUnderstudy({ log: 'off' });
  const server = testServer({
    url: baseUrl,
    fetch: async (url, init) => answer?.(new URL(url).pathname) ?? understudy.fetch(url, init),
  });
  const open = await openSandbox(server, 'test-1', undefined);
  for (const _ of [1, 2]) await open.sandbox.fetch('/api/education/courses?fault=rate_limit');
  const { text } = await open.report();
  await understudy.close();
  return text;
}

test('the verdicts stand between the lines of the requests and all that is known of those', async () => {
  const blocks = (await report()).split('\n\n');
  expect(blocks.map((block) => block.split('\n')[0])).toEqual([
    'Sandbox test-1 received 2 requests.',
    '#1 GET /api/education/courses?fault=rate_limit → 429 (fault rate_limit)',
    'Conduct: 1 verdict of severity error or warning.',
    expect.stringMatching(/^error retried_too_soon: /),
    '#1 GET /api/education/courses?fault=rate_limit → 429 (fault rate_limit)',
    '#2 GET /api/education/courses?fault=rate_limit → 429 (fault rate_limit)',
  ]);
  expect(blocks[3]).toContain(`\n  ${baseUrl}/conduct/retried_too_soon`);
});

test('a server that does not judge is no reason to show nothing', async () => {
  const problem = { kind: 'not_found', status: 404, title: 'Not Found', detail: 'It does not judge.' };
  const refusal = () =>
    Response.json(problem, { status: 404, headers: { 'content-type': 'application/problem+json' } });
  const text = await report((pathname) => (pathname === '/sandboxes/test-1/conduct' ? refusal() : undefined));
  expect(text).toContain('Sandbox test-1 received 2 requests.');
  expect(text).not.toContain('Conduct');
});
