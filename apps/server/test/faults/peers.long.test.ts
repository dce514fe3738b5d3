/** What other tools do to an answer, done here: each of their faults by its counterpart, and what a client sees of that. */
import { patient } from '@understudy/tooling/patience';
import { spawnServer } from '@understudy/tooling/server';
import { describe, expect, test } from 'vitest';
import { textOf } from './clients/seen.js';
import { askUndici } from './clients/undici-client.js';
import { expectTable } from './faults-page.js';
import { type Counterpart, counterparts } from './peers.js';
import { send } from '../sandboxes/client.js';
import { setRules } from './rules.js';
import { openOnce } from '../use.js';

const PATH = '/api/education/courses/crs_0001';

/** Enough to know that nothing comes, and ample for what comes. */
const limitOf = ({ here }: Counterpart) => (JSON.stringify(here) === '[{"fault":"hang"}]' ? 300 : patient(10_000));

/** How a counterpart is written: the rules as JSON, or the header. */
const written = ({ here }: Counterpart): string =>
  `\`${typeof here === 'string' ? `Understudy-Fault: ${here}` : here.map(textOfRule).join(', ')}\``;

/** A rule whose fault is all that it says is that fault. */
function textOfRule(rule: object): string {
  const [[name, value] = [], ...others] = Object.entries(rule) as [string, unknown][];
  return name === 'fault' && others.length === 0 ? String(value) : JSON.stringify(rule);
}

/** What was seen, each with how often where that is what counts. */
function summary(seen: readonly string[], { requests }: Counterpart): string {
  if (requests < 10) return seen.join('; ');
  const kinds = [...new Set(seen)].toSorted();
  return kinds.map((kind) => `${seen.filter((one) => one === kind).length} × ${kind}`).join('; ');
}

describe('the faults of other tools', { timeout: patient(30_000) }, () => {
  const server = openOnce(spawnServer);

  /** Sets the rules, and sends the requests. */
  async function meet(counterpart: Counterpart, sandbox: string) {
    const { here, requests } = counterpart;
    const base = `/sandboxes/${sandbox}`;
    // A quota says how many seconds are left.
    await send(server, 'POST', `${base}/clock`, { action: 'freeze' });
    if (typeof here !== 'string') expect((await setRules(server, sandbox, here)).status).toBe(200);
    const seen: string[] = [];
    const headers = typeof here === 'string' ? { 'understudy-fault': here } : {};
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
    const faultOutcome = await Promise.all(counterparts.map((one, index) => meet(one, `peer-${index}`)));
    const rows = counterparts.map((one, index) => {
      const { seen, ms } = faultOutcome[index] ?? { seen: [], ms: 0 };
      // Timers of Node may fire a little early.
      expect(ms, `${one.tool}: ${one.theirs}`).toBeGreaterThan(one.leastMs * 0.9 - 2);
      return { name: one.tool, cells: [one.theirs, written(one), summary(seen, one)] };
    });
    expectTable('other tools', ['Tool', 'There', 'Here', 'What `fetch` in Node sees'], rows);
  });
});
