/** Snapshots of very many records: what is wrong with them, or all that they hold, costs no more than their size. */
import type { Snapshot } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { beforeEach, describe, expect, it } from 'vitest';
import { within } from '../attack/budgets.js';
import { eachServer, inProcess } from '../support.js';
import { createCourse, send } from './client.js';
import { forged } from './forged.js';

const server = eachServer(inProcess, { maxRecords: 100_000 });
let snapshot: Snapshot;
beforeEach(async () => {
  await createCourse(server, '/sandboxes/a', 'One');
  await createCourse(server, '/sandboxes/a', 'Two');
  snapshot = (await send(server, 'GET', '/sandboxes/a/snapshot')).json as Snapshot;
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
    await using roomy = await inProcess({ maxRecords: 100_000, maxSnapshot: '100MB' });
    const body = JSON.stringify(forged(snapshot, { records }));
    const headers = { 'content-type': 'application/json' };
    const { status } = await roomy.fetch('/sandboxes/b/snapshot', { method: 'PUT', headers, body });
    expect(status).toBe(200);
    const { json } = await send(roomy, 'GET', '/sandboxes/b/snapshot');
    expect(json['records']).toEqual(records);
  });
});
