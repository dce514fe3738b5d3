/** Reads that only wait: many are held at once, and each says what is true when its wait is over. */
import { beforeEach, describe, expect, it } from 'vitest';
import { inProcess, jsonRequest } from '../support.js';
import { openEach } from '../use.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

/** Waits that end when the test says so. */
class Gate {
  readonly #waiting: (() => void)[] = [];
  readonly asked: number[] = [];

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> => {
    this.asked.push(ms);
    return new Promise((resolve, reject) => {
      // A wait takes time.
      const until = performance.now() + 1;
      const over = (): void => {
        while (performance.now() < until);
        resolve();
      };
      this.#waiting.push(over);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };

  async held(count: number): Promise<void> {
    await expect.poll(() => this.#waiting.length).toBe(count);
  }

  open(): void {
    for (const over of this.#waiting.splice(0)) over();
  }
}

let gate: Gate;

beforeEach(async () => {
  gate = new Gate();
});
const server = openEach(() => inProcess({ sleep: gate.sleep }));

const get = (path: string, init?: RequestInit) => server.fetch(path, init);

/** The answers to a path that so many ask for at once, after something that happens while they wait. */
async function answers(path: string, count: number, { before = async () => {}, init = {} as RequestInit } = {}) {
  const asked = Array.from({ length: count }, () => get(path, init));
  await gate.held(count);
  await before();
  gate.open();
  return Promise.all(asked);
}

/** What an answer says, but for what differs each time. */
async function said(response: Response) {
  const { 'x-request-id': id, 'server-timing': timing, ...headers } = Object.fromEntries(response.headers);
  return { id, timing, what: { status: response.status, headers, body: await response.text() } };
}

/** The data of a body. */
const dataOf = (body: string): unknown => (JSON.parse(body) as { readonly data: unknown }).data;

const create = () => get(COURSES, jsonRequest('POST', course));

describe('reads that wait for the same', () => {
  it.each([
    ['a list', `${COURSES}?per_page=2&`],
    ['a record', `${COURSES}/crs_0001?`],
  ])('are answered as if they had not waited, each with an id and a time of its own: %s', async (_name, path) => {
    const plain = await said(await get(path));
    for (const _round of [1, 2, 3]) {
      const all = await Promise.all((await answers(`${path}delay=2`, 20)).map(said));
      for (const { what } of all) {
        expect(what.status).toBe(200);
        // Its links keep the delay.
        expect(dataOf(what.body)).toEqual(dataOf(plain.what.body));
      }
      expect(new Set(all.map(({ what }) => JSON.stringify(what))).size).toBe(1);
      expect(new Set(all.map(({ id }) => id)).size).toBe(20);
      for (const { timing } of all) expect(timing).toMatch(/^delay;dur=[1-9]\d*\.\d, app;dur=\d+\.\d\d$/);
    }
    expect(new Set(gate.asked)).toEqual(new Set([2000]));
  });

  it('say what was written while they waited', async () => {
    const countOf = ({ headers }: Response): number => Number(headers.get('x-total-count'));
    const counts = (await answers(`${COURSES}?delay=2`, 5)).map(countOf);
    const before = async (): Promise<void> => {
      expect((await create()).ok).toBe(true);
    };
    const later = (await answers(`${COURSES}?delay=2`, 5, { before })).map(countOf);
    expect(later).toEqual(counts.map((count) => count + 1));
  });

  it('meet no rule that was set while they waited, and those that come after it do', async () => {
    await answers(`${COURSES}?delay=2`, 3);
    const before = async (): Promise<void> => {
      const set = await get('/sandboxes/default/faults', jsonRequest('PUT', { rules: [{ fault: 'rate_limit' }] }));
      expect(set.status).toBe(200);
    };
    const all = await answers(`${COURSES}?delay=2`, 3, { before });
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    const later = await answers(`${COURSES}?delay=2`, 3);
    expect(later.map(({ status }) => status)).toEqual([429, 429, 429]);
  });

  it('are told apart by their sandbox, and by what they accept and have', async () => {
    await answers(`${COURSES}?delay=2`, 3);
    await answers(`/sandboxes/other${COURSES}?delay=2`, 3);
    const [tagged] = await answers(`${COURSES}?delay=2`, 1);
    const tag = tagged?.headers.get('etag') ?? '';
    const unchanged = await answers(`${COURSES}?delay=2`, 3, { init: { headers: { 'if-none-match': tag } } });
    expect(unchanged.map(({ status }) => status)).toEqual([304, 304, 304]);
    const heads = await answers(`${COURSES}?delay=2`, 3, { init: { method: 'HEAD' } });
    for (const head of heads) expect([head.status, await head.text()]).toEqual([200, '']);
    const [others] = await answers(`/sandboxes/other${COURSES}?delay=2`, 1);
    expect(others?.headers.get('link') ?? '').not.toContain('/sandboxes/default');
    expect(dataOf((await others?.text()) ?? '')).toEqual(
      dataOf(await (await get(`/sandboxes/other${COURSES}`)).text()),
    );
  });

  it('are all in the journal, with what they were answered', async () => {
    for (const _round of [1, 2]) await Promise.all((await answers(`${COURSES}?delay=2`, 4)).map((one) => one.text()));
    const listed = await get('/sandboxes/default/requests?per_page=20');
    const { data } = (await listed.json()) as { data: Record<string, unknown>[] };
    const alike = data.map(({ method, path, query, operation, status, ended, response }) =>
      JSON.stringify({ method, path, query, operation, status, ended, body: (response as { body: unknown }).body }),
    );
    expect(alike).toHaveLength(8);
    expect(new Set(alike).size).toBe(1);
    expect(data[0]).toMatchObject({ status: 200, ended: 'complete', operation: 'education.listCourses' });
  });

  it('end when their client hangs up', async () => {
    await answers(`${COURSES}?delay=2`, 3);
    const client = new AbortController();
    const left = get(`${COURSES}?delay=2`, { signal: client.signal });
    await gate.held(1);
    client.abort();
    // Nobody gets to see it.
    expect((await left).status).toBe(504);
  });
});
