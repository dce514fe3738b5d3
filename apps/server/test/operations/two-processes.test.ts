/** Another process, which runs the build that users have, answers every call with the same bytes as this one. */
import type { Operation } from '@understudy/contract';
import { operations } from '@understudy/tooling/operations';
import { oneOfEach } from '@understudy/tooling/sample';
import { spawnServer } from '@understudy/tooling/server';
import { afterAll, expect, it } from 'vitest';
import { checkOptions } from '../../src/check/check-domains.js';
import type { Host } from '../../src/check/host.js';
import { transcriptOn } from '../../src/check/transcribe.js';
import { benchOf, benchOn } from './check-our-domains.js';

/** What the addresses in answers begin with in both. */
const PUBLIC = 'http://understudy.local';

async function inAnotherProcess(): Promise<Host> {
  const { clock, maxSandboxes } = checkOptions;
  const flags = ['--clock', clock, '--max-sandboxes', String(maxSandboxes), '--public-url', PUBLIC];
  const { fetch, stop } = await spawnServer(flags);
  return { origin: PUBLIC, fetch, waits: [], close: async () => void (await stop()) };
}

const here = benchOn('in process');
const there = benchOf(inAnotherProcess);
afterAll(() => Promise.all([here.close(), there.close()]));

const transcriptOf = (bench: typeof here, operation: Operation) => transcriptOn(bench, operation, { name: 'first' });
const ofSandboxes = operations.filter(({ meta }) => meta.scope === 'sandbox');
const sampled = oneOfEach(ofSandboxes, ({ method, answers }) => [method, answers]);

it.each(sampled)('$name', async (operation) => {
  expect(await transcriptOf(there, operation)).toEqual(await transcriptOf(here, operation));
});

it('compares more than errors, and writes', async () => {
  const transcripts = await Promise.all(sampled.map((operation) => transcriptOf(here, operation)));
  const answers = transcripts.flat().map(({ answer }) => answer);
  expect(new Set(answers.filter((answer) => /^2\d\d/.test(answer))).size).toBeGreaterThan(20);
});
