/** Records that follow the clock: wherever they are read they are as it has left them, on every store and replica. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { inThisProcess } from '../replicas/in-process.js';
import { type Backend, stores } from '../stores/stores.js';
import { inProcess, NOW } from '../support.js';
import { parcelDomain } from './parcels.js';

const serves = apiOf([...ourDomains, parcelDomain]);
const START = Date.parse(NOW);
const MINUTE = 60_000;

type Member = Readonly<Record<string, unknown>>;
interface Asked {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

async function send(
  { fetch }: Asked,
  method: string,
  path: string,
  { body, tag }: { body?: object; tag?: string } = {},
) {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(tag === undefined ? {} : { 'if-match': tag }),
  };
  const answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await answer.text();
  const { data } = (text === '' ? {} : JSON.parse(text)) as { data?: Member | Member[] };
  const found = data === undefined ? [] : [data].flat();
  return { status: answer.status, tag: answer.headers.get('etag') ?? '', found, text };
}

/** Asks three times: what is asked again is kept. */
async function read(of: Asked, path: string) {
  const [first, ...again] = [await send(of, 'GET', path), await send(of, 'GET', path), await send(of, 'GET', path)];
  for (const other of again) expect([other.text, other.tag]).toEqual([first.text, first.tag]);
  return first;
}

/** What is seen of a parcel wherever it is read, by its label. */
async function seen(of: Asked, id: string, label: string) {
  const one = await read(of, `/api/parcels/${id}`);
  const states = ['packed', 'sent', 'delivered'] as const;
  const lists = await Promise.all(states.map((status) => read(of, `/api/parcels?per_page=50&status=${status}`)));
  const inLists = states.filter((_, i) => lists[i]?.found.some((parcel) => parcel['id'] === id));
  const searched = await Promise.all(states.map((status) => read(of, `/api/parcels?q=${status}&per_page=50`)));
  const bySearch = states.filter((_, i) => searched[i]?.found.some((parcel) => parcel['label'] === label));
  const sorted = (await read(of, '/api/parcels?sort=status&per_page=50')).found.map(({ status }) => String(status));
  expect(sorted).toEqual(sorted.toSorted());
  const whole = (await read(of, '/api/parcels?per_page=50')).found.find((parcel) => parcel['id'] === id);
  expect(whole).toEqual(one.found[0]);
  const { status, version, moved_at } = one.found[0] ?? {};
  expect([inLists, bySearch]).toEqual([[status], [status]]);
  return { status, version, after: (Date.parse(String(moved_at)) - START) / MINUTE, tag: one.tag };
}

describe.each(stores)('on %s', (name, open) => {
  let backend: Backend;
  let replicas: (Asked & { readonly close: () => Promise<void> })[];
  const at = (ms: number) => vi.setSystemTime(START + ms);
  /** The first of them writes, and is asked first. */
  const [all, writer] = [() => replicas, () => replicas[0] as Asked];

  beforeAll(async () => {
    // The clock runs with the machine's.
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    const settings = { clock: 'real' };
    backend = await open();
    const start = () =>
      name === 'memory' ? inProcess({ serves, ...settings }) : inThisProcess(backend.address, settings, serves);
    replicas = name === 'memory' ? [await start()] : [await start(), await start()];
  });
  afterEach(() => void at(0));
  afterAll(async () => {
    vi.useRealTimers();
    await Promise.all(replicas.map((replica) => replica.close()));
    await backend.remove();
  });

  const packed = async (label: string): Promise<string> => {
    at(0);
    const { found } = await send(writer(), 'POST', '/api/parcels', { body: { label } });
    return String(found[0]?.['id']);
  };

  it('moves at exactly its instant, with another version and tag, equal on every replica, back as well as forward', async () => {
    const id = await packed('Books');
    const states = [
      [0, { status: 'packed', version: 1, after: 0 }],
      [10 * MINUTE - 1, { status: 'packed', version: 1, after: 0 }],
      [10 * MINUTE, { status: 'sent', version: 2, after: 10 }],
      [15 * MINUTE - 1, { status: 'sent', version: 2, after: 10 }],
      [15 * MINUTE, { status: 'delivered', version: 3, after: 15 }],
      // A machine whose clock was wrong.
      [12 * MINUTE, { status: 'sent', version: 2, after: 10 }],
      [10_000 * MINUTE, { status: 'delivered', version: 3, after: 15 }],
      [9 * MINUTE, { status: 'packed', version: 1, after: 0 }],
    ] as const;
    const tags = new Map<number, string>();
    for (const [ms, expected] of states) {
      at(ms);
      for (const replica of all()) {
        const { tag, ...state } = await seen(replica, id, 'Books');
        expect(state).toEqual(expected);
        expect(tag).toMatch(new RegExp(`^"${expected.version}-[0-9a-f]{8}"$`));
        expect(tags.get(expected.version) ?? tag).toBe(tag);
        tags.set(expected.version, tag);
      }
    }
  });

  it('leaves seeded records alone until they are written', async () => {
    at(0);
    const before = await read(writer(), '/api/parcels?per_page=12&page=1');
    at(100_000 * MINUTE);
    expect((await read(writer(), '/api/parcels?per_page=12&page=1')).found).toEqual(before.found);
  });

  it('writes on what the clock has made of a record, and not on what it was', async () => {
    const id = await packed('Lamps');
    const path = `/api/parcels/${id}`;
    const { tag: old } = await read(writer(), path);
    at(11 * MINUTE);
    const body = { label: 'A lamp' };
    expect((await send(writer(), 'PATCH', path, { body, tag: old })).status).toBe(412);
    // Nothing changes, so nothing is written.
    const same = await send(writer(), 'PATCH', path, { body: { label: 'Lamps' } });
    expect([same.found[0]?.['version'], same.found[0]?.['status']]).toEqual([2, 'sent']);
    const { tag } = await read(writer(), path);
    const changed = await send(writer(), 'PATCH', path, { body, tag });
    expect(changed.found[0]).toMatchObject({ ...body, status: 'sent', version: 3 });
    for (const replica of all()) expect((await read(replica, path)).tag).toBe(changed.tag);
    at(16 * MINUTE);
    for (const replica of all()) {
      expect((await read(replica, path)).found[0]).toMatchObject({ ...body, status: 'delivered', version: 4 });
    }
  });

  it('follows a clock that is frozen, advanced and resumed', async () => {
    const own: Asked[] = replicas.map(({ fetch }) => ({
      fetch: (path, init) => fetch(`/sandboxes/clocks${path}`, init),
    }));
    const [first = writer()] = own;
    const wind = async (body: object) => {
      const { status, text } = await send(writer(), 'POST', '/sandboxes/clocks/clock', { body });
      expect([status, text]).toEqual([200, expect.anything()]);
    };
    at(0);
    const { found } = await send(first, 'POST', '/api/parcels', { body: { label: 'Cups' } });
    const id = String(found[0]?.['id']);
    const expectAll = async (status: string) => {
      for (const replica of own) expect((await seen(replica, id, 'Cups')).status).toBe(status);
    };
    await wind({ action: 'freeze' });
    at(60 * MINUTE);
    await expectAll('packed');
    await wind({ action: 'advance', seconds: 600 });
    await expectAll('sent');
    await wind({ action: 'resume' });
    await expectAll('sent');
    at(65 * MINUTE);
    await expectAll('delivered');
  });

  it.each(['/api/minute', '/api/minute-until'])('%s says what is so now', async (path) => {
    const own: Asked = { fetch: (asked, init) => writer().fetch(`/sandboxes/minutes${asked}`, init) };
    for (const minutes of [1, 1, 2, 3, 2, 3]) {
      at(minutes * MINUTE);
      expect(JSON.parse((await read(own, path)).text)).toMatchObject({ minute: START / MINUTE + minutes });
    }
  });

  it('keeps an answer for as long as its handler says', async () => {
    at(0);
    await read(writer(), '/api/year');
    at(400 * 24 * 60 * MINUTE);
    expect((await read(writer(), '/api/year')).text).toContain('2026');
  });

  it('looks anew for what a list shows when its handler says so, among seeded records too', async () => {
    const total = 50;
    for (const minutes of [2, 3, 4, 3]) {
      at(minutes * MINUTE + 1);
      const isOdd = (START / MINUTE + minutes) % 2 === 1;
      const [odd, even] = [true, false].map((one) => read(writer(), `/api/late?is_odd=${one}&per_page=${total}`));
      const counts = [(await odd)?.found.length, (await even)?.found.length];
      expect(counts.toSorted()[0]).toBe(0);
      expect(isOdd ? counts[0] : counts[1]).toBeGreaterThanOrEqual(12);
    }
  });
});
