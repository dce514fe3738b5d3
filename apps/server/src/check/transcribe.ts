/** Calls of operations, written down so that two runs can be compared. */
import type { Operation } from '@understudy/contract/kit';
import { sampleInput } from '@understudy/contract/samples';
import { type Bench, callReady, NoCall } from './bench.js';
import { type CheckResult, Fault, type Finding, same, shown } from './finding.js';
import {
  forget,
  type Line,
  type Sandbox,
  sandboxOf,
  type Transcript,
  type TransportAnswer,
  transports,
} from './host.js';
import { type Case, type Check, type Tested, thrownText } from './check.js';
import { watch } from './watched.js';

/** Headers that must be the same too. */
const headerNames = [
  'content-type',
  'etag',
  'link',
  'location',
  'retry-after',
  'x-total-count',
  'idempotency-replayed',
];

/** An answer as a line; addresses of a server are those of any. */
function lineOf({ asked, status, headers, text }: TransportAnswer, origin: string): Line {
  const kept = headerNames.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return { asked, answer: [String(status), ...kept, text].join(', ').replaceAll(origin, '{origin}') };
}

/** The lists of the domain that an operation belongs to, of those that nobody needs to be known for. */
function siblingLists(bench: Bench, { name }: Operation): Operation[] {
  const [domain] = name.split('.');
  return [...bench.api.operations.values()].filter(({ name: other, answers, meta, method, path }) => {
    if (!other.startsWith(`${domain}.`)) return false;
    if (meta.raw !== undefined) return method === 'GET' && !path.includes('{');
    return answers === 'list' && meta.scope === 'sandbox' && meta.credential === 'none';
  });
}

/** What the lists of a domain hold. */
export async function listed(bench: Bench, operation: Operation, sandbox: Sandbox): Promise<Transcript> {
  const lines: Line[] = [];
  for (const list of siblingLists(bench, operation)) {
    const input = (await bench.hasCall(list)) ? (await bench.ready(sandbox, list)).input : sampleInput(list);
    const answer = await transports[0].call(sandbox, list, { input: { ...input, per_page: 50 } });
    lines.push(lineOf(answer, sandbox.host.origin));
  }
  return lines;
}

/** Calls an operation twice, and reads the lists beside it. */
async function transcribe(bench: Bench, operation: Operation, sandbox: Sandbox): Promise<Transcript> {
  const ready = await bench.ready(sandbox, operation);
  const { origin } = sandbox.host;
  const once = lineOf(await callReady(ready), origin);
  const twice = lineOf(await callReady(ready), origin);
  return [once, twice, ...(await listed(bench, operation, sandbox))];
}

/** Expects two transcripts to be equal; the first line that differs is the fault. */
export function expectEqual(what: string, actual: Transcript, expected: Transcript): void {
  for (const [i, line] of expected.entries()) {
    const other = actual[i];
    same({ what, asked: line.asked, actual: other?.answer ?? 'no answer', expected: line.answer });
  }
}

/** The transcript of an operation on a server of the bench, which is started when it is first asked for. */
export function transcriptOn(
  bench: Bench,
  operation: Operation,
  { name, store }: { readonly name: string; readonly store?: string },
): Promise<Transcript> {
  return bench.once(`transcript of ${operation.name} on ${name}`, async () => {
    const sandbox = sandboxOf(await bench.host(name, store), operation.name.toLowerCase().slice(0, 64));
    if (store === undefined) return transcribe(bench, operation, sandbox);
    // A database may hold what another run has written.
    await forget(sandbox);
    const transcript = await transcribe(bench, operation, sandbox);
    await forget(sandbox);
    return transcript;
  });
}

/** A case with the check that it belongs to. */
export interface Row extends Case {
  readonly check: Check;
}

/** All cases of some checks, in the order in which they run. */
export const rowsOf = (checks: readonly Check[], tested: Tested): Row[] =>
  checks.flatMap((check) => check.cases(tested).map((row) => ({ ...row, check })));

/** Runs one case, and lets go of what it alone used. */
export async function runCase({ check, subject, run }: Row, bench: Bench): Promise<Finding | undefined> {
  const unwatch = watch();
  try {
    await run(bench);
    return undefined;
  } catch (error) {
    if (error instanceof NoCall) return undefined;
    if (error instanceof Fault) return { check: check.name, subject, ...error.difference };
    const actual = shown(error instanceof Error ? `${error.name}: ${error.message}` : error);
    return { check: check.name, subject, expected: check.proves, actual, thrown: thrownText(error, [subject]) };
  } finally {
    unwatch();
    await bench.release();
  }
}

/** The results of checks, from the findings of their rows. */
export function resultsOf(checks: readonly Check[], rows: readonly Row[], findings: readonly Finding[]): CheckResult[] {
  return checks.map(({ name, proves }) => ({
    name,
    proves,
    subjects: rows.filter(({ check }) => check.name === name).length,
    findings: findings.filter((finding) => finding.check === name),
  }));
}
