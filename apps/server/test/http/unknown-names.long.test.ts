/** Names that no operation knows: the journal lists them with what was meant, and a strict sandbox refuses them. */
import type { JournalEntry } from '@understudy/contract';
import { operations, prepareCall, sampleFilters } from '@understudy/tooling/operations';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultSandbox, transports } from '../../src/check/host.js';
import { inProcess, jsonRequest, useServer } from '../support.js';
import { course } from '../sandboxes/client.js';

const json = { 'content-type': 'application/json' };
const COURSES = '/api/education/courses';

const server = useServer(inProcess);

/** What the journal of a sandbox has last noted. */
async function lastUnknown(sandbox = 'default'): Promise<JournalEntry['unknown']> {
  const { data } = (await (await server.fetch(`/sandboxes/${sandbox}/requests?per_page=50`)).json()) as {
    data: JournalEntry[];
  };
  return data.at(-1)?.unknown ?? [];
}

describe('the journal', () => {
  it.each([
    ['simulate_eror=timeout', 'simulate_eror', 'simulate_error'],
    ['perpage=5', 'perpage', 'per_page'],
    ['catgory=Design', 'catgory', 'category'],
    ['Q=sql', 'Q', 'q'],
    ['zzzzzzzz=1', 'zzzzzzzz', null],
  ])('names %s, which is ignored', async (query, name, nearest) => {
    // The third is answered from what was kept.
    for (let i = 0; i < 3; i++) {
      expect((await server.fetch(`${COURSES}?${query}`)).status).toBe(200);
      expect(await lastUnknown()).toEqual([{ name, in: 'query', nearest }]);
    }
  });

  it('names members of a body', async () => {
    const body = JSON.stringify({ ...course, titel: 'Knots', delay: 3 });
    expect((await server.fetch(COURSES, { method: 'POST', headers: json, body })).status).toBe(200);
    expect(await lastUnknown()).toEqual([
      { name: 'titel', in: 'body', nearest: 'title' },
      { name: 'delay', in: 'body', nearest: null },
    ]);
  });

  it('names what came over tRPC', async () => {
    const input = encodeURIComponent(JSON.stringify({ per_pge: 2 }));
    await server.fetch(`/trpc/education.listCourses?input=${input}&dely=1`);
    expect(await lastUnknown()).toEqual([
      { name: 'dely', in: 'query', nearest: 'delay' },
      { name: 'per_pge', in: 'body', nearest: 'per_page' },
    ]);
  });

  it('names none of what is known, and no more than twenty', async () => {
    await server.fetch(`${COURSES}?page=1&per_page=2&q=a&cursor=&category=x&delay=0&cors=restrict`);
    expect(await lastUnknown()).toEqual([]);
    await server.fetch(`${COURSES}?${Array.from({ length: 30 }, (_, i) => `unknown${i}=1`).join('&')}`);
    expect(await lastUnknown()).toHaveLength(20);
  });
});

describe('a strict sandbox', () => {
  beforeAll(async () => {
    const answer = await server.fetch('/sandboxes/strict', jsonRequest('PUT', { strict: true }));
    expect(await answer.json()).toMatchObject({ data: [{ strict: true }] });
  });
  const ask = (path: string, init?: RequestInit) => server.fetch(`/sandboxes/strict${path}`, init);

  it('refuses a name in the query, with all other faults of the query', async () => {
    const answer = await ask(`${COURSES}?per_page=0&simulate_eror=timeout`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [
        { parameter: 'per_page', code: 'too_small' },
        {
          parameter: 'simulate_eror',
          code: 'unknown',
          detail:
            'is not known here; did you mean simulate_error? the parameters here are category, difficulty, status, page, per_page, q, pagination_style, cursor, sort, delay, simulate_error, fault, cors',
        },
      ],
    });
    expect(await lastUnknown('strict')).toEqual([{ name: 'simulate_eror', in: 'query', nearest: 'simulate_error' }]);
  });

  it('refuses a member of the body, with all other faults of the body, and writes nothing', async () => {
    const body = JSON.stringify({ ...course, title: '', colour: 'red' });
    const answer = await ask(COURSES, { method: 'POST', headers: json, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [
        { pointer: '#/title', code: 'too_small' },
        {
          pointer: '#/colour',
          code: 'unknown',
          detail: 'is not known here; the members here are title, category, difficulty, instructor, duration_hours',
        },
      ],
    });
  });

  it('names the parameters that there are, whichever operation is asked', async () => {
    for (const [path, known] of [
      ['/api/education/courses/crs_0001', 'delay, simulate_error, fault, cors'],
      ['/api/food/restaurants', 'q'],
    ]) {
      const answer = await ask(`${path}?zzzzzzzz=1`);
      const { errors } = (await answer.json()) as { errors: { detail: string }[] };
      expect(errors[0]?.detail).toMatch(/^is not known here; the parameters here are /);
      expect(errors[0]?.detail).toContain(known);
    }
  });

  it('refuses them over tRPC', async () => {
    const input = encodeURIComponent(JSON.stringify({ per_pge: 2 }));
    for (const [query, name] of [
      [`input=${input}`, 'per_pge'],
      ['dely=1', 'dely'],
    ]) {
      expect((await ask(`/trpc/education.listCourses?${query}`)).status).toBe(400);
      expect(await lastUnknown('strict')).toMatchObject([{ name }]);
    }
  });

  it('ignores them where OAuth says so (RFC 6749 §3.1)', async () => {
    expect((await ask('/api/oauth/authorize?unknown=x')).status).toBe(200);
  });

  it('is exported and restored as one; one that is not has no word of it', async () => {
    const snapshot = await (await server.fetch('/sandboxes/strict/snapshot')).json();
    expect(snapshot).toMatchObject({ config: { strict: true } });
    const body = JSON.stringify(snapshot);
    await server.fetch('/sandboxes/copy/snapshot', { method: 'PUT', headers: json, body });
    expect((await server.fetch(`/sandboxes/copy${COURSES}?x=1`)).status).toBe(400);
    const other = await (await server.fetch('/sandboxes/default/snapshot')).json();
    expect(other).not.toHaveProperty('config.strict');
  });

  it('can be made so no more', async () => {
    await server.fetch('/sandboxes/strict', jsonRequest('PUT', { strict: false }));
    expect((await ask(`${COURSES}?x=1`)).status).toBe(200);
  });
});

describe('the control API refuses what it does not know, and sets nothing', () => {
  const settings = async () => (await server.fetch('/sandboxes/told')).json();
  const inputs: [string, string, object, string, string][] = [
    ['PUT', '/sandboxes/told', { loginn: 'page', strict: true }, '#/loginn', 'login'],
    ['POST', '/sandboxes/told/clock', { action: 'advance', second: 5 }, '#/second', 'seconds'],
  ];

  it.each(inputs)('%s %s %o', async (method, path, input, pointer, meant) => {
    await server.fetch('/sandboxes/told', jsonRequest('PUT', {}));
    const before = await settings();
    const answer = await server.fetch(path, jsonRequest(method, input));
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { errors: unknown[] }).errors).toContainEqual({
      pointer,
      code: 'unknown',
      detail: expect.stringContaining(`is not known here; did you mean ${meant}? the members here are `) as unknown,
    });
    expect(await settings()).toEqual(before);
  });

  it.each([
    ['sandboxes.putSandbox', { name: 'told', loginn: 'page' }, '#/loginn'],
    ['sandboxes.setClock', { name: 'told', second: 5, action: 'advance' }, '#/second'],
  ])('%s over tRPC: %o', async (name, input, pointer) => {
    const answer = await server.fetch(`/trpc/${name}`, jsonRequest('POST', input));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain(`"pointer":"${pointer}","code":"unknown"`);
  });
});

describe('a strict server', () => {
  const strict = useServer(inProcess, { strict: true });

  it('refuses in every sandbox that was not configured otherwise', async () => {
    expect((await strict.fetch(`/sandboxes/new${COURSES}?x=1`)).status).toBe(400);
  });

  it('leaves the control API as it is', async () => {
    expect((await strict.fetch('/sandboxes?x=1')).status).toBe(200);
  });

  describe.each(transports)('$name', (transport) => {
    it.each(operations.map((operation) => [operation.name, operation] as const))('takes all of %s', async (_, one) => {
      const { input, headers } = await prepareCall(strict.fetch, one);
      const query = one.meta.scope === 'sandbox' ? 'delay=0&cors=restrict' : '';
      const { status } = await transport.call(defaultSandbox(strict), one, {
        input: { ...input, ...sampleFilters(one) },
        query,
        headers,
      });
      // A browser's authorization request is answered with a redirect.
      expect([200, 201, 202, 204, 302]).toContain(status);
    });
  });
});
