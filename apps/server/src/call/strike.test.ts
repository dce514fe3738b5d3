import { expect, test } from 'vitest';
import type { Met, Strike, StruckBy } from '../faults/met.js';
import { effectOf, type Struck, struckBy } from './strike.js';

const limited: Strike = { fault: { fault: 'rate_limit', commit: 'before' }, isFirst: true };
const teapot: Strike = { fault: { fault: 'status', code: 418, commit: 'before' }, isFirst: false };
const slow = { rule: 'slow', fault: 'delay;ms=1' };
const away = { rule: 'away', fault: 'redirect' };
const redirect = (to: 'self' | 'loop'): Strike & { readonly by: StruckBy } => ({
  fault: { fault: 'redirect', code: 307, to, commit: 'before' },
  isFirst: false,
  by: away,
});

const struckWith = (strike: Strike, more: Partial<Struck & Met> = {}): Struck => ({
  controls: more.controls ?? {},
  met: { delayMs: 0, strike, hang: more.hang, struck: more.struck ?? [] },
  isRedirected: more.isRedirected ?? false,
});

const controls = { simulate_error: 'not_found' } as const;
const name = (call: Struck): string | undefined => {
  const effect = effectOf(call);
  return effect === undefined || 'answer' in effect ? undefined : effect.fault.fault;
};

test('simulate_error comes before what is met, quota and outage before it, and a hang before all', () => {
  expect(name(struckWith(teapot, { controls }))).toBe('not_found');
  expect(name(struckWith(limited, { controls }))).toBe('rate_limit');
  const hang = { fault: 'hang', seconds: 1, commit: 'before' } as const;
  expect(name(struckWith(limited, { controls, hang }))).toBe('hang');
});

test('a redirect happens once, and did not strike where it is passed over; a loop never ends', () => {
  const struck = [slow, away];
  expect(name(struckWith(redirect('self')))).toBe('redirect');
  const passed = struckWith(redirect('self'), { isRedirected: true, struck });
  expect(name(passed)).toBeUndefined();
  expect(struckBy(passed)).toEqual([slow]);
  const looping = struckWith(redirect('loop'), { isRedirected: true, struck });
  expect(name(looping)).toBe('redirect');
  // What decides the answer is named first.
  expect(struckBy(looping)).toEqual([away, slow]);
});
