/** Each rule that a real client breaks when it is set wrongly is found; `UNDERSTUDY_TEST_ALL=1 npm test` tries every one of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { oneOfEach } from '@understudy/tooling/sample';
import { drill } from './drill.mjs';

const run = fileURLToPath(new URL('wrong/run.mjs', import.meta.url));

/**
 * Rule, setup and plan. Of each client, and of what a plan does to it, one is tried: the server's own tests prove each
 * rule. The first word of a setup names the file of its client.
 */
const all = [
  ['retried_too_soon', 'axios-retry without Retry-After', 'rate_limited'],
  ['retried_too_soon', 'ky without afterStatusCodes', 'rate_limited'],
  ['retried_unsafe', 'axios-retry, and a POST without a key', 'lost_answers'],
  ['retried_unsafe', 'got that retries POST', 'lost_answers'],
  ['duplicate_write', 'got that retries a POST of what may be there twice', 'lost_answers'],
  ['changed_key', 'ky with a new key for each attempt', 'lost_answers'],
  ['retried_hopeless', 'axios-retry that retries whatever failed', 'calm'],
  ['retry_storm', 'fetch, tried again at once', 'deploy'],
  ['retry_storm', 'undici RetryAgent with 20 retries', 'deploy'],
  ['no_backoff', 'fetch, tried again each second', 'deploy'],
  ['no_backoff', 'got with a fixed delay', 'deploy'],
  ['no_jitter', 'ky without jitter, in parallel', 'first_try_fails'],
  ['never_retried', 'fetch that gives up at once', 'calm'],
  ['kept_paging', 'fetch of pages until one is empty', 'calm'],
  ['built_page_urls', 'fetch of pages by number, though there are cursors', 'calm'],
  ['skipped_pages', 'fetch of every second page', 'calm'],
  ['repeated_pages', 'fetch of a page twice', 'calm'],
  ['mixed_cursor', 'fetch with a cursor of another query', 'calm'],
  ['refetched_unchanged', 'fetch of the same, again and again', 'calm'],
  ['secret_in_url', 'fetch with a token in the query', 'calm'],
  ['off_contract', 'fetch with a query in another spelling', 'calm'],
  ['used_expired_token', 'fetch with a token that was refused', 'calm'],
  ['reused_refresh_token', 'fetch that refreshes twice with one token', 'calm'],
  ['no_state', 'fetch of an authorization without state and PKCE', 'calm'],
  ['no_pkce', 'fetch of an authorization without state and PKCE', 'calm'],
  ['credential_forwarded', 'axios that keeps Authorization over redirects', 'calm'],
  ['kept_alive_nothing', 'axios with an agent that keeps nothing alive', 'calm'],
  ['no_user_agent', 'undici without User-Agent', 'calm'],
];

/** How often a client is drilled at most. */
const TRIES = 3;

const fileOf = (/** @type {string} */ setup) => /^\w+/.exec(setup)?.[0] ?? '';
const cases = oneOfEach(all, ([, setup = '', plan = '']) => [fileOf(setup), plan]);

void describe('a client that is set wrongly', { concurrency: 4 }, () => {
  for (const [rule = '', setup = '', plans = ''] of cases) {
    void it(`breaks ${rule}: ${setup}`, async () => {
      const file = `./${fileOf(setup)}.mjs`;
      /** @type {string[]} */
      let found = [];
      // Clients wait in real time: on a busy machine equal waits may come out unequal, once and again but not each time.
      for (let tries = 0; tries < TRIES && !found.includes(rule); tries += 1) {
        const { verdicts } = await drill([process.execPath, run, file, setup], { plans, seed: 'seed-1' });
        found = verdicts.filter(({ plan }) => plan === plans).map((verdict) => verdict.rule);
      }
      assert.ok(found.includes(rule), `found ${found.join(', ') || 'nothing'}`);
    });
  }
});
