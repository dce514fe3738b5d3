/** Waiting for requests: a reading of the journal that answers once enough of them have come. */
import type { JournalEntry } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { stores } from '../stores/stores.js';
import { type Given, hosts, inProcess, type TestServer } from '../support.js';
import { countCourses, createCourse, faults, send } from './client.js';
import { long } from '../long.js';
import { ending } from '../use.js';

/** A wait that only the test, or who has it wait, ends. */
function held() {
  const ends: (() => void)[] = [];
  const sleep = (_ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      ends.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  return { sleep, over: () => ends.splice(0).forEach((end) => end()) };
}

type Start = (given?: Given) => Promise<TestServer>;

async function started(start: Start = inProcess, given: Given = {}) {
  const { sleep, over } = held();
  const server = await start({ sleep, ...given });
  ending(server);
  return { server, over };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Settles once so many waits have begun. */
async function begun({ waits }: TestServer, count: number): Promise<void> {
  while (waits.length < count) await turn();
  for (let i = 0; i < 5; i++) await turn();
}

interface Listed {
  readonly data: readonly JournalEntry[];
  readonly pagination: { readonly total: number };
}

async function listed(server: TestServer, query: string, init?: RequestInit): Promise<Listed> {
  const answer = await server.fetch(`/sandboxes/a/requests?per_page=50&${query}`, init);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Listed;
}

const sequences = ({ data }: Listed) => data.map(({ sequence }) => sequence);

describe.each(hosts)('%s', (_host, start) => {
  it('answers once a request has come, and not before', async () => {
    const { server } = await started(start);
    let isOver = false;
    const waiting = listed(server, 'wait=60').finally(() => (isOver = true));
    await begun(server, 1);
    expect(isOver).toBe(false);
    await countCourses(server, '/sandboxes/a');
    expect(await waiting).toMatchObject({ data: [{ sequence: 1 }], pagination: { total: 1 } });
    expect(server.waits).toEqual([60_000]);
  });

  it('answers what there is once the time is over', async () => {
    const { server, over } = await started(start);
    await countCourses(server, '/sandboxes/a');
    const waiting = listed(server, 'wait=0.5&min=2');
    await begun(server, 1);
    over();
    expect(sequences(await waiting)).toEqual([1]);
    expect(server.waits).toEqual([500]);
  });

  it('answers what there is once the server stops', async () => {
    const { server } = await started(start);
    const waiting = listed(server, 'wait=60');
    await begun(server, 1);
    const stopped = server.close();
    expect(sequences(await waiting)).toEqual([]);
    await stopped;
  });
});

describe.each(stores)('on %s', (_name, backend) => {
  it('waits for as many as are wanted, and counts only what passes all filters', async () => {
    const own = await backend();
    const { server } = await started(inProcess, { store: await own.open() });
    ending(own);
    const query = 'wait=60&min=2&method=post,PUT&path=/api/education/*&operation=education.create*&status=200&q=two';
    const waiting = listed(server, query);
    await begun(server, 1);
    for (const title of ['Two A', 'One', 'Two B']) {
      await createCourse(server, '/sandboxes/a', title);
      await countCourses(server, '/sandboxes/a');
    }
    await send(server, 'POST', '/sandboxes/a/api/education/courses', { title: 'two' });
    expect(sequences(await waiting)).toEqual([1, 5]);
  });
});

it('waits for what comes after a sequence, or from an instant on', async () => {
  const { server } = await started();
  await countCourses(server, '/sandboxes/a');
  const [first] = (await listed(server, '')).data;
  const after = listed(server, 'wait=60&since=1');
  const from = listed(server, `wait=60&min=2&since=${encodeURIComponent(first?.received_at ?? '')}`);
  const future = listed(server, 'since=2999-01-01T00:00:00%2B02:00');
  await begun(server, 2);
  await countCourses(server, '/sandboxes/a');
  expect([sequences(await after), sequences(await from), sequences(await future)]).toEqual([[2], [1, 2], []]);
});

it('asks for no more where there are enough, and not before a further page', async () => {
  const { server } = await started();
  for (let i = 0; i < 3; i++) await countCourses(server, '/sandboxes/a');
  expect(sequences(await listed(server, 'wait=60&min=3'))).toEqual([1, 2, 3]);
  const paged = '/sandboxes/a/requests?wait=60&min=9&per_page=2';
  expect((await send(server, 'GET', `${paged}&page=2`)).json).toMatchObject({ data: [{ sequence: 3 }] });
});

it('waits anew where the requests were cleared meanwhile, and goes on counting', async () => {
  const { server } = await started();
  const waiting = listed(server, 'wait=60&min=2');
  await begun(server, 1);
  await countCourses(server, '/sandboxes/a');
  for (let i = 0; i < 5; i++) await turn();
  const cleared = await server.fetch('/sandboxes/a/requests', { method: 'DELETE' });
  expect([cleared.status, await cleared.text()]).toEqual([204, '']);
  for (let i = 0; i < 2; i++) await countCourses(server, '/sandboxes/a');
  expect(sequences(await waiting)).toEqual([2, 3]);
});

it('frees all it holds when the client hangs up', async () => {
  let left = 0;
  const sleep = (_ms: number, signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        left += 1;
        reject(signal.reason as Error);
      });
    });
  const { server } = await started(inProcess, { sleep });
  const client = new AbortController();
  const waiting = server.fetch('/sandboxes/a/requests?wait=60', { signal: client.signal });
  await begun(server, 1);
  client.abort();
  expect((await waiting).status).toBe(504);
  expect(left).toBe(1);
});

long('holds a thousand waits at once', async () => {
  const { server } = await started();
  const waiting = Array.from({ length: 1000 }, () => listed(server, 'wait=60'));
  await begun(server, 1000);
  await countCourses(server, '/sandboxes/a');
  const all = await Promise.all(waiting);
  expect(all.filter(({ data }) => data.length === 1)).toHaveLength(1000);
});

it('waits over tRPC as well', async () => {
  const { server } = await started();
  const input = encodeURIComponent(JSON.stringify({ name: 'a', wait: 60, since: '2000-01-01T00:00:00Z' }));
  const waiting = send(server, 'GET', `/trpc/sandboxes.listRequests?input=${input}`);
  await begun(server, 1);
  await countCourses(server, '/sandboxes/a');
  expect((await waiting).json).toMatchObject({ result: { data: { data: [{ sequence: 1 }], meta: { last: 1 } } } });
});

it.each([
  ['wait=61', 'wait'],
  ['wait=-1', 'wait'],
  ['wait=1e1', 'wait'],
  ['wait=1&wait=2', 'wait'],
  ['min=0', 'min'],
  ['min=10001', 'min'],
  ['min=1.5', 'min'],
  ['since=-1', 'since'],
  ['since=1.5', 'since'],
  ['since=yesterday', 'since'],
  ['since=2026-01-01T00:00:00', 'since'],
  ['since=2026-02-30T00:00:00Z', 'since'],
  ['method=', 'method'],
  ['method=GET,', 'method'],
  ['operation=,', 'operation'],
  ['operation=education.listCourse', 'operation'],
  ['operation=education.*,sandboxes.*', 'operation'],
  ['path=api/education/courses', 'path'],
  ['path=http://127.0.0.1/api', 'path'],
  ['status=99', 'status'],
  ['format=xml', 'format'],
])('refuses %s', async (query, name) => {
  const { server } = await started();
  const answer = await send(server, 'GET', `/sandboxes/a/requests?${query}`);
  expect([answer.status, faults(answer).map((fault) => fault.split(' ')[0])]).toEqual([400, [name]]);
});
