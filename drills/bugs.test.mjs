/** Ten bugs of clients, rebuilt small: a drill finds each and names it in its report, and over twenty seeds each is found and its good twin passes. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isExhaustive, oneOfEach } from '@understudy/tooling/sample';
import { spawnServer } from '@understudy/tooling/server';
import { bugs } from './bugs/bugs.mjs';
import { drill } from './drill.mjs';

const program = fileURLToPath(new URL('bugs/bugs.mjs', import.meta.url));
const jobs = fileURLToPath(new URL('bugs/jobs.json', import.meta.url));

/** Domains in which the clients work: that of the courses, and the list of a document. */
const serving = ['--openapi', jobs, '--with', 'education,food'];

/** Bug, plan, and what finds it: a verdict by its rule, or what the client says as it ends. @type {readonly (readonly [keyof typeof bugs, string, string | RegExp])[]} */
const cases = [
  ['a cursor that repeats', 'lying_pages', 'kept_paging'],
  ['an empty string as cursor', 'calm', 'kept_paging'],
  ['an empty page with a next one', 'lying_pages', /AssertionError/],
  ['a new enum value', 'drifting', /no such status/],
  ['an integer past 2^53', 'drifting', /AssertionError/],
  ['a stream that is cut, and taken for whole', 'flaky', /taken for whole/],
  ['a POST that is sent again without a key', 'lost_answers', 'retried_unsafe'],
  ['a Retry-After that nobody heeds', 'rate_limited', 'retried_too_soon'],
  ['a total that moves', 'lying_pages', /the list is not complete/],
  ['a 200 with HTML', 'captive_portal', /SyntaxError/],
];

describe('a drill finds a bug, and names it', { concurrency: 4 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bugs-'));
  after(() => rmSync(folder, { recursive: true }));
  for (const [bug, plans, finds] of oneOfEach(cases, ([, , by]) => (by instanceof RegExp ? 'exit' : 'verdict'))) {
    void it(bug, async () => {
      const file = join(folder, `${bug.replaceAll(/\W/g, '-')}.md`);
      // Two of them never end.
      const limitS = bug.includes('cursor') ? 5 : 60;
      const options = ['--expect-exit', '0', '--report', `markdown=${file}`, ...serving];
      const { plans: run } = await drill([process.execPath, program, bug, 'bad'], {
        plans,
        seed: 'seed-1',
        limitS,
        options,
        failOn: 'warning',
      });
      assert.ok(run.some(({ plan, failures }) => plan === plans && failures.length > 0));
      const report = readFileSync(file, 'utf8').replaceAll(/&#(\d+);/g, (_, code) =>
        String.fromCodePoint(Number(code)),
      );
      assert.match(report, finds instanceof RegExp ? finds : new RegExp(`\`${finds}\``));
    });
  }
});

describe('over many seeds', () => {
  const seeds = Array.from({ length: isExhaustive ? 20 : 2 }, (_, index) => `seed-${index + 1}`);
  /** @type {import('@understudy/tooling/server').SpawnedServer} */
  let server;
  before(async () => {
    server = await spawnServer(serving);
  });
  after(() => server.stop());

  /** Requests after which a client will never end; one that follows cursors does not need many. */
  const MOST = 1000;
  const MOST_PAGES = 60;

  /** Runs a client in a sandbox of its own. @type {(bug: keyof typeof bugs, twin: 'bad' | 'good', plan: string, seed: string) => Promise<{ failure: string, verdicts: { rule: string, severity: string }[] }>} */
  async function ran(bug, twin, plan, seed) {
    const path = `/sandboxes/bug-${bug.replaceAll(/\W+/g, '-')}-${twin}-${seed}`.toLowerCase();
    const faults = plan === 'calm' ? [] : [{ fault: `preset;name=${plan}` }];
    const headers = { 'content-type': 'application/json' };
    const made = await server.fetch(path, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ seed, clock: 'real', faults }),
    });
    assert.ok(made.ok, await made.text());
    let left = bug.includes('cursor') ? MOST_PAGES : MOST;
    const counted = (/** @type {Parameters<typeof fetch>} */ ...request) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('does not end')) : fetch(...request);
    };
    const failure = await bugs[bug]?.[twin]({ base: server.origin + path, fetch: counted }).then(() => '', String);
    const conduct = await server.fetch(`${path}/conduct?per_page=50`);
    const { data } = /** @type {{ data: { rule: string, severity: string }[] }} */ (await conduct.json());
    return { failure: failure ?? 'is not there', verdicts: data };
  }

  for (const [bug, plan, finds] of cases) {
    void it(`is found, and its good twin passes: ${bug}`, async () => {
      // Those that wait do so together.
      const runs = (/** @type {'bad' | 'good'} */ twin) =>
        Promise.all(seeds.map(async (seed) => ({ seed, ...(await ran(bug, twin, plan, seed)) })));
      const isFound = (/** @type {Awaited<ReturnType<typeof ran>>} */ { failure, verdicts }) =>
        finds instanceof RegExp ? finds.test(failure) : verdicts.some(({ rule }) => rule === finds);
      const [bad, good] = await Promise.all([runs('bad'), runs('good')]);
      assert.deepEqual(
        bad.filter((one) => !isFound(one)),
        [],
      );
      assert.deepEqual(
        good.filter(
          (one) => one.failure !== '' || isFound(one) || one.verdicts.some(({ severity }) => severity === 'error'),
        ),
        [],
      );
    });
  }
});
