/** Snapshots made to hurt: what no sandbox could be is refused at once, and without holding up anybody else. */
import type { Snapshot } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../attack/budgets.js';
import { inProcess, type TestServer } from '../support.js';
import { createCourse, faults, type JsonAnswer, send, isKept } from './client.js';
import { forged } from './forged.js';

let server: TestServer;
let snapshot: Snapshot;
beforeEach(async () => {
  server = await inProcess({ maxRecords: 100_000 });
  await createCourse(server, '/sandboxes/a', 'One');
  await createCourse(server, '/sandboxes/a', 'Two');
  snapshot = (await send(server, 'GET', '/sandboxes/a/snapshot')).json as Snapshot;
});
afterEach(() => server.close());

const restore = (body: unknown): Promise<JsonAnswer> => send(server, 'PUT', '/sandboxes/b/snapshot', body);

async function expectRefused(body: unknown, expected: readonly string[]): Promise<void> {
  const answer = await restore(body);
  expect(answer.status).toBe(400);
  expect(faults(answer)).toEqual(expected);
  expect(await isKept(server, 'b')).toBe(false);
  expect((await send(server, 'GET', '/sandboxes')).status).toBe(200);
}

const MAX_SEEDED = 10_000_000;

describe('settings have the bounds that they have elsewhere', () => {
  it.each([
    [{ clock: 9e15 }, '#/config/clock too_big'],
    [{ clock: -9e15 }, '#/config/clock too_small'],
    [{ clock: 253_402_300_800_000 }, '#/config/clock too_big'],
    [{ clock: 0.5 }, '#/config/clock invalid_union'],
    [{ ttl_seconds: 31_536_001 }, '#/config/ttl_seconds too_big'],
    [{ ttl_seconds: 0 }, '#/config/ttl_seconds too_small'],
    [{ seed: '' }, '#/config/seed too_small'],
    [{ sizes: { students: 100_001 } }, '#/config/sizes/students too_big'],
    [{ sizes: { students: MAX_SEEDED + 1 } }, '#/config/sizes/students too_big'],
    [{ sizes: { students: -1 } }, '#/config/sizes/students too_small'],
    [{ sizes: { planets: 1 } }, '#/config/sizes/planets unrecognized_keys'],
  ])('%j', async (changes, fault) => {
    const sizes = { ...snapshot.config.sizes, ...('sizes' in changes ? changes.sizes : {}) };
    await expectRefused(forged(snapshot, { config: { ...snapshot.config, ...changes, sizes } as never }), [fault]);
  });

  it('a revision that no number of writes could reach', async () => {
    await expectRefused(forged(snapshot, { revision: Number.MAX_SAFE_INTEGER }), ['#/revision too_big']);
  });
});

describe('records are those of a sandbox', () => {
  it('two of one id', async () => {
    const one = snapshot.records.find(({ collection }) => collection === 'courses');
    if (one === undefined) throw new Error('the snapshot holds no course');
    const records = [one, { ...one, order: 1 }];
    await expectRefused(forged(snapshot, { records }), ['#/records/1/id duplicate']);
  });

  it('a clock that shows no time', async () => {
    const records = [
      { collection: 'clock', id: 'clock', order: null, value: { id: 'clock', state: { mode: 'frozen', at: 9e15 } } },
    ];
    const answer = await restore(forged(snapshot, { records }));
    expect(answer.status).toBe(400);
    expect((await send(server, 'GET', '/sandboxes')).status).toBe(200);
  });

  it('one that ends at no instant', async () => {
    const value = { id: 'x', grant_id: 'y', used: false, expires_at: 0.5 };
    const records = [{ collection: 'refresh_tokens', id: 'x', order: null, value }];
    await expectRefused(forged(snapshot, { records }), ['#/records/0/value invalid_value']);
  });

  it('what is no record', async () => {
    await expectRefused({ ...snapshot, records: [5] }, ['#/records/0 invalid_type']);
    await expectRefused({ ...snapshot, records: {} }, ['#/records invalid_type']);
  });
});

describe('costs no more than its size', { timeout: patient(30_000) }, () => {
  const empty = (count: number): string =>
    JSON.stringify({ ...snapshot, records: [] }).replace('"records":[]', `"records":[${'{},'.repeat(count - 1)}{}]`);

  const put = async (body: string): Promise<{ status: number; text: string }> => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.fetch('/sandboxes/b/snapshot', { method: 'PUT', headers, body });
    return { status: response.status, text: await response.text() };
  };

  it('100,000 empty records: the first faults are listed, the others counted', async () => {
    const body = empty(100_000);
    const { status, text } = await within({ heapBytes: 20_000_000, minTurns: 10 }, () => put(body));
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(20_000);
    const problem = JSON.parse(text) as { detail: string; errors: unknown[]; errors_omitted: number };
    expect(problem.errors).toHaveLength(100);
    expect(problem.errors_omitted).toBe(399_900);
    expect(problem.detail).toBe('400000 fields are invalid');
  });

  it('the same over tRPC', async () => {
    const body = empty(25_000).replace('{', '{"name":"b",');
    const headers = { 'content-type': 'application/json' };
    const ask = () => server.fetch('/trpc/sandboxes.restoreSnapshot', { method: 'POST', headers, body });
    const response = await within({ heapBytes: 20_000_000, minTurns: 10 }, ask);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { data: { problem: { errors_omitted: 99_900 } } } });
  });

  it('more records than a sandbox may hold are counted before anything is checked', async () => {
    const body = empty(1_000_000);
    const { status, text } = await put(body);
    expect(status).toBe(507);
    expect(text).toContain('1000000 records, of 100000 allowed');
  });

  it('records that do not count are not without a limit', async () => {
    const records = Array.from({ length: 100_200 }, (_, i) => ({ collection: 'sequences', id: `s${i}` }));
    expect((await put(JSON.stringify({ ...snapshot, records }))).status).toBe(507);
  });

  it('60,000 orders', async () => {
    const one = snapshot.records.find(({ collection }) => collection === 'courses');
    const records = Array.from({ length: 60_000 }, (_, i) => {
      const id = `crs_x${i}`;
      return { collection: 'courses', id, order: i, value: { ...(one?.value as object), id, title: `T${i}` } };
    });
    const roomy = await inProcess({ maxRecords: 100_000, maxSnapshot: '100MB' });
    const body = JSON.stringify(forged(snapshot, { records }));
    const headers = { 'content-type': 'application/json' };
    const { status } = await roomy.fetch('/sandboxes/b/snapshot', { method: 'PUT', headers, body });
    expect(status).toBe(200);
    const { json } = await send(roomy, 'GET', '/sandboxes/b/snapshot');
    expect(json['records']).toEqual(records);
    await roomy.close();
  });
});
