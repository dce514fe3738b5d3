/**
 * Runs on the runtime that is tried, bundled with all that it imports: it carries out the task in its first argument,
 * and prints what came of it.
 */
import type { Transcript } from '../../src/check/host.js';
import type { Finding } from '../../src/check/finding.js';
import { moveClock } from '../../src/check/supervise.js';
import { runCase, transcriptOn } from '../../src/check/transcribe.js';
import { type Reading, readingInto, watch } from '../../src/check/watched.js';
import { benchOn, ourRows } from '../operations/check-our-domains.js';
import { api } from '../support.js';

/** What it is asked for, each with what it gives. */
export interface Tasks {
  /** What some checks find. */
  readonly check: {
    readonly given: { readonly checks: readonly string[]; readonly stores: { name: string; store: string }[] };
    readonly gives: readonly { readonly check: string; readonly subject: string; readonly finding?: Finding }[];
  };
  /** What is noticed of a function that reads the time and chance. */
  readonly read: { readonly given: object; readonly gives: readonly string[] };
  /** What all operations answer in a process whose clock is ahead. */
  readonly transcribe: { readonly given: object; readonly gives: Readonly<Record<string, Transcript>> };
}

const tasks: { [Name in keyof Tasks]: (given: Tasks[Name]['given']) => Promise<Tasks[Name]['gives']> } = {
  check: async ({ checks, stores }) => {
    const bench = benchOn('in process', stores);
    const found = [];
    for (const row of ourRows(checks)) {
      const finding = await runCase(row, bench);
      found.push({ check: row.check.name, subject: row.subject, ...(finding === undefined ? {} : { finding }) });
    }
    await bench.close();
    return found;
  },
  read: async () => {
    const readings: Reading[] = [];
    const unwatch = watch();
    readingInto(readings, () => [Date.now(), new Date().getTime(), Math.random(), crypto.randomUUID()].join(' '));
    unwatch();
    return readings.map(({ what }) => what);
  },
  transcribe: async () => {
    moveClock();
    const bench = benchOn('in process');
    const transcripts: [string, Transcript][] = [];
    for (const { subject } of ourRows(['two-processes'])) {
      const operation = api.operations.get(subject);
      if (operation !== undefined) transcripts.push([subject, await transcriptOn(bench, operation, { name: 'first' })]);
    }
    await bench.close();
    return Object.fromEntries(transcripts);
  },
};

const [, , name = '', given = '{}'] = process.argv;
process.stdout.write(JSON.stringify(await tasks[name as keyof Tasks](JSON.parse(given))));
