/** Floods of bodies, queries and headers: what the journal and the caches keep stays within bytes, and no request holds the event loop. */
import type { JournalEntry } from '@understudy/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, type TestServer } from '../support.js';
import { within } from './budgets.js';

// What is asserted is bytes; hundreds of requests take their time on a busy machine.
const COURSES = '/api/education/courses';
const JSON_HEADERS = { 'content-type': 'application/json' };
const MB = 1_000_000;

/** So many bodies of 90 kB are 14 MB, nearly twice what may be kept; each sandbox has more than a page of entries. */
const BODIES = 160;

let server: TestServer;
beforeAll(async () => {
  // What a process loads for its first requests is none of theirs.
  await using first = await inProcess();
  for (const path of [COURSES, '/trpc/education.createCourse', '/api/oauth/token'])
    await send(first, 'POST', path, { title: 'x'.repeat(90_000) });
});
beforeEach(async () => {
  server = await inProcess();
});
afterEach(() => server.close());

/** Sends requests one after the other, so that only what is kept of them adds up. */
async function flood(count: number, request: (i: number) => Promise<Response>): Promise<void> {
  for (let i = 0; i < count; i++) await (await request(i)).arrayBuffer();
}

async function journalOf(sandbox: string, page = 1): Promise<{ entries: JournalEntry[]; dropped: number }> {
  const { json } = await send(server, 'GET', `/sandboxes/${sandbox}/requests?per_page=50&page=${page}`);
  const { data, meta } = json as { data: JournalEntry[]; meta: { dropped: number } };
  return { entries: data, dropped: meta.dropped };
}

/** The newest entries have their bodies, as far as one is kept; the oldest had to give way. */
async function expectNewest(sandbox: string, i: number): Promise<void> {
  const { entries, dropped } = await journalOf(sandbox);
  const newest = entries.at(-1);
  expect(newest).toMatchObject({ status: 400, body_bytes: 90_015, body_truncated: true });
  expect(newest?.body).toMatch(new RegExp(`^\\{"title":"${i}x{63000,}$`));
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.length + dropped).toBe(BODIES / 2);
}

describe('the journal keeps copies of what it shows, and nothing that they were cut from', () => {
  const large = (i: number) => JSON.stringify({ title: `${i}${'x'.repeat(90_000)}` });

  it('REST bodies', async () => {
    await within({ heapBytes: 8 * MB }, () =>
      flood(BODIES, (i) =>
        server.fetch(`/sandboxes/s${i % 2}${COURSES}`, { method: 'POST', body: large(i), headers: JSON_HEADERS }),
      ),
    );
    await expectNewest('s1', BODIES - 1);
  });

  it('tRPC bodies', async () => {
    await within({ heapBytes: 8 * MB }, () =>
      flood(BODIES, (i) =>
        server.fetch(`/sandboxes/s${i % 2}/trpc/education.createCourse`, {
          method: 'POST',
          body: large(i),
          headers: JSON_HEADERS,
        }),
      ),
    );
    await expectNewest('s1', BODIES - 1);
  });

  it('forms', async () => {
    const body = (i: number) => `grant_type=none&padding=${'x'.repeat(90_000)}&client_id=client-number-${i}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await within({ heapBytes: 8 * MB }, () =>
      flood(BODIES, (i) =>
        server.fetch(`/sandboxes/s${i % 2}/api/oauth/token`, { method: 'POST', body: body(i), headers }),
      ),
    );
  });

  it('queries and headers', async () => {
    const small = await inProcess({ maxTotalJournalBytes: MB });
    const headers = (i: number) => ({ 'user-agent': `${i}${'u'.repeat(8000)}`, origin: `${i}${'o'.repeat(8000)}` });
    await within({ heapBytes: 6 * MB }, () =>
      flood(450, (i) =>
        small.fetch(`/sandboxes/s${i % 10}${COURSES}?unused=${i}${'x'.repeat(7000)}`, { headers: headers(i) }),
      ),
    );
    await small.close();
  });
});

it('gives a sandbox no more than its bytes, and keeps whole entries', async () => {
  await server.close();
  server = await inProcess({ maxJournalBytes: 100_000 });
  await flood(100, (i) => server.fetch(`/sandboxes/a${COURSES}?unused=${i}-${'x'.repeat(3000)}`));
  const { entries, dropped } = await journalOf('a');
  expect(entries.length + dropped).toBe(100);
  expect(entries.length).toBeGreaterThanOrEqual(5);
  expect(JSON.stringify(entries.map(({ path, query, response }) => [path, query, response])).length).toBeLessThan(
    100_000,
  );
  expect(entries.at(-1)).toMatchObject({ sequence: 100 });
  for (const { response } of entries) {
    expect(response).toMatchObject({ body_truncated: true, body: expect.any(String) as string });
    expect(Object.keys(response.headers).length).toBeGreaterThan(5);
  }
});

it('gives its bytes back when a sandbox is reset or deleted', async () => {
  await server.close();
  server = await inProcess({ maxTotalJournalBytes: 400_000 });
  const fill = (name: string) =>
    flood(30, (i) => server.fetch(`/sandboxes/${name}${COURSES}?unused=${i}-${'x'.repeat(3000)}`));
  await fill('a');
  await send(server, 'POST', '/sandboxes/a/reset');
  await fill('b');
  await send(server, 'DELETE', '/sandboxes/b');
  await flood(10, (i) => server.fetch(`/sandboxes/c${COURSES}?unused=${i}-${'x'.repeat(3000)}`));
  expect(await journalOf('c')).toMatchObject({ dropped: 0 });
});

describe('a batch of tRPC calls', () => {
  const body = JSON.stringify({ 0: {}, 1: { title: 'x'.repeat(200_000) } });

  it('may be as large as the smallest limit among its procedures', async () => {
    const procedures = 'sandboxes.restoreSnapshot,education.createCourse';
    const init = { method: 'POST', body, headers: JSON_HEADERS };
    const refused = await server.fetch(`/trpc/${procedures}?batch=1`, init);
    expect(refused.status).toBe(413);
    const [first] = (await refused.json()) as { error: { data: { problem: { kind: string } } } }[];
    expect(first?.error.data.problem.kind).toBe('payload_too_large');
    const unknown = await server.fetch('/trpc/sandboxes.restoreSnapshot,nope.nope?batch=1', init);
    expect(((await unknown.json()) as unknown[]).length).toBe(2);
    expect(unknown.status).not.toBe(200);
    // Where all may be large, it is read and found wrong.
    const large = await server.fetch('/trpc/sandboxes.restoreSnapshot,sandboxes.restoreSnapshot?batch=1', init);
    expect(large.status).toBe(400);
  });

  it.each([
    ['/trpc/sandboxes.restoreSnapshot,sandboxes.restoreSnapshot?batch=1', 'POST'],
    ['/sandboxes/a/snapshot', 'PUT'],
  ])('is not read before the admin token was checked, nor is another large body (%s)', async (path, method) => {
    const guarded = await inProcess({ adminToken: 'a-long-secret' });
    let pulled = 0;
    const stream = new ReadableStream(
      {
        pull: (controller) => {
          pulled += 1;
          if (pulled > 50) controller.close();
          else controller.enqueue(new Uint8Array(100_000).fill(0x20));
        },
      },
      { highWaterMark: 0 },
    );
    const init: RequestInit & { duplex: 'half' } = { method, body: stream, headers: JSON_HEADERS, duplex: 'half' };
    expect((await guarded.fetch(path, init)).status).toBe(401);
    expect(pulled).toBe(0);
    await guarded.close();
  });
});

it('keeps no more of the questions that it answers than its cache says', async () => {
  const headers = (i: number) => ({ 'if-none-match': `"${i}-${'x'.repeat(14_000)}"` });
  await within({ heapBytes: 6 * MB }, () =>
    flood(600, (i) => server.fetch(`${COURSES}/crs_0001`, { headers: headers(i) })),
  );
});

describe('no request holds the event loop', () => {
  it('with a query of tRPC that nests itself', async () => {
    await server.close();
    server = await inProcess({ log: 'json' });
    const ask = (times: number) => server.fetch(`/trpc/education.listCourses?${'input='.repeat(times)}x`);
    await ask(1);
    await within({ loopMs: 1000 }, () => ask(1300));
  });

  it('with a form of many members', async () => {
    await server.close();
    server = await inProcess({ maxBody: '400kB' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (members: number) => {
      const body = Array.from({ length: members }, (_, i) => `${i.toString(36)}=`).join('&');
      return server.fetch('/api/oauth/token', { method: 'POST', body, headers });
    };
    expect((await post(1)).status).toBe(400);
    const { status } = await within({ loopMs: 2000 }, () => post(60_000));
    expect(status).toBe(400);
  });
});
