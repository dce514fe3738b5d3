/** Where fault rules go: with a reset, a copy, a snapshot, a restart, and to other replicas, on each store. */
import type { Snapshot } from '@understudy/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { sandboxOf, send } from '../sandboxes/client.js';
import { forged } from '../sandboxes/forged.js';
import { type Backend, stores } from '../stores/stores.js';
import { rulesIn, rulesOf, setRules, texts, wrongIn } from './rules.js';

type Server = Awaited<ReturnType<typeof inThisProcess>>;

const CONFIGURED = { faults: [{ id: 'configured', fault: 'reset' }] };

/** A document with another value in it. */
const changed = (snapshot: object, before: string, after: string): object =>
  JSON.parse(JSON.stringify(snapshot).replace(before, after)) as object;

describe.each(stores)('%s', (store, find) => {
  let backend: Backend;
  let server: Server;
  let other: Server;
  beforeAll(async () => {
    backend = await find();
  });
  beforeEach(async () => {
    server = await inThisProcess(backend.address);
    // A store in memory is of one process.
    other = store === 'memory' ? server : await inThisProcess(backend.address);
  });
  afterEach(async () => {
    for (const name of ['a', 'b']) await send(server, 'DELETE', `/sandboxes/${name}`);
    await server.close();
    if (other !== server) await other.close();
  });
  afterAll(() => backend.remove());

  it('a reset drops those that were set, and brings back those of the configuration', async () => {
    await send(server, 'PUT', '/sandboxes/a', CONFIGURED);
    await setRules(server, 'a', [{ fault: 'hang' }]);
    await send(server, 'POST', '/sandboxes/a/faults', { fault: 'close' });
    expect(await texts(other, 'a')).toEqual(['rule_1: hang', 'rule_2: close']);
    await send(other, 'POST', '/sandboxes/a/reset');
    expect(await texts(server, 'a')).toEqual(['configured: reset']);
    expect(sandboxOf(await send(other, 'GET', '/sandboxes/a'))).toMatchObject({
      revision: 0,
      counts: { changed: 0, fault_rules: 1 },
    });
  });

  it('an empty list is a list: it stays until a reset', async () => {
    await send(server, 'PUT', '/sandboxes/a', CONFIGURED);
    await send(server, 'DELETE', '/sandboxes/a/faults');
    expect(await texts(other, 'a')).toEqual([]);
    await send(other, 'PUT', '/sandboxes/a', { ttl_seconds: 60 });
    expect(await texts(server, 'a')).toEqual([]);
  });

  it('a configuration drops those that were set only where it has rules', async () => {
    await send(server, 'POST', '/sandboxes/a/api/education/enrollments', {
      student_id: 'stu_0001',
      course_id: 'crs_0001',
    });
    await setRules(server, 'a', [{ fault: 'empty' }]);
    await send(other, 'PUT', '/sandboxes/a', { strict: true });
    expect(await texts(server, 'a')).toEqual(['rule_1: empty']);
    await send(server, 'PUT', '/sandboxes/a', CONFIGURED);
    expect(await texts(other, 'a')).toEqual(['configured: reset']);
    expect(sandboxOf(await send(other, 'GET', '/sandboxes/a')).counts.changed).toBeGreaterThan(0);
    await send(server, 'PUT', '/sandboxes/a', { faults: [] });
    expect(await texts(other, 'a')).toEqual([]);
  });

  it('a copy has the rules of its source, set and configured, or those that it is given', async () => {
    await send(server, 'PUT', '/sandboxes/a', CONFIGURED);
    await setRules(server, 'a', [{ fault: 'hang', times: 2 }]);
    await send(other, 'PUT', '/sandboxes/b', { from: 'a', clock: '2020-01-01T00:00:00.000Z' });
    expect(await rulesIn(server, 'b')).toEqual(await rulesIn(server, 'a'));
    await send(server, 'POST', '/sandboxes/b/reset');
    expect(await texts(other, 'b')).toEqual(['configured: reset']);
    await send(other, 'PUT', '/sandboxes/b', { from: 'a', faults: [{ fault: 'empty' }] });
    expect(await texts(server, 'b')).toEqual(['rule_1: empty']);
    expect(await texts(server, 'a')).toEqual(['rule_1: hang']);
  });

  it('a snapshot has them, and refuses those that were changed into what cannot be set', async () => {
    await send(server, 'PUT', '/sandboxes/a', { faults: [{ id: 'configured', fault: 'delay;ms=1' }] });
    const { json: plain } = await send(server, 'GET', '/sandboxes/a/snapshot');
    await setRules(server, 'a', [
      {
        when: { header: { 'x-b': '1', 'x-a': '2' } },
        fault: 'outage;seconds=3;as="status;code=500", delay;min=1;max=3',
      },
      { answer: { headers: { b: '1', a: '2' }, body: [{ z: 1, a: null }] } },
    ]);
    const { json } = await send(server, 'GET', '/sandboxes/a/snapshot');
    expect((await send(other, 'PUT', '/sandboxes/b/snapshot', json)).status).toBe(200);
    expect(await rulesIn(server, 'b')).toEqual(await rulesIn(server, 'a'));
    expect((await send(server, 'GET', '/sandboxes/b/snapshot')).json).toEqual(json);
    await send(server, 'POST', '/sandboxes/b/reset');
    expect(await texts(other, 'b')).toEqual(['configured: delay;ms=1']);

    const wrong = 'gives delay min; it takes either ms, or min and max, or p50 and p99';
    const { config } = changed(plain, '"ms":1', '"min":1') as Snapshot;
    const configured = await send(server, 'PUT', '/sandboxes/b/snapshot', forged(plain as Snapshot, { config }));
    expect([configured.status, ...wrongIn(configured)]).toEqual([400, `#/config/faults/0/fault/0 ${wrong}`]);
    const { records } = changed(json, '"min":1,"max":3', '"min":1') as Snapshot;
    const set = await send(server, 'PUT', '/sandboxes/b/snapshot', forged(json as Snapshot, { records }));
    expect([set.status, ...wrongIn(set)]).toEqual([400, `#/records/0/value/rules/0/fault/1 ${wrong}`]);
    expect(await texts(other, 'b')).toEqual(['configured: delay;ms=1']);
  });

  it('rules that are set on several replicas are all there, each with an id of its own', async () => {
    const adding = Array.from({ length: 20 }, (_, index) =>
      send(index % 2 === 0 ? server : other, 'POST', '/sandboxes/a/faults', { fault: 'hang' }),
    );
    const added = (await Promise.all(adding)).flatMap(rulesOf);
    const ids = Array.from({ length: 20 }, (_, index) => `rule_${index + 1}`);
    expect(new Set(added.map(({ id }) => id))).toEqual(new Set(ids));
    expect((await rulesIn(other, 'a')).map(({ id }) => id)).toEqual(ids);
  });

  it.skipIf(store === 'memory')('a restart keeps them', async () => {
    await send(server, 'PUT', '/sandboxes/a', CONFIGURED);
    await setRules(server, 'b', [{ fault: 'hang', per: 'url' }]);
    const before = [await rulesIn(server, 'a'), await rulesIn(server, 'b')];
    await server.close();
    server = await inThisProcess(backend.address);
    expect([await rulesIn(server, 'a'), await rulesIn(server, 'b')]).toEqual(before);
  });

  it('their counts go with a copy, a snapshot and a restart, and begin anew after a reset', async () => {
    const statuses = async (name: string, count: number): Promise<number[]> => {
      const all: number[] = [];
      for (let i = 0; i < count; i++) {
        const one = i % 2 === 0 ? other : server;
        all.push((await one.fetch(`/sandboxes/${name}/api/education/courses`)).status);
      }
      return all;
    };
    await send(server, 'PUT', '/sandboxes/a', { faults: [{ times: 3, fault: 'not_found' }] });
    expect(await statuses('a', 2)).toEqual([404, 404]);
    const { json } = await send(server, 'GET', '/sandboxes/a/snapshot');
    await send(other, 'PUT', '/sandboxes/b', { from: 'a' });
    expect(await statuses('b', 2)).toEqual([404, 200]);
    await send(server, 'PUT', '/sandboxes/b/snapshot', json);
    expect(await statuses('b', 2)).toEqual([404, 200]);
    if (store !== 'memory') {
      await server.close();
      server = await inThisProcess(backend.address);
    }
    // What the copy counted is its own.
    expect(await statuses('a', 2)).toEqual([404, 200]);
    await send(other, 'POST', '/sandboxes/a/reset');
    expect(await statuses('a', 4)).toEqual([404, 404, 404, 200]);
  });

  it('their bytes count, and more than a sandbox may hold is refused', async () => {
    await using small = await inThisProcess(backend.address, { maxBytes: 5000 });
    const large = { answer: { body: 'x'.repeat(4000) } };
    expect((await setRules(small, 'a', [large])).status).toBe(200);
    expect((await send(small, 'POST', '/sandboxes/a/faults', large)).status).toBe(507);
    const { bytes } = sandboxOf(await send(small, 'GET', '/sandboxes/a')).counts;
    expect(bytes).toBeGreaterThan(4000);
    expect((await send(small, 'PUT', '/sandboxes/b', { faults: [large, large] })).status).toBe(507);
    await send(small, 'PUT', '/sandboxes/a', { faults: [large] });
    expect(sandboxOf(await send(small, 'GET', '/sandboxes/a')).counts.bytes).toBeGreaterThan(4000);
    expect((await send(small, 'POST', '/sandboxes/a/faults', large)).status).toBe(507);
    await send(small, 'DELETE', '/sandboxes/a');
  });
});
