/** Idempotency-Key: one effect for one key, whatever is sent again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hosts, jsonRequest, type TestServer } from '../support.js';
import { course } from '../sandboxes/client.js';

describe.each(hosts)('%s', (_host, start) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  const create = (key: string | undefined, body: object = course, query = '', more = {}) =>
    server.fetch(
      `/api/education/courses${query}`,
      jsonRequest('POST', body, { ...(key === undefined ? {} : { 'idempotency-key': key }), ...more }),
    );
  const doubled = jsonRequest('POST', course);
  const total = async () => {
    const response = await server.fetch('/api/education/courses');
    return ((await response.json()) as { pagination: { total: number } }).pagination.total;
  };

  it('replays the first answer, byte for byte, whatever the controls', async () => {
    const first = await create('k1');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const text = await first.text();
    for (const query of ['', '?delay=1', '?per_page=5&cors=restrict']) {
      const again = await create('k1', course, query);
      expect(again.status).toBe(200);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await again.text()).toBe(text);
    }
    expect(await total()).toBe(201);
  });

  it('lets a double submit without a key show, and counts a repeat under one key once', async () => {
    const sent = [undefined, undefined, undefined, 'k1', 'k1'];
    const ids: string[] = [];
    for (const key of sent) {
      const { data } = (await (await create(key)).json()) as { data: { id: string }[] };
      ids.push(...data.map(({ id }) => id));
    }
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(4);
    expect(ids[3]).toBe(ids[4]);
    expect(await total()).toBe(204);
    // Also where they come at once, the same ids come out.
    await using other = await start();
    await Promise.all([1, 2, 3].map(() => other.fetch('/api/education/courses', doubled)));
    for (const id of ids.slice(0, 3)) expect((await other.fetch(`/api/education/courses/${id}`)).status).toBe(200);
  });

  it.each([
    ['wait', [200, 'true', null]],
    ['conflict', [409, null, '1']],
  ] as const)('%s: what a request meets while another with its key has no answer', async (idempotencyInUse, second) => {
    const said = ({ status, headers }: Response) => [
      status,
      headers.get('idempotency-replayed'),
      headers.get('retry-after'),
    ];
    let begun = (): void => undefined;
    let end = (): void => undefined;
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    const sleep = async () => {
      begun();
      await ended;
    };
    await server.close();
    server = await start({ idempotencyInUse, sleep });
    const first = create('k1', course, '?delay=0.2');
    await isUnderWay;
    const other = create('k1');
    // Another key has nothing to do with it, and who is refused keeps nobody waiting.
    expect(said(await create('k2'))).toEqual([200, null, null]);
    if (idempotencyInUse === 'conflict') {
      expect(await (await other).clone().json()).toMatchObject({ kind: 'idempotency_key_in_use' });
    }
    end();
    expect(said(await first)).toEqual([200, null, null]);
    expect(said(await other)).toEqual(second);
    expect(said(await create('k1'))).toEqual([200, 'true', null]);
    expect(await total()).toBe(202);
  });

  it('takes the order of members and unknown members for the same payload', async () => {
    await create('k1');
    const reversed = Object.fromEntries(Object.entries({ ...course, extra: 1 }).toReversed());
    expect((await create('k1', reversed)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('refuses another payload under the same key', async () => {
    await create('k1');
    const other = await create('k1', { ...course, title: 'Cakes' });
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ kind: 'idempotency_key_reused' });
    expect(await total()).toBe(201);
  });

  it('holds over REST and tRPC alike', async () => {
    const first = (await (await create('k1')).json()) as object;
    const response = await server.fetch(
      '/trpc/education.createCourse',
      jsonRequest('POST', course, { 'idempotency-key': 'k1' }),
    );
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect(await response.json()).toEqual({ result: { data: first } });
  });

  it('does not remember failures, forced or real', async () => {
    expect((await create('k1', course, '?simulate_error=server_error')).status).toBe(500);
    expect((await create('k1', course, '?simulate_error=malformed')).status).toBe(200);
    expect((await create('k1', { title: '' })).status).toBe(400);
    expect(await total()).toBe(200);
    const real = await create('k1');
    expect(real.status).toBe(200);
    expect(real.headers.get('idempotency-replayed')).toBeNull();
    expect(await total()).toBe(201);
  });

  it('takes an empty key for none', async () => {
    expect((await create('')).status).toBe(200);
    expect((await create('', { ...course, title: 'Another' })).status).toBe(200);
    expect(await total()).toBe(202);
  });

  it('gives fifty simultaneous calls under one key one effect', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('k1')));
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(texts.size).toBe(1);
    const replayed = answers.filter((a) => a.headers.get('idempotency-replayed') === 'true');
    expect(replayed.length).toBe(49);
    expect(await total()).toBe(201);
  });
});
