/** Chance is drawn from the seed: the same requests one after the other meet the same faults. */
import { patient } from '@understudy/tooling/patience';
import { describe, expect, test } from 'vitest';
import { textOf } from './clients/seen.js';
import { askUndici } from './clients/undici-client.js';
import { useServer } from '../use-server.js';
import { jsonRequest } from '../target.js';

/** The seed makes their outcomes the same each time, so that the shares below hold of fewer as well. */
const REQUESTS = 1000;

/** Enough to be another history. */
const FEWER = 100;

describe('the preset flaky', { timeout: patient(60_000) }, () => {
  const server = useServer();

  /** What a client sees of the requests to a sandbox of this seed. */
  async function outcomes(sandbox: string, seed: string, requests = REQUESTS): Promise<string[]> {
    const put = (path: string, body: object) => server.fetch(`/sandboxes/${sandbox}${path}`, jsonRequest('PUT', body));
    expect((await put('', { seed })).status).toBe(200);
    expect((await put('/faults', { rules: [{ fault: 'preset;name=flaky' }] })).status).toBe(200);
    const url = `${server.origin}/sandboxes/${sandbox}/api/education/courses/crs_0001`;
    const seen: string[] = [];
    while (seen.length < requests) {
      seen.push(textOf(await askUndici({ url, method: 'GET', limitMs: patient(10_000), title: 'crs_0001' })));
    }
    return seen;
  }

  test('gives many requests the same twice, and others from another seed', async () => {
    const [one, again, other] = await Promise.all([
      outcomes('one', 'a seed'),
      outcomes('again', 'a seed'),
      outcomes('other', 'another seed', FEWER),
    ]);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one.slice(0, FEWER));
    const kinds = Object.fromEntries(
      [...new Set(one)].map((kind) => [kind, one.filter((text) => text === kind).length]),
    );
    expect(Object.keys(kinds).toSorted()).toEqual([
      '200 JSON',
      '200 JSON, then TypeError (terminated)',
      '503 problem, Retry-After: 1',
      'TypeError (ECONNRESET)',
    ]);
    // 90, 3, 4 and 3 % of them.
    expect(kinds['200 JSON']).toBeGreaterThan(0.86 * REQUESTS);
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(0.01 * REQUESTS);
  });
});
