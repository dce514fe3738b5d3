import { expect, test } from 'vitest';
import type { FaultOutcome, FaultEffect, AppliedFault } from '../faults/outcome.js';
import { effectOf, type FaultedCall, appliedFaults } from './apply-faults.js';

const limited: FaultEffect = { fault: { fault: 'rate_limit', commit: 'before' }, isFirst: true };
const teapot: FaultEffect = { fault: { fault: 'status', code: 418, commit: 'before' }, isFirst: false };
const slow = { rule: 'slow', fault: 'delay;ms=1' };
const away = { rule: 'away', fault: 'redirect' };
const redirect = (to: 'self' | 'loop'): FaultEffect & { readonly by: AppliedFault } => ({
  fault: { fault: 'redirect', code: 307, to, commit: 'before' },
  isFirst: false,
  by: away,
});

const struckWith = (strike: FaultEffect, more: Partial<FaultedCall & FaultOutcome> = {}): FaultedCall => ({
  controls: more.controls ?? {},
  faultOutcome: { delayMs: 0, effect: strike, hang: more.hang, applied: more.applied ?? [] },
  isRedirected: more.isRedirected ?? false,
});

const controls = { simulate_error: 'not_found' } as const;
const name = (call: FaultedCall): string | undefined => {
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
  const passed = struckWith(redirect('self'), { isRedirected: true, applied: struck });
  expect(name(passed)).toBeUndefined();
  expect(appliedFaults(passed)).toEqual([slow]);
  const looping = struckWith(redirect('loop'), { isRedirected: true, applied: struck });
  expect(name(looping)).toBe('redirect');
  // What decides the answer is named first.
  expect(appliedFaults(looping)).toEqual([away, slow]);
});
