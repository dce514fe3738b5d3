/** Snapshots made to hurt: what no sandbox could be is refused at once, and without holding up anybody else. */
import type { Snapshot } from '@understudy/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachServer, inProcess } from '../support.js';
import { createCourse, faults, type JsonAnswer, send, isKept } from './client.js';
import { forged } from './forged.js';

const server = eachServer(inProcess, { maxRecords: 100_000 });
let snapshot: Snapshot;
beforeEach(async () => {
  await createCourse(server, '/sandboxes/a', 'One');
  await createCourse(server, '/sandboxes/a', 'Two');
  snapshot = (await send(server, 'GET', '/sandboxes/a/snapshot')).json as Snapshot;
});

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
