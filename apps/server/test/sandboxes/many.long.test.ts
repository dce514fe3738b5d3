/** Many clients at once, each in a sandbox of its own. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { hosts, type TestServer } from '../support.js';
import { countCourses, createCourse, send } from './client.js';

/** Each of them proves the same, so a flood of them is left to `UNDERSTUDY_TEST_ALL=1 npm test`. */
const CLIENTS = 200;

/** One client's day: it writes, reads back exactly its own, and resets. */
async function client(server: TestServer, n: number, seeded: string): Promise<void> {
  const base = `/sandboxes/client-${n}`;
  const writes = 1 + (n % 5);
  const ids: string[] = [];
  // One after the other: a client that sent all at once would open as many connections.
  for (let i = 0; i < writes; i++) ids.push(await createCourse(server, base, `Course ${i} of client ${n}`));
  expect(await countCourses(server, base)).toBe(200 + writes);
  const { json } = await send(server, 'GET', `${base}/api/education/courses?q=of client&per_page=50`);
  const found = json['data'] as { id: string; title: string }[];
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(found.every(({ title }) => title.endsWith(`client ${n}`))).toBe(true);
  await send(server, 'POST', `${base}/reset`);
  expect(await (await server.fetch(`${base}/api/education/courses`)).text()).toBe(seeded);
}

it.each(hosts)(
  'sees exactly its own writes, and the seeded bytes after a reset (%s)',
  { timeout: patient(20_000) },
  async (_host, start) => {
    await using server = await start();
    const seeded = await (await server.fetch('/api/education/courses')).text();
    await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(server, n, seeded)));
    expect(await countCourses(server, '')).toBe(200);
  },
);
