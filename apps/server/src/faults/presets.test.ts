/** What the presets do to requests, one after the other: the shares that they promise, and each fault in its turn. */
import { faultRule, plainFault, type PresetName } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { candidateOf } from './candidate.js';
import { evaluation } from './evaluate.js';
import type { Met } from './met.js';
import { readRules } from './read-rules.js';
import { RuleBook } from './rule-book.js';
import { numbered } from './serials.js';
import type { Subject } from './subject.js';
import { NO_TALLY, type Tally } from './tally.js';

const get: Subject = {
  operation: 'education.listCourses',
  method: 'GET',
  target: 'GET /api/education/courses',
  path: () => '/api/education/courses',
  query: () => new URLSearchParams(),
  header: () => null,
  address: () => 'GET /api/education/courses',
  url: () => 'GET /api/education/courses',
  client: () => 'client',
};

interface Options {
  readonly subject?: Subject;
  readonly seed?: string;
  /** When each request comes, in ms. */
  readonly at?: (index: number) => number;
}

/** What so many requests meet of a preset, one after the other. */
function metBy(name: PresetName, count: number, { subject = get, seed = 'a', at = () => 0 }: Options = {}) {
  const read = readRules([faultRule.parse({ fault: { fault: 'preset', name } })]);
  if ('mistakes' in read) throw new Error(JSON.stringify(read.mistakes));
  const book = RuleBook.of(numbered(read.rules, 1));
  const held = new Map<string, Tally>();
  return Array.from({ length: count }, (_, index): Met | undefined => {
    const candidates = book.matching(subject, () => at(index)).map((rule) => candidateOf(rule, subject));
    const keys = candidates.flatMap((one) => one.keys);
    const step = evaluation(candidates, { seed, now: at(index), isForced: false, isRefused: false });
    const { tallies, result } = step(keys.map((key) => held.get(key) ?? NO_TALLY));
    for (const [position, key] of keys.entries()) held.set(key, tallies[position] ?? NO_TALLY);
    return result;
  });
}

/** Names of all that struck a request. */
const namesOf = (met: Met | undefined): string[] => (met?.struck ?? []).map(({ fault }) => fault);

/** How many of so many requests each fault struck. */
function shares(all: readonly (Met | undefined)[]): Record<string, number> {
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
    const subject = name === 'lost_answers' ? { ...get, method: 'POST', target: 'POST /' } : get;
    const all = metBy(name, REQUESTS, { subject });
    const found = shares(all);
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(wanted).toSorted());
    for (const [fault, share] of Object.entries(wanted))
      expect(Math.abs((found[fault] ?? 0) - share)).toBeLessThan(0.009);
    expect(all.every((met) => namesOf(met).length <= 1)).toBe(true);
  });

  it('are drawn the same from the same seed, and otherwise from another', () => {
    const first = metBy('flaky', 1000).map(namesOf);
    expect(metBy('flaky', 1000).map(namesOf)).toEqual(first);
    expect(metBy('flaky', 1000, { seed: 'b' }).map(namesOf)).not.toEqual(first);
  });

  it('of bad_wifi are 3 % without an answer, and the rest late', () => {
    const all = metBy('bad_wifi', REQUESTS);
    const late = all.filter((met) => met?.hang === undefined).map((met) => met?.delayMs ?? 0);
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
  expect(metBy('lost_answers', 100).every((met) => met === undefined)).toBe(true);
});

it('first_try_fails fails each URL once', () => {
  expect(metBy('first_try_fails', 3).map(namesOf)).toEqual([['server_error'], [], []]);
});

it('deploy resets connections for 5 s, answers 503 for 5 s, and is well from then on', () => {
  const at = (index: number) => 1000 + index * 1000;
  const met = metBy('deploy', 13, { at }).map((one) => {
    const strike = one?.strike;
    return strike !== undefined && 'fault' in strike ? strike.fault.fault : 'well';
  });
  const times = (name: string, count: number) => Array.from({ length: count }, () => name);
  expect(met).toEqual([...times('reset', 5), ...times('service_unavailable', 5), ...times('well', 3)]);
});

it('rate_limited lets ten requests through in 10 s', () => {
  const limited = metBy('rate_limited', 22, { at: (index) => index * 500 }).map((met) => met?.strike !== undefined);
  expect(limited).toEqual(Array.from({ length: 22 }, (_, index) => index >= 10 && index < 20));
});

it('everything shows each fault once, in order, and nothing after', () => {
  const all = metBy('everything', plainFault.options.length + 3).map((met) =>
    namesOf(met).map((name) => name.split(';')[0]),
  );
  const names = plainFault.options.map(({ shape }) => [shape.fault.value]);
  expect(all).toEqual([...names, [], [], []]);
});
