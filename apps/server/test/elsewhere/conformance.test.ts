/** `npm run suite -- hosts`: Bun and Deno serve our handler, and every check of `understudy check` passes there. */
import { patient } from '@understudy/tooling/patience';
import { runtimes } from '@understudy/tooling/runtimes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bench } from '../../src/check/bench.js';
import { runCase } from '../../src/check/transcribe.js';
import { benchOf, ourRows, sampledRows } from '../operations/check-our-domains.js';
import { durableStores } from '../stores/stores.js';
import { bundleProgram, commandOf, runWithin } from './run-within.js';
import { startRuntime } from './start-runtime.js';
import { asked, within } from './ways.js';

const titled = (rows: ReturnType<typeof ourRows>) =>
  rows.map((row) => ({ row, check: row.check.name, subject: row.subject }));
const askedRows = titled(sampledRows().filter(({ check }) => asked.includes(check.name)));

let ofNode: NonNullable<Bench['elsewhere']>;
const removals: (() => Promise<void>)[] = [];
beforeAll(async () => {
  await bundleProgram();
  ofNode = await runWithin([process.execPath], 'transcribe', {});
}, patient(60_000));
afterAll(() => Promise.all(removals.map((remove) => remove())));

/** Empty stores of each kind that outlives its process. */
async function emptyStores(): Promise<{ name: string; store: string }[]> {
  const made = await Promise.all(durableStores.map(async ([name, make]) => ({ name, ...(await make()) })));
  removals.push(...made.map(({ remove }) => remove));
  return made.map(({ name, address }) => ({ name, store: address }));
}

describe.each(runtimes.filter(({ name }) => name === 'Bun' || name === 'Deno'))('$name $version', (runtime) => {
  let bench: Bench;
  let stop: () => Promise<unknown>;
  let found: Map<string, unknown>;
  beforeAll(async () => {
    // The first time it has to be fetched.
    const command = await commandOf(runtime);
    const started = await startRuntime(command);
    stop = started.stop;
    bench = benchOf(started.start, ofNode);
    const findings = await runWithin(command, 'check', { checks: within, stores: await emptyStores() });
    found = new Map(findings.map(({ check, subject, finding }) => [`${check}: ${subject}`, finding ?? 'nothing']));
  }, patient(120_000));
  afterAll(async () => {
    await bench.close();
    await stop();
  });

  it.each(askedRows)('$check: $subject', async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  });

  it.each(titled(ourRows(within)))('$check: $subject', ({ check, subject }) => {
    expect(found.get(`${check}: ${subject}`)).toBe('nothing');
  });

  it('what reads the time and chance is noticed', async () => {
    const read = await runWithin(await commandOf(runtime), 'read', {});
    expect(read).toEqual(['Date.now()', 'new Date()', 'Math.random()', 'crypto.randomUUID()']);
  });

  it.each(['reset', 'close;at=body', 'garbage', 'reset;at=head'])('%s breaks the connection', async (fault) => {
    const host = await bench.host('first');
    const path = `/api/education/courses?fault=${encodeURIComponent(fault)}`;
    await expect(host.fetch(path).then((answer) => answer.text())).rejects.toThrow(/failed|terminated/);
    expect((await host.fetch('/api/education/courses')).status).toBe(200);
  });
});
