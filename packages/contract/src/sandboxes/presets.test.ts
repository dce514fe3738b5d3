/** The presets are rules that a client could set, and strike the shares that they say. */
import { describe, expect, it } from 'vitest';
import { fault, faultExamples, faultRule, plainFault, presetNames, presets } from '../index.js';

/** The share of all requests that each rule strikes, where an earlier one leaves it the request. */
function sharesOf(name: 'flaky' | 'behind_a_proxy'): Record<string, number> {
  let left = 1;
  const shares = presets[name].rules.map(({ fault: struck, probability = 1 }) => {
    const share = left * probability;
    left -= share;
    return [String(struck), Math.round(share * 1e9) / 1e9];
  });
  return Object.fromEntries(shares) as Record<string, number>;
}

it.each(presetNames)('%s has a description, and rules that can be set', (name) => {
  const { description, rules } = presets[name];
  expect(description).toMatch(/^[A-Z].*\.$/);
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) expect(faultRule.safeParse(rule)).toMatchObject({ success: true });
});

describe('the rules of which a request meets one', () => {
  it('strike 4 % with 503, 3 % with a reset and 3 % with half a body in flaky', () => {
    expect(sharesOf('flaky')).toEqual({ service_unavailable: 0.04, reset: 0.03, truncate: 0.03 });
  });

  it('strike 10 % in behind_a_proxy', () => {
    const shares = Object.values(sharesOf('behind_a_proxy'));
    expect(shares).toEqual([0.05, 0.03, 0.02]);
  });
});

it('shows each fault in everything, one request after the other', () => {
  const { rules } = presets.everything;
  const names = rules.map(({ fault: shown }) => /^\w+/.exec(String(shown))?.[0]);
  expect(names).toEqual(plainFault.options.map(({ shape }) => shape.fault.value));
  expect(rules.map(({ after, times }) => [after, times])).toEqual(rules.map((_, index) => [index, 1]));
  expect(fault.options).toHaveLength(rules.length + 1);
});

it('has an example of each fault, by its name', () => {
  expect(Object.keys(faultExamples)).toEqual(fault.options.map(({ shape }) => shape.fault.value));
  for (const [name, text] of Object.entries(faultExamples)) expect(text).toMatch(new RegExp(`^${name}(?:;|$)`));
});
