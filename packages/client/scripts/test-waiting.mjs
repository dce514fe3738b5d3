/**
 * `npm run suite -- waiting`: 50 tests of an app at once, in Chromium, without a sleep: they set a rule, click, wait for the
 * requests by the journal, and assert on them. On one server, and on three replicas behind a round-robin balancer.
 * None may fail. `-- --runs 100 --tests 50 --on memory,sqlite,postgres
 * --order sequence`; `received_at` is the other order.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { startChromium } from '@understudy/tooling/chromium';
import { followParent } from '@understudy/tooling/follow-parent';
import { patient } from '@understudy/tooling/patience';
import { listen } from '@understudy/tooling/server';
import { appTest } from './waiting/app-test.mjs';
import { sandboxOf } from './waiting/journal.mjs';
import { scenarios } from './waiting/scenarios.mjs';
import { setups } from './waiting/setups.mjs';

followParent();
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    tests: { type: 'string', default: '50' },
    on: { type: 'string', default: Object.keys(setups).join(',') },
    /** What the tests read the journal in the order of. */
    order: { type: 'string', default: 'sequence' },
  },
});
const [runs, tests] = [Number(values.runs), Number(values.tests)];

/** Failures that are shown in full. */
const SHOWN = 5;

/** Parts of the browser that the pages are spread over: with one for each page, most of the work would be its start. */
const CONTEXTS = 5;

/** So that the pages of a part share a process. */
const FLAGS = ['--renderer-process-limit=1'];

const html = readFileSync(new URL('waiting/app.html', import.meta.url));
const site = createServer((_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(html);
});
const app = `http://127.0.0.1:${await listen(site)}`;
const chromium = await startChromium(FLAGS);

async function openPages() {
  const options = { viewport: { width: 320, height: 240 } };
  const contexts = await Promise.all(Array.from({ length: CONTEXTS }, () => chromium.openContext(options)));
  for (const context of contexts) context.setDefaultTimeout(patient(60_000));
  const opened = await Promise.all(Array.from({ length: tests }, (_, i) => contexts[i % CONTEXTS].newPage()));
  // A test begins with an empty cache.
  const sessions = await Promise.all(contexts.map((context, i) => context.newCDPSession(opened[i])));
  const forget = () => Promise.all(sessions.map((session) => session.send('Network.clearBrowserCache')));
  return { pages: opened, forget, close: () => Promise.all(contexts.map((context) => context.close())) };
}

const failures = [];

async function attempt(page, { origin, run, index, on }) {
  const sandbox = sandboxOf(origin, { name: `test-${index}`, order: values.order });
  const scenario = scenarios[(run + index) % scenarios.length];
  const test = `${on}, run ${run}, test ${index}`;
  try {
    await appTest(page, { app, sandbox, test, scenario });
    // The same names come again: what a test left would be met by the next one.
    await (index % 2 === 0 ? sandbox.forget() : sandbox.reset());
  } catch (error) {
    failures.push(test);
    const journal = await sandbox.requests().catch(({ message }) => message);
    if (failures.length <= SHOWN)
      console.error(`${test}: ${scenario.title}: ${error.stack}\n${JSON.stringify(journal)}`);
  }
}

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);

for (const on of values.on.split(',')) {
  const { origin, close } = await setups[on]();
  const opened = await openPages();
  const since = performance.now();
  const before = failures.length;
  for (let run = 1; run <= runs; run += 1) {
    await opened.forget();
    await Promise.all(opened.pages.map((page, index) => attempt(page, { origin, run, index, on })));
    if (run % 10 === 0) console.log(`${on}: ${run} runs, ${failures.length - before} failures, ${seconds(since)} s`);
  }
  console.log(
    `${on}: ${runs} runs of ${tests} tests at once, ${failures.length - before} failures, ${seconds(since)} s`,
  );
  await opened.close();
  await close();
}
await chromium.close();
site.closeAllConnections();
site.close();
process.exitCode = failures.length === 0 ? 0 : 1;
