/** Ten bugs of clients, rebuilt small: one drill finds each, and passes its good twin. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drill } from './drill.mjs';

const program = fileURLToPath(new URL('bugs/bugs.mjs', import.meta.url));
const jobs = fileURLToPath(new URL('bugs/jobs.json', import.meta.url));

/** What finds a bug: a verdict by its rule, the exit code of the client, or that it does not end. */
const found = { exit: /exit code 1/, endless: /did not end within/ };

/** @type {readonly (readonly [bug: string, plan: string, finds: string, openapi?: string])[]} */
const bugs = [
  ['a cursor that repeats', 'lying_pages', 'kept_paging'],
  ['an empty string as cursor', 'calm', 'endless', jobs],
  ['an empty page with a next one', 'lying_pages', 'exit'],
  ['a new enum value', 'drifting', 'exit'],
  ['an integer past 2^53', 'drifting', 'exit'],
  ['a stream that is cut, and taken for whole', 'flaky', 'exit'],
  ['a POST that is sent again without a key', 'lost_answers', 'retried_unsafe'],
  ['a Retry-After that nobody heeds', 'rate_limited', 'retried_too_soon'],
  ['a total that moves', 'lying_pages', 'exit'],
  ['a 200 with HTML', 'captive_portal', 'exit'],
];

/** @type {(bug: string, twin: string, plans: string, openapi: string | undefined) => Promise<{ failures: string[], rules: string[] }>} */
async function drilled(bug, twin, plans, openapi) {
  const options = ['--expect-exit', '0', ...(openapi === undefined ? [] : ['--openapi', openapi])];
  const limitS = twin === 'bad' && bug.includes('cursor') ? 8 : 60;
  const result = await drill([process.execPath, program, bug, twin], { plans, seed: 'seed-1', limitS, options });
  const of = (/** @type {{ plan: string }} */ { plan }) => plan === plans;
  return {
    failures: result.plans.filter(of).flatMap(({ failures }) => failures),
    rules: result.verdicts.filter(of).map(({ rule }) => rule),
  };
}

void describe('a bug is found, and its good twin passes', { concurrency: 4 }, () => {
  for (const [bug, plan, finds, openapi] of bugs) {
    void it(bug, async () => {
      const bad = await drilled(bug, 'bad', plan, openapi);
      const good = await drilled(bug, 'good', plan, openapi);
      const isFound =
        finds in found
          ? bad.failures.some((one) => found[/** @type {keyof typeof found} */ (finds)].test(one))
          : bad.rules.includes(finds);
      assert.ok(isFound, `found ${JSON.stringify(bad)}`);
      assert.deepEqual(good.failures, []);
      assert.ok(!good.rules.includes(finds), `of the good twin: ${JSON.stringify(good)}`);
    });
  }
});
