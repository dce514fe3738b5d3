/** One test of the app, as people write them: set a rule, click, wait for the requests, assert on their bodies. */
import assert from 'node:assert/strict';

const WRITE = { method: 'POST', path: '/api/education/courses' };

/** What the user types: longer than a journal used to keep, with what has to be escaped. */
function typedIn(test) {
  const sentence = `“${test}” — naïve, \\ "quoted", 日本語, 🍵, ${'<&>'.repeat(5)}. `;
  return { title: `Course of ${test}`, description: sentence.repeat(40).trim() };
}

/** Fails where an attempt is not as the app sent it. */
function assertAttempt(entry, { index, typed, key, status }) {
  assert.equal(entry.status, status);
  assert.equal(entry.headers['x-attempt'], String(index + 1));
  assert.equal(entry.headers['idempotency-key'], key);
  assert.equal(entry.operation, 'education.createCourse');
  assert.equal(entry.body_truncated, false);
  const { title, description, category } = JSON.parse(entry.body);
  assert.deepEqual({ title, description, category }, { ...typed, category: 'Testing' });
  assert.equal(entry.body_bytes, Buffer.byteLength(entry.body));
}

/** Fails where the journal lacks anything, or has anything twice. */
function assertWhole({ data, meta }, { scenario, base }) {
  const count = scenario.reads.length + scenario.writes.length;
  const sequences = data.map(({ sequence }) => sequence);
  const ids = new Set(data.map(({ id }) => id));
  assert.equal(ids.size, data.length, 'an entry is there twice');
  assert.deepEqual(
    sequences.map((sequence) => sequence - sequences[0]),
    data.map((_, index) => index),
    'a sequence is missing, or there twice',
  );
  const own = data.filter(({ method }) => method !== 'OPTIONS');
  assert.equal(own.length, count);
  assert.equal(meta.last, sequences.at(-1));
  assert.equal(meta.incomplete, false);
  const struck = own.filter(({ fault }) => fault !== null);
  assert.deepEqual(
    struck.map(({ ended }) => ended),
    scenario.ends,
  );
  for (const { curl } of own) assert.ok(curl.includes(base), curl);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {{ app: string, sandbox: object, test: string, scenario: import('./scenarios.mjs').Scenario }} at the app's
 *   address, the sandbox of this test, and what goes wrong
 */
export async function appTest(page, { app, sandbox, test, scenario }) {
  await sandbox.setRules(scenario.rules);
  await page.goto(`${app}/?api=${encodeURIComponent(sandbox.base)}`);
  const status = page.getByRole('status');
  await status.filter({ hasText: `courses at attempt ${scenario.reads.length}` }).waitFor();
  const { data: reads } = await sandbox.waitFor(scenario.reads.length, { method: 'GET' });
  assert.deepEqual(
    reads.map((entry) => entry.status),
    scenario.reads,
  );

  const typed = typedIn(test);
  await page.getByLabel('Title').fill(typed.title);
  await page.getByLabel('Description').fill(typed.description);
  await page.getByRole('button', { name: 'Add' }).click();
  const { data: writes } = await sandbox.waitFor(scenario.writes.length, WRITE);
  assert.equal(writes.length, scenario.writes.length);
  const key = writes[0].headers['idempotency-key'];
  for (const [index, entry] of writes.entries()) {
    assertAttempt(entry, { index, typed, key, status: scenario.writes[index] });
  }
  await status.filter({ hasText: `Added at attempt ${scenario.writes.length}` }).waitFor();
  assertWhole(await sandbox.requests(), { scenario, base: sandbox.base });
}
