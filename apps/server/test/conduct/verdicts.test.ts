/** The verdicts of a server on requests that were really sent, over a socket and in process. */
import { expect, it } from 'vitest';
import { ask } from '../faults/asking.js';
import { course, send } from '../sandboxes/client.js';
import { hosts, inProcess, jsonRequest, type TestServer } from '../support.js';
import { broken, COURSES, SANDBOX, verdicts } from './judging.js';
import { ending } from '../use.js';

/** Sends a request, whatever becomes of it. */
async function attempt(server: TestServer, faults: string, init?: RequestInit): Promise<void> {
  const asked = faults === '' ? server.fetch(COURSES, init) : ask(server, COURSES, faults, init);
  await asked.then((answer) => answer.arrayBuffer()).catch(() => undefined);
}

const read: RequestInit = { headers: { 'user-agent': 'tests' } };
const write = (headers: Record<string, string> = {}): RequestInit =>
  jsonRequest('POST', course, { 'user-agent': 'tests', ...headers });

it.each(hosts)('finds nothing where a client behaves (%s)', async (_host, start) => {
  const server = ending(await start());
  await attempt(server, '', read);
  await attempt(server, 'service_unavailable;retry_after=none', read);
  await attempt(server, '', read);
  await attempt(server, 'reset;commit=after', write({ 'idempotency-key': 'k' }));
  await attempt(server, '', write({ 'idempotency-key': 'k' }));
  expect(await broken(server)).toEqual([]);
});

it.each(hosts)('finds what came too soon (%s)', async (_host, start) => {
  const server = ending(await start());
  await attempt(server, 'rate_limit;retry_after=30', read);
  await attempt(server, '', read);
  const [verdict, ...others] = await verdicts(server);
  expect(others).toEqual([]);
  expect(verdict).toMatchObject({
    id: 'retried_too_soon_1_2',
    rule: 'retried_too_soon',
    severity: 'error',
    requests: [1, 2],
    reference: { text: 'RFC 9110 §10.2.3' },
  });
  expect(verdict?.detail).toMatch(/^GET \/api\/education\/courses was repeated 0(\.\d+)? s after .* 30 s\.$/);
});

it.each(['date', 'huge'])('reads a Retry-After that is %s', async (kind) => {
  await using server = await inProcess();
  await attempt(server, `rate_limit;retry_after=${kind}`, read);
  await attempt(server, '', read);
  // A date is at most two seconds away, of which one is left out: its clock may not be that of the client.
  const found = (await broken(server)).map(([rule]) => rule);
  expect(kind === 'huge' ? found : found.filter((rule) => rule !== 'retried_too_soon')).toEqual(
    kind === 'huge' ? ['retried_too_soon'] : [],
  );
});

it.each(hosts)('finds writes that were done twice (%s)', async (_host, start) => {
  const server = ending(await start());
  await attempt(server, 'reset;commit=after', write());
  await attempt(server, '', write());
  expect(await broken(server)).toEqual([
    ['retried_unsafe', [1, 2]],
    ['duplicate_write', [1, 2]],
  ]);
});

it.each(hosts)('finds none done twice where the first was not done (%s)', async (_host, start) => {
  const server = ending(await start());
  await attempt(server, 'reset', write());
  await attempt(server, '', write());
  expect(await broken(server)).toEqual([['retried_unsafe', [1, 2]]]);
});

it.each(hosts)('finds a key that was changed (%s)', async (_host, start) => {
  const server = ending(await start());
  await attempt(server, 'server_error;commit=after', write({ 'idempotency-key': 'one' }));
  await attempt(server, '', write({ 'idempotency-key': 'other' }));
  expect(await broken(server)).toEqual([
    ['changed_key', [1, 2]],
    ['duplicate_write', [1, 2]],
  ]);
});

it.each(hosts)('finds what is hopeless, and retried too often (%s)', async (_host, start) => {
  const server = ending(await start());
  for (let i = 0; i < 11; i++) await attempt(server, 'not_found', read);
  expect(await broken(server, 'rule=retried_hopeless')).toHaveLength(10);
  expect(await broken(server, 'rule=retry_storm')).toHaveLength(1);
});

it('says nothing of times where the clock of the sandbox was set in between', async () => {
  await using server = await inProcess();
  await attempt(server, 'rate_limit;retry_after=30', read);
  await send(server, 'POST', `${SANDBOX}/clock`, { action: 'advance', seconds: 30 });
  await attempt(server, '', read);
  expect(await broken(server)).toEqual([]);
});

it('filters by rule, severity and sequence, and pages', async () => {
  await using server = await inProcess();
  await attempt(server, 'reset;commit=after', write());
  await attempt(server, '', write());
  for (let i = 0; i < 4; i++) await attempt(server, 'not_found', read);
  const hopeless = [3, 4, 5].map((first) => ['retried_hopeless', [first, first + 1]]);
  expect(await broken(server, 'rule=retried_hopeless')).toEqual(hopeless);
  expect(await broken(server, 'severity=error')).toEqual([
    ['retried_unsafe', [1, 2]],
    ['duplicate_write', [1, 2]],
  ]);
  expect(await broken(server, 'since=5&rule=retried_hopeless')).toEqual([['retried_hopeless', [5, 6]]]);
  const { json } = await send(
    server,
    'GET',
    `${SANDBOX}/conduct?per_page=2&pagination_style=cursor&sort=-at&rule=retried_hopeless`,
  );
  expect(json['pagination']).toMatchObject({ total: 3, hasMore: true });
  expect(json['meta']).toMatchObject({ incomplete: false, last: 6, dropped: 0 });
  expect((await send(server, 'GET', `${SANDBOX}/conduct?rule=none`)).status).toBe(400);
});

it('says that verdicts may be missing where requests gave way', async () => {
  await using server = await inProcess({ maxJournalBytes: 1 });
  await attempt(server, 'reset;commit=after', write());
  await attempt(server, '', write());
  expect(await broken(server)).toEqual([]);
  const { json } = await send(server, 'GET', `${SANDBOX}/conduct`);
  expect(json['meta']).toMatchObject({ incomplete: true, dropped: 1 });
});

it('shows no sign of an entry in the journal, and gives the same verdicts each time', async () => {
  await using server = await inProcess();
  await attempt(server, 'rate_limit;retry_after=30', read);
  await attempt(server, '', read);
  const { json } = await send(server, 'GET', `${SANDBOX}/requests`);
  expect(JSON.stringify(json)).not.toContain('evidence');
  expect(await verdicts(server)).toEqual(await verdicts(server));
});
