/** What other tools do to an answer, done here: each of their faults by its counterpart, and what a client sees of that. */
import { patient } from '@understudy/tooling/patience';
import { spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOf } from './clients/seen.js';
import { askUndici } from './clients/undici-client.js';
import { expectTable } from './faults-page.js';
import { type Counterpart, counterparts } from './peers.js';

const PATH = '/api/education/courses/crs_0001';

/** Enough to know that nothing comes, and ample for what comes. */
const limitOf = ({ sees = [] }: Counterpart) => (sees.includes('TimeoutError') ? 300 : patient(10_000));

/** How a counterpart is written: the rules as JSON, or the header. */
function written({ rules, header }: Counterpart): string {
  const code = header === undefined ? rules?.map(textOfRule).join(', ') : `Understudy-Fault: ${header}`;
  return `\`${code}\``;
}

/** A rule whose fault is all that it says is that fault. */
function textOfRule(rule: object): string {
  const [[name, value] = [], ...others] = Object.entries(rule) as [string, unknown][];
  return name === 'fault' && others.length === 0 ? String(value) : JSON.stringify(rule);
}

/** What was seen, each with how often where that is what counts. */
function summary(seen: readonly string[], { requests = 1 }: Counterpart): string {
  if (requests < 10) return seen.join('; ');
  const kinds = [...new Set(seen)].toSorted();
  return kinds.map((kind) => `${seen.filter((one) => one === kind).length} × ${kind}`).join('; ');
}

describe('the faults of other tools', { timeout: patient(30_000) }, () => {
  let server: Awaited<ReturnType<typeof spawnServer>>;
  beforeAll(async () => {
    server = await spawnServer();
  }, patient(60_000));
  afterAll(() => server.stop('SIGKILL'));

  async function send(method: string, path: string, value: object): Promise<void> {
    const body = JSON.stringify(value);
    const answer = await server.fetch(path, { method, headers: { 'content-type': 'application/json' }, body });
    if (!answer.ok) throw new Error(`${body}: ${await answer.text()}`);
  }

  /** Sets the rules, and sends the requests. */
  async function meet(counterpart: Counterpart, sandbox: string) {
    const { rules, header, requests = 1 } = counterpart;
    const base = `/sandboxes/${sandbox}`;
    // A quota says how many seconds are left.
    await send('POST', `${base}/clock`, { action: 'freeze' });
    if (rules !== undefined) await send('PUT', `${base}/faults`, { rules });
    const seen: string[] = [];
    const headers = header === undefined ? {} : { 'understudy-fault': header };
    const asked = {
      url: `${server.origin}${base}${PATH}`,
      method: 'GET',
      headers,
      limitMs: limitOf(counterpart),
      title: '"crs_0001"',
    } as const;
    const begun = performance.now();
    while (seen.length < requests) seen.push(textOf(await askUndici(asked)));
    return { seen, ms: performance.now() - begun };
  }

  test('are all there, and do what they do there', async () => {
    const met = await Promise.all(counterparts.map((one, index) => meet(one, `peer-${index}`)));
    const rows = counterparts.map((one, index) => {
      const { seen, ms } = met[index] ?? { seen: [], ms: 0 };
      if (one.sees !== undefined) expect(seen, `${one.tool}: ${one.theirs}`).toEqual(one.sees);
      // Timers of Node may fire a little early.
      expect(ms, `${one.tool}: ${one.theirs}`).toBeGreaterThan((one.leastMs ?? 0) * 0.9 - 2);
      return { name: one.tool, cells: [one.theirs, written(one), summary(seen, one)] };
    });
    expectTable('other tools', ['Tool', 'There', 'Here', 'What `fetch` in Node sees'], rows);
  });
});
