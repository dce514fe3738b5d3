/** Measures what a flood costs the process it runs in: heap that stays, and the longest hold of the event loop. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { patient } from '@understudy/tooling/patience';
import { expect } from 'vitest';

/** How often the loop's delay is sampled, in ms. */
const RESOLUTION = 5;

/** How long some work held the process. */
interface TimeCost<Result> {
  readonly result: Result;
  /** Longest time the event loop was held, in ms; what the test itself did meanwhile is part of it. */
  readonly loopMs: number;
  /** How often a timer was served meanwhile: unlike times, this is no smaller on a machine that is busy. */
  readonly turns: number;
}

/** What some work did to the process. */
interface Cost<Result> extends TimeCost<Result> {
  /** Heap and buffers that are held after the work and were not before, in bytes; garbage is not counted. */
  readonly heapBytes: number;
}

/** What some work may cost; a member left out is not limited. */
interface Budget {
  /** In bytes. */
  readonly heapBytes?: number;
  /** In ms on a machine with nothing else to do; UNDERSTUDY_TEST_PATIENCE multiplies it. */
  readonly loopMs?: number;
  /** How often others must have been served meanwhile, at least. */
  readonly minTurns?: number;
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** What is held once garbage is gone; the second collection takes what finalizers of the first let go. */
async function held(): Promise<number> {
  for (let i = 0; i < 2; i++) {
    collectGarbage();
    await setTimeout(RESOLUTION * 2);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Waits for samples rather than for a while: a machine that stops for a moment serves our timer before theirs. */
async function anotherSample(delays: IntervalHistogram): Promise<void> {
  const before = delays.count;
  while (delays.count === before) await setTimeout(RESOLUTION);
}

/**
 * Runs the work and says what it cost in time. What it should not be charged for (connecting, large bodies) belongs
 * before it.
 */
async function measureTime<Result>(work: () => Result | Promise<Result>): Promise<TimeCost<Result>> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  // A delay is the time between two samples, so that one must come before the work and one after it.
  await anotherSample(delays);
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  let result: Result;
  try {
    result = await work();
  } finally {
    clearInterval(ticking);
  }
  await anotherSample(delays);
  delays.disable();
  return { result, loopMs: Math.max(0, delays.max / 1e6 - RESOLUTION), turns };
}

/** The same, and the heap that stays. The heap of a process that has run many tests takes long to look at. */
async function measure<Result>(work: () => Result | Promise<Result>): Promise<Cost<Result>> {
  const before = await held();
  const cost = await measureTime(work);
  return { ...cost, heapBytes: (await held()) - before };
}

/** Runs the work, expects it to stay within the budget, and gives its result. */
export async function within<Result>(budget: Budget, work: () => Result | Promise<Result>): Promise<Result> {
  const heapBudget = budget.heapBytes;
  const measured = heapBudget === undefined ? { ...(await measureTime(work)), heapBytes: 0 } : await measure(work);
  const { result, heapBytes, loopMs, turns } = measured;
  if (heapBudget !== undefined) expect(heapBytes, 'bytes of heap that stay').toBeLessThanOrEqual(heapBudget);
  if (budget.loopMs !== undefined) {
    expect(loopMs, 'ms that the event loop was held').toBeLessThanOrEqual(patient(budget.loopMs));
  }
  if (budget.minTurns !== undefined) {
    expect(turns, 'times that others were served').toBeGreaterThanOrEqual(budget.minTurns);
  }
  return result;
}
