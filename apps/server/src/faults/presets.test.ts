/** What the presets do to requests, one after the other: the shares that they promise, and each fault in its turn. */
import { plainFault, type PresetName } from '@understudy/contract/sandboxes';
import { describe, expect, it } from 'vitest';
import { Counting, rulesOf } from '../../test/faults/counting.js';
import type { FaultOutcome } from './outcome.js';

interface Options {
  readonly method?: string;
  readonly seed?: string;
  /** When each request comes, in ms. */
  readonly at?: (index: number) => number;
}

/** What so many requests meet of a preset, one after the other. */
function metBy(name: PresetName, count: number, { method, seed, at = () => 0 }: Options = {}) {
  const sandbox = new Counting(rulesOf({ fault: { fault: 'preset', name } }), seed);
  return Array.from({ length: count }, (_, index) => sandbox.ask({ method, now: at(index) }));
}

/** Names of all that struck a request. */
const namesOf = (faultOutcome: FaultOutcome | undefined): string[] =>
  [...(faultOutcome?.applied ?? []), ...(faultOutcome?.content ?? []).map(({ by }) => by)].map(({ fault }) => fault);

/** How many of so many requests each fault struck. */
function shares(all: readonly (FaultOutcome | undefined)[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of all.flatMap(namesOf)) found[name] = (found[name] ?? 0) + 1;
  return Object.fromEntries(Object.entries(found).map(([name, times]) => [name, times / all.length]));
}

const REQUESTS = 20_000;

describe('the shares', () => {
  // Drawn from a seed, so that they are the same in every run; three standard deviations of the largest are 0.85 %.
  it.each<[PresetName, Readonly<Record<string, number>>]>([
    ['flaky', { service_unavailable: 0.04, reset: 0.03, truncate: 0.03 }],
    ['behind_a_proxy', { bad_gateway: 0.05, 'bad_gateway;code=503': 0.03, 'bad_gateway;code=504': 0.02 }],
    ['lost_answers', { 'reset;commit=after': 0.2 }],
  ])('of %s', (name, wanted) => {
    const all = metBy(name, REQUESTS, { method: name === 'lost_answers' ? 'POST' : 'GET' });
    const found = shares(all);
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(wanted).toSorted());
    for (const [fault, share] of Object.entries(wanted))
      expect(Math.abs((found[fault] ?? 0) - share)).toBeLessThan(0.009);
    expect(all.every((faultOutcome) => namesOf(faultOutcome).length <= 1)).toBe(true);
  });

  it('are drawn the same from the same seed, and otherwise from another', () => {
    const first = metBy('flaky', 1000).map(namesOf);
    expect(metBy('flaky', 1000).map(namesOf)).toEqual(first);
    expect(metBy('flaky', 1000, { seed: 'b' }).map(namesOf)).not.toEqual(first);
  });

  it('of bad_wifi are 3 % without an answer, and the rest late', () => {
    const all = metBy('bad_wifi', REQUESTS);
    const late = all
      .filter((faultOutcome) => faultOutcome?.hang === undefined)
      .map((faultOutcome) => faultOutcome?.delayMs ?? 0);
    expect(Math.abs(1 - late.length / REQUESTS - 0.03)).toBeLessThan(0.005);
    const sorted = late.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    expect(at(0.5)).toBeGreaterThan(180);
    expect(at(0.5)).toBeLessThan(220);
    expect(at(0.99)).toBeGreaterThan(3200);
    expect(at(0.99)).toBeLessThan(4800);
  });
});

it('lost_answers leaves reads alone', () => {
  expect(metBy('lost_answers', 100).every((faultOutcome) => faultOutcome === undefined)).toBe(true);
});

it('first_try_fails fails each URL once', () => {
  expect(metBy('first_try_fails', 3).map(namesOf)).toEqual([['server_error'], [], []]);
});

it('deploy resets connections for 5 s, answers 503 for 5 s, and is well from then on', () => {
  const at = (index: number) => 1000 + index * 1000;
  const faultOutcome = metBy('deploy', 13, { at }).map((one) => {
    const strike = one?.effect;
    return strike !== undefined && 'fault' in strike ? strike.fault.fault : 'well';
  });
  const times = (name: string, count: number) => Array.from({ length: count }, () => name);
  expect(faultOutcome).toEqual([...times('reset', 5), ...times('service_unavailable', 5), ...times('well', 3)]);
});

it('rate_limited lets ten requests through in 10 s', () => {
  const limited = metBy('rate_limited', 22, { at: (index) => index * 500 }).map(
    (faultOutcome) => faultOutcome?.effect !== undefined,
  );
  expect(limited).toEqual(Array.from({ length: 22 }, (_, index) => index >= 10 && index < 20));
});

it('everything shows each fault once, in order, and nothing after', () => {
  const all = metBy('everything', plainFault.options.length + 3).map((faultOutcome) =>
    namesOf(faultOutcome).map((name) => name.split(';')[0]),
  );
  const names = plainFault.options.map(({ shape }) => [shape.fault.value]);
  expect(all).toEqual([...names, [], [], []]);
});
