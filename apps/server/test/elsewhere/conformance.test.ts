/** `npm run test:hosts`: Bun and Deno serve our handler, and every check of what operations answer passes there. */
import { patient } from '@understudy/tooling/patience';
import { runtimes } from '@understudy/tooling/runtimes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bench } from '../../src/check/bench.js';
import { runCase } from '../../src/check/run-cases.js';
import { benchOf, sampledRows } from '../operations/check-our-domains.js';
import { startRuntime } from './start-runtime.js';

/** What these check is not in the answers of a server: seeds, what handlers read, other processes and stores. */
const ofThisProcess = new Set([
  'seeds-fit',
  'seed-ids',
  'seed-time-and-chance',
  'any-size',
  'time-and-chance',
  'two-processes',
  'equal-stores',
]);

/** What both say otherwise than Node: the length of a stream that is over at once, or of which only the head is asked. */
const otherwise: Readonly<Record<string, object>> = { 'stream-heads': { expected: 'content-length: null' } };

const rows = sampledRows().filter(({ check }) => !ofThisProcess.has(check.name));

describe.each(runtimes.filter(({ name }) => name === 'Bun' || name === 'Deno'))('$name $version', (runtime) => {
  let bench: Bench;
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    const started = await startRuntime(runtime);
    stop = started.stop;
    bench = benchOf(started.start);
    // The first time it has to be fetched.
  }, patient(120_000));
  afterAll(async () => {
    await bench.close();
    await stop();
  });

  it.each(rows.map((row) => ({ row, check: row.check.name, subject: row.subject })))(
    '$check: $subject',
    async ({ row }) => {
      const finding = await runCase(row, bench);
      const known = otherwise[row.check.name];
      if (known === undefined) expect(finding).toBeUndefined();
      else expect(finding).toMatchObject(known);
    },
  );

  it.each(['reset', 'close;at=body', 'garbage', 'reset;at=head'])('%s breaks the connection', async (fault) => {
    const host = await bench.host('first');
    const path = `/api/education/courses?fault=${encodeURIComponent(fault)}`;
    await expect(host.fetch(path).then((answer) => answer.text())).rejects.toThrow(/failed|terminated/);
    expect((await host.fetch('/api/education/courses')).status).toBe(200);
  });
});
