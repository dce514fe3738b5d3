/** A sandbox that is forgotten while a request is under way in it: what the request writes is there for everyone, or nowhere. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inProcess, type TestServer } from '../support.js';
import { countCourses, course, createCourse, isKept, sandboxOf, send } from './client.js';

let server: TestServer;
/** Lets the requests go on that wait. */
let release: () => void;
let now: number;
beforeEach(async () => {
  const released = new Promise<void>((resolve) => (release = resolve));
  now = 0;
  server = await inProcess({ sleep: () => released, monotonic: () => now });
});
afterEach(() => server.close());

const body = course;
const createLate = () => send(server, 'POST', '/sandboxes/a/api/education/courses?delay=1', body);
const nextTurn = () => new Promise(setImmediate);

/** What makes the server forget it. */
const ways = [
  ['deleted', async () => void (await send(server, 'DELETE', '/sandboxes/a'))],
  [
    'idle for too long',
    async () => {
      now = 2 * 3_600_000;
      await send(server, 'GET', '/sandboxes');
    },
  ],
] as const;

it.each(ways)('%s, it is there again with what was written late', async (_how, forget) => {
  await createCourse(server, '/sandboxes/a', 'Early');
  const late = createLate();
  await nextTurn();
  await forget();
  expect(await isKept(server, 'a')).toBe(false);
  release();
  expect((await late).status).toBe(200);
  expect(sandboxOf(await send(server, 'GET', '/sandboxes/a')).revision).toBe(1);
  expect(await countCourses(server, '/sandboxes/a')).toBe(201);
  expect((await send(server, 'GET', '/sandboxes')).json).toMatchObject({ data: [{ name: 'default' }, { name: 'a' }] });
});

it.each(ways)('%s and used again, it shows what was written late at once', async (_how, forget) => {
  await createCourse(server, '/sandboxes/a', 'Early');
  const late = createLate();
  await nextTurn();
  await forget();
  expect(await countCourses(server, '/sandboxes/a')).toBe(200);
  release();
  expect((await late).status).toBe(200);
  expect(await countCourses(server, '/sandboxes/a')).toBe(201);
  await createCourse(server, '/sandboxes/a', 'Later');
  expect(await countCourses(server, '/sandboxes/a')).toBe(202);
  expect(sandboxOf(await send(server, 'GET', '/sandboxes/a')).revision).toBe(2);
});

it('takes no slot that is no longer free', async () => {
  await server.close();
  const released = new Promise<void>((resolve) => (release = resolve));
  server = await inProcess({ sleep: () => released, maxSandboxes: 2 });
  const late = createLate();
  await nextTurn();
  await send(server, 'DELETE', '/sandboxes/a');
  await createCourse(server, '/sandboxes/b', 'Only one');
  release();
  expect((await late).status).toBe(507);
  expect(await isKept(server, 'a')).toBe(false);
});
