/** The request journal with what people open it with: Chromium's network panel, Playwright, EventSource, curl and a shell. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, spawnServer } from '@understudy/tooling/server';
import { describe, expect, test } from 'vitest';
import { hasChromium, useChromium } from './chromium.js';
import { faultsOfHar } from '../journal/har-validator.js';
import { openInPanel } from './devtools.js';
import { elsewhere } from './elsewhere.js';
import { ending, openOnce, useFolder } from '../use.js';

const COURSES = '/api/education/courses';

const course = {
  title: "Ada's “tea” \\ 日本語 🍵 $(id) `id` %20 !",
  category: 'Food',
  difficulty: 'expert',
  instructor: 'Bo\nLi\t',
  duration_hours: 1,
};

const folder = useFolder();
const server = openOnce(spawnServer);

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string | null;
  readonly curl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number | null;
}

async function entries(sandbox: string, query = ''): Promise<Entry[]> {
  const response = await server.fetch(`/sandboxes/${sandbox}/requests?per_page=50&sort=sequence${query}`);
  return ((await response.json()) as { data: Entry[] }).data;
}

/** Requests of the kinds that an archive must be able to show; gives how many they are. */
async function exchanges(sandbox: string): Promise<number> {
  const base = `/sandboxes/${sandbox}`;
  const asked: [path: string, init?: RequestInit][] = [
    [`${base}${COURSES}?per_page=2&q=a%20b%26c%27`],
    [
      `${base}${COURSES}`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(course) },
    ],
    [`${base}/api/nowhere`],
    [`${base}${COURSES}?fault=bad_gateway`],
    [`${base}${COURSES}?fault=redirect`, { redirect: 'manual' }],
    [
      `${base}/api/oauth/token`,
      { method: 'POST', body: new URLSearchParams({ grant_type: 'nonsense', scope: 'a b+c' }) },
    ],
    [
      `${base}${COURSES}`,
      { method: 'POST', headers: { 'content-type': 'image/png' }, body: new Uint8Array([137, 80, 0]) },
    ],
    [`${base}${COURSES}`, { method: 'OPTIONS' }],
    [`${base}${COURSES}?fault=reset`],
  ];
  for (const [path, init] of asked) {
    await server.fetch(path, init).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
  }
  await server.fetch(`/sandboxes/${sandbox}/requests?wait=10&min=${asked.length}`);
  return asked.length;
}

/** More than is kept of a body, and text that is no UTF-8; gives how many they are. */
async function oddBodies(sandbox: string): Promise<number> {
  const bodies = [JSON.stringify({ title: 'é'.repeat(70_000) }), new Uint8Array([0x7b, 0xe9, 0x7d])];
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' };
    await (await server.fetch(`/sandboxes/${sandbox}${COURSES}`, { method: 'POST', headers, body })).arrayBuffer();
  }
  return bodies.length;
}

async function archiveOf(sandbox: string): Promise<{ log: { entries: { request: { url: string } }[] } }> {
  const response = await server.fetch(`/sandboxes/${sandbox}/requests?format=har`);
  expect(response.status).toBe(200);
  return (await response.json()) as never;
}

describe.skipIf(!hasChromium)('in Chromium', () => {
  const openContext = useChromium();

  test("the network panel of Chromium's tools opens the archive, with every request in it", async () => {
    const count = (await exchanges('panel')) + (await oddBodies('panel'));
    const journal = await entries('panel');
    expect(journal).toHaveLength(count);
    const archive = await archiveOf('panel');
    expect(faultsOfHar(archive)).toBe('');
    const requests = await openInPanel(await openContext(), archive);
    const base = `${server.origin}/sandboxes/panel`;
    expect(requests.map(({ url, method }) => [method, url])).toEqual(
      journal.map(({ method, path, query }) => [method, `${base}${path}${query === '' ? '' : `?${query}`}`]),
    );
    expect(requests.map(({ status }) => status)).toEqual(journal.map(({ status }) => status ?? 0));
    const post = requests[1];
    expect(JSON.parse(post?.sent ?? '')).toEqual(course);
    expect(post?.mimeType).toBe('application/json');
    expect(JSON.parse(post?.content ?? '')).toMatchObject({ data: [{ title: course.title }] });
    expect(post?.requestHeaders).toEqual(expect.arrayContaining(['content-type', 'user-agent']));
    expect(requests.at(-2)?.sent).toBe(journal.at(-2)?.body);
    expect(Buffer.from(requests.at(-1)?.sent ?? '', 'base64')).toEqual(Buffer.from([0x7b, 0xe9, 0x7d]));
  });

  test('Playwright plays the archive to a page', async () => {
    await exchanges('played');
    const file = join(folder, 'played.har');
    writeFileSync(file, JSON.stringify(await archiveOf('played')));
    const context = ending(await openContext());
    // The page is no part of the archive.
    const home = await elsewhere();
    const page = await context.newPage();
    await page.goto(home.origin);
    await page.routeFromHAR(file, { url: '**/sandboxes/**', notFound: 'abort' });
    const url = `${server.origin}/sandboxes/played${COURSES}?per_page=2&q=a%20b%26c%27`;
    const read = await page.evaluate(async (at) => {
      const answer = await fetch(at);
      return { status: answer.status, body: await answer.json() };
    }, url);
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({ pagination: { page: 1, perPage: 2 } });
    home.close();
  });

  test('EventSource follows the journal, and goes on where it was', async () => {
    await exchanges('followed');
    const context = ending(await openContext());
    const home = await elsewhere();
    const page = await context.newPage();
    await page.goto(home.origin);
    const stream = `${server.origin}/sandboxes/followed/requests/stream`;
    const follow = (url: string, count: number) =>
      page.evaluate(
        ({ at, most }) =>
          new Promise<string[]>((resolve, reject) => {
            const seen: string[] = [];
            const source = new EventSource(at);
            source.addEventListener('request', (event) => {
              seen.push(`${event.lastEventId} ${JSON.parse(event.data).method}`);
              if (seen.length < most) return;
              source.close();
              resolve(seen);
            });
            source.addEventListener('error', () => {
              if (source.readyState === EventSource.CLOSED) reject(new Error('it gave up'));
            });
          }),
        { at: url, most: count },
      );
    const following = follow(stream, 11);
    await server.fetch(`/sandboxes/followed${COURSES}`, { method: 'HEAD' });
    await server.fetch(`/sandboxes/followed${COURSES}`);
    const seen = await following;
    expect(seen.map((line) => Number(line.split(' ')[0]))).toEqual(Array.from({ length: 11 }, (_, i) => i + 1));
    expect(seen.slice(-2)).toEqual(['10 HEAD', '11 GET']);
    home.close();
  });
});

test('curl -N follows the journal', async () => {
  const count = await exchanges('curled');
  const stream = `${server.origin}/sandboxes/curled/requests/stream?limit=${count}`;
  const { stdout } = await runProgram(['curl', '-sN', stream]);
  const events = stdout.split('\n\n').filter((block) => block.includes('event: request'));
  expect(events).toHaveLength(count);
  for (const event of events) expect(event).toMatch(/^id: \d+\nevent: request\ndata: \{.*\}$/);
});

test('the curl line of each request sends it again, whatever is in it', async () => {
  await exchanges('again');
  const header = 'it\'s $HOME "quoted" `id` \\ !x';
  await server.fetch(`/sandboxes/again${COURSES}`, { headers: { 'x-odd': header, 'accept-language': 'de;q=0.5, *' } });
  const asked = await entries('again');
  const lines = asked.filter(({ query }) => !query.includes('fault=reset'));
  for (const { curl } of lines) {
    expect(curl).not.toContain('\n');
    const { code, stderr } = await runProgram(['sh', '-c', `${curl} -s -o /dev/null`]);
    expect({ curl, code, stderr }).toEqual({ curl, code: 0, stderr: '' });
  }
  const sent = (await entries('again')).slice(asked.length);
  const plain = ({ method, path, query, body, headers }: Entry) => {
    // Those that each client adds by itself.
    const { connection: _c, 'content-length': _l, 'accept-encoding': _e, 'keep-alive': _k, ...rest } = headers;
    return { method, path, query, body, headers: rest };
  };
  expect(sent.map(plain)).toEqual(lines.map(plain));
});
