/** What a server finds of how its clients read lists, of what they trust it with, and of how they connect. */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { ADA } from '../identity/account.js';
import { send } from '../sandboxes/client.js';
import { hosts, inProcess, overSocket, type TestServer } from '../support.js';
import { broken, COURSES, SANDBOX, verdicts } from './judging.js';
import { ending } from '../use.js';

const agent = { 'user-agent': 'tests' };

/** Reads some lists one after the other, and gives the last answer. */
async function read(server: TestServer, ...queries: readonly string[]): Promise<Response> {
  let last = new Response();
  for (const query of queries) {
    last = await server.fetch(`${COURSES}?${query}`, { headers: agent });
    await last.clone().arrayBuffer();
  }
  return last;
}

const page = (number: number): string => `page=${number}&per_page=50`;

it.each(hosts)('finds nothing where lists are read in order, in every style (%s)', async (_host, start) => {
  const server = ending(await start());
  await read(server, ...[1, 2, 3, 4].map(page));
  for (let next: string | undefined = `${COURSES}?pagination_style=link&per_page=50`; next !== undefined;) {
    const answer: Response = await server.fetch(next, { headers: agent });
    await answer.arrayBuffer();
    next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await read(server, `pagination_style=cursor&per_page=50${cursor && `&cursor=${cursor}`}`);
    const { pagination } = (await answer.json()) as { pagination: { nextCursor: string | null } };
    cursor = pagination.nextCursor;
  }
  expect(await broken(server)).toEqual([]);
});

it.each(hosts)('finds pages that were skipped, repeated, and asked for after the last (%s)', async (_host, start) => {
  const server = ending(await start());
  const { headers } = await read(server, 'per_page=50');
  const last = Math.ceil(Number(headers.get('x-total-count')) / 50);
  expect(last).toBeGreaterThanOrEqual(4);
  const all = Array.from({ length: last }, (_, i) => i + 1);
  await read(server, ...[...all.filter((number) => number !== 2), 1, 1].map(page));
  expect((await broken(server)).map(([rule]) => rule)).not.toContain('kept_paging');
  await server.fetch(`${SANDBOX}/requests`, { method: 'DELETE' });
  await read(server, ...[1, 2, 2, ...all.slice(2), last + 1].map(page));
  // A walk is known by its pace, which a busy machine may not keep.
  const rules = (await broken(server)).map(([rule]) => rule);
  expect(rules.filter((rule) => rule !== 'repeated_pages')).toEqual(['kept_paging']);
});

it.each(hosts)('finds a cursor of another query, and pages that were counted (%s)', async (_host, start) => {
  const server = ending(await start());
  const first = await read(server, 'pagination_style=cursor&per_page=5');
  const { pagination } = (await first.json()) as { pagination: { nextCursor: string } };
  const mixed = await read(server, `pagination_style=cursor&per_page=2&cursor=${pagination.nextCursor}`);
  expect(mixed.status).toBe(400);
  await read(server, 'pagination_style=link&page=1', 'page=2&pagination_style=link&_=1');
  expect(await broken(server)).toEqual([
    ['mixed_cursor', [1, 2]],
    ['built_page_urls', [3, 4]],
  ]);
});

it.each(hosts)('finds what was fetched again unchanged, also where the answer was kept (%s)', async (_host, start) => {
  const server = ending(await start());
  await read(server, '', '', '');
  expect(await broken(server)).toEqual([['refetched_unchanged', [1, 2, 3]]]);
  const own = ending(await start());
  const tag = (await read(own, '')).headers.get('etag') ?? '';
  for (let i = 0; i < 3; i++) await own.fetch(`${COURSES}?`, { headers: { ...agent, 'if-none-match': tag } });
  expect(await broken(own)).toEqual([]);
});

it.each(hosts)('finds secrets in queries, and shows none (%s)', async (_host, start) => {
  const server = ending(await start());
  await read(server, 'access_token=opensesame&q=a', 'password=hunter22', 'pge=2');
  const found = await verdicts(server);
  expect(found.map(({ rule, requests }) => [rule, requests])).toEqual([
    ['secret_in_url', [1]],
    ['off_contract', [1]],
    ['secret_in_url', [2]],
    ['off_contract', [2]],
    ['off_contract', [3]],
  ]);
  expect(JSON.stringify(found)).not.toMatch(/opensesame|hunter22/);
});

/** Asks by node:http, which names no agent and asks for nothing by itself. */
function plainly(url: string, headers: Record<string, string>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers.location));
    });
    asked.on('error', reject).end();
  });
}

it('finds credentials that follow a redirect to another origin, and those that do not', async () => {
  await using server = await overSocket();
  const headers = { authorization: 'Bearer secret', 'user-agent': 'tests' };
  const url = `${server.origin}${COURSES}?fault=${encodeURIComponent('redirect;to=elsewhere')}`;
  const location = (await plainly(url, headers)) ?? '';
  expect(new URL(location).hostname).toBe('localhost');
  await plainly(location.replace('localhost', '127.0.0.1').replace('//127.0.0.1', '//localhost'), agent);
  expect(await broken(server, 'rule=credential_forwarded')).toEqual([]);
  await plainly(location, headers);
  expect(await broken(server, 'rule=credential_forwarded')).toEqual([['credential_forwarded', [1, 3]]]);
});

it('finds redirects that were followed from https: to http:', async () => {
  await using server = await overSocket({ trustProxy: 1 });
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'mock.test', ...agent };
  const url = `${server.origin}${COURSES}?fault=${encodeURIComponent('redirect;to=downgrade')}`;
  expect(await plainly(url, forwarded)).toMatch(/^http:\/\/mock\.test\//);
  expect(await broken(server)).toEqual([]);
  await plainly(`${server.origin}${COURSES}?&&`, { ...forwarded, 'x-forwarded-proto': 'http' });
  expect(await broken(server)).toEqual([['downgraded', [1, 2]]]);
});

it('finds connections that are not kept, and a client without a name', async () => {
  await using server = await overSocket();
  for (let i = 0; i < 20; i++) await plainly(`${server.origin}${COURSES}?q=${i}`, { connection: 'close' });
  const found = await broken(server);
  // Twenty at least, where none of them took long.
  expect(found.filter(([rule]) => rule === 'no_user_agent')).toEqual([
    ['no_user_agent', Array.from({ length: 20 }, (_, i) => i + 1)],
  ]);
  expect(found.map(([rule]) => rule)).toContain('kept_alive_nothing');
  for (let i = 0; i < 20; i++) await read(server, `q=${i}`);
  expect(await broken(server, 'since=20')).toEqual([]);
});

it.each(hosts)('finds refresh tokens that are sent twice, and tokens that were refused (%s)', async (_host, start) => {
  const server = ending(await start());
  const post = (path: string, body: object): Promise<{ json: Record<string, unknown> }> =>
    send(server, 'POST', `${SANDBOX}/api/auth/${path}`, body, agent);
  await post('register', ADA);
  const { json } = await post('login', { email: ADA.email, password: ADA.password });
  const [{ refresh_token } = { refresh_token: '' }] = json['data'] as { refresh_token: string }[];
  expect(await broken(server)).toEqual([]);
  await post('refresh', { refresh_token });
  await post('refresh', { refresh_token });
  const profile = { headers: { ...agent, authorization: 'Bearer wrong' } };
  for (let i = 0; i < 3; i++) await server.fetch(`${SANDBOX}/api/auth/profile`, profile);
  const found = (await broken(server)).filter(([rule]) => rule !== 'retried_hopeless' && rule !== 'no_backoff');
  expect(found).toEqual([
    ['reused_refresh_token', [3, 4]],
    ['used_expired_token', [5, 6, 7]],
  ]);
});

it('finds authorization requests without state and PKCE', async () => {
  await using server = await inProcess();
  const asked = `${SANDBOX}/api/oauth/authorize?response_type=code&redirect_uri=http://127.0.0.1/cb&client_id=`;
  await server.fetch(`${asked}understudy-web`, { headers: { ...agent, accept: 'text/html' }, redirect: 'manual' });
  await server.fetch(`${asked}understudy-spa&state=s`, { headers: agent, redirect: 'manual' });
  const found = (await verdicts(server)).map(({ rule, severity, requests }) => [rule, severity, requests]);
  expect(found).toEqual([
    ['no_state', 'error', [1]],
    ['no_pkce', 'warning', [1]],
    ['no_pkce', 'error', [2]],
  ]);
});
