/** Idle lives in stores that processes share: what nobody has used for that long is gone on all of them, and nothing else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commit } from '../../src/store/commit/commit.js';
import { UNKNOWN } from '../../src/store/model/internal.js';
import type { Store } from '../../src/store/stores/store.js';
import { NOW, opened, settingsOf } from '../support.js';
import { asks } from './asks.js';
import { notes, sandboxesOn } from './replica.js';
import { lastUse, rewind } from './rewind.js';
import { durableStores } from './stores.js';
import { openEach } from '../use.js';
import { course } from '../sandboxes/client.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

const record = { collection: 'courses', id: 'x', value: { id: 'x' }, order: null, expires: null };

describe.each(durableStores)('%s', (_name, find) => {
  let store: Store;
  const backend = openEach(find);

  describe('the store', () => {
    beforeEach(async () => {
      store = await backend.open();
    });
    afterEach(() => store.close());

    it('knows when a sandbox came into being and was used last', async () => {
      const before = Date.now() - 1000;
      await store.write('a', UNKNOWN, [[record]]);
      const lifetimes = async () => (await store.list()).map(({ lifetime }) => lifetime);
      const [first] = await lifetimes();
      expect(first?.createdAt).toBeGreaterThan(before);
      expect(first?.usedAt).toBeGreaterThanOrEqual(first?.createdAt ?? Infinity);
      await rewind(backend, 'a', HOUR);
      await store.used(['a', 'nobody']);
      const [later, ...others] = await lifetimes();
      expect(later?.createdAt).toBe(first?.createdAt);
      expect(later?.usedAt).toBeGreaterThanOrEqual(first?.usedAt ?? Infinity);
      expect(others).toEqual([]);
    });

    it('forgets those alone whose life is over, by their own word or by that of the server', async () => {
      const configured = async (name: string, ttl_seconds: number | null): Promise<void> => {
        const mark = await store.write(name, UNKNOWN, [[record]]);
        if (mark === 'conflict') throw new Error('the store reports a conflict');
        await store.replace(name, mark, { config: { ttl_seconds }, revision: 1, records: [record] });
      };
      for (const name of ['default', 'plain']) await store.write(name, UNKNOWN, [[record]]);
      await configured('short', 60);
      await configured('long', 7200);
      await configured('ever', null);
      for (const name of ['default', 'plain', 'short', 'long', 'ever']) await rewind(backend, name, HOUR + 2 * MINUTE);
      expect(await store.expire(null)).toEqual(['short']);
      expect(await store.expire(3600)).toEqual(['plain']);
      expect(await store.expire(1)).toEqual([]);
      expect((await store.list()).map(({ name }) => name)).toEqual(['default', 'long', 'ever']);
      expect(await store.changedSince('plain', UNKNOWN)).toBeUndefined();
    });

    it('has those whose life is over make room for another, before one is refused', async () => {
      for (let index = 0; index < 10; index++) await store.write(`full-${index}`, UNKNOWN, [[record]]);
      // Nobody looks for them meanwhile: these have not begun.
      const sandbox = await sandboxesOn(store).open('another');
      const writes = [{ collection: notes, record: { id: 'note_1', text: 'one' } }];
      const prepare = async () => ({ answer: 'written', writes });
      const written = () => commit({ sandbox, dryRun: false, prepare });
      await expect(written()).rejects.toMatchObject({ kind: 'sandbox_full' });
      const mark = await store.changedSince('full-3', UNKNOWN);
      if (mark === undefined) throw new Error('the store has lost a sandbox');
      await store.replace('full-3', mark.mark, { config: { ttl_seconds: 60 }, revision: 1, records: [record] });
      await rewind(backend, 'full-3', HOUR);
      expect(await written()).toMatchObject({ answer: 'written' });
      const names = (await store.list()).map(({ name }) => name);
      expect([names.includes('full-3'), names.includes('another'), names.length]).toEqual([false, true, 10]);
    });

    it('gives those a little longer of whose use it may not have been told yet', async () => {
      await store.write('a', UNKNOWN, [[record]]);
      await rewind(backend, 'a', HOUR + MINUTE / 2);
      expect(await store.expire(3600)).toEqual([]);
      await rewind(backend, 'a', MINUTE);
      expect(await store.expire(3600)).toEqual(['a']);
    });
  });

  it('are held by all processes alike: what one forgets is fresh on the other', async () => {
    const { address } = backend;
    const settings = settingsOf({ clock: NOW, store: address });
    const [one, two] = [
      await opened(settings, { sink: () => undefined }),
      await opened(settings, { sink: () => undefined }),
    ];
    const [first, second] = [asks(one), asks(two)];
    await first('PUT', '/sandboxes/brief', { ttl_seconds: 60 });
    await first('PUT', '/sandboxes/kept', {});
    for (const name of ['brief', 'kept', 'default']) {
      await first('POST', `/sandboxes/${name}/api/education/courses`, course);
      expect(await second('GET', `/sandboxes/${name}/api/education/courses`)).toMatchObject({
        pagination: { total: 201 },
      });
    }
    // Whoever lists, looks. The uses above may be told to the store only now.
    const listed = async (): Promise<unknown> => {
      for (const name of ['brief', 'kept', 'default']) await rewind(backend, name, 24 * HOUR);
      const { data } = (await second('GET', '/sandboxes')) as { data: { name: string; ttl_seconds: number | null }[] };
      return data.map(({ name, ttl_seconds }) => [name, ttl_seconds]);
    };
    await expect.poll(listed).toEqual([
      ['default', null],
      ['kept', null],
    ]);
    for (const ask of [first, second]) {
      expect(await ask('GET', '/sandboxes/brief/api/education/courses')).toMatchObject({ pagination: { total: 200 } });
      expect(await ask('GET', '/sandboxes/kept/api/education/courses')).toMatchObject({ pagination: { total: 201 } });
    }
    await Promise.all([one.close(), two.close()]);
  });

  it('go on while any process uses a sandbox', async () => {
    const settings = settingsOf({ clock: NOW, store: backend.address, sandboxTtl: '1h' });
    const [one, two] = [
      await opened(settings, { sink: () => undefined }),
      await opened(settings, { sink: () => undefined }),
    ];
    await asks(one)('POST', '/sandboxes/a/api/education/courses', course);
    await rewind(backend, 'a', 24 * HOUR);
    // The second process has not used it before, and says so at once.
    await asks(two)('GET', '/sandboxes/a/api/education/courses');
    await expect.poll(() => lastUse(backend, 'a')).toBeGreaterThan(Date.now() - HOUR);
    expect(await asks(one)('GET', '/sandboxes')).toMatchObject({
      data: [{ name: 'default' }, { name: 'a', created_at: expect.any(String), last_used_at: expect.any(String) }],
    });
    await Promise.all([one.close(), two.close()]);
  });
});
