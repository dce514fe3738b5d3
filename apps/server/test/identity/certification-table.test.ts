/** The table of docs/oidc-conformance.md says what the tests do: every module of every plan, no more and no less. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  backChannelLogoutPlan,
  basicPlan,
  configPlan,
  frontChannelLogoutPlan,
  rpInitiatedLogoutPlan,
  SUITE,
} from './certification-plans.js';

const page = readFileSync(new URL('../../../../docs/oidc-conformance.md', import.meta.url), 'utf8');
const source = ['certification.test.ts', 'certification-logout.test.ts']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `oidcc-'))
  .map((line) => {
    const [, module = '', checks = '', test_ = '', result = ''] = line.split('|').map((cell) => cell.trim());
    return { module: module.replaceAll('`', ''), checks, test: test_, result };
  });

/** Names of the tests; one that stands for several is written out. */
const tests = [...source.matchAll(/^ {2}test(?:\.each\(\[(?<each>[^\]]+)\]\))?\('(?<name>oidcc-[^']+)'/gm)].flatMap(
  ({ groups }) => {
    const { name = '', each } = groups ?? {};
    return each === undefined
      ? [name]
      : [...each.matchAll(/'([^']+)'/g)].map(([, one = '']) => name.replace('%s', one));
  },
);

test('lists every module of every plan, in their order', () => {
  expect(rows.map(({ module }) => module)).toEqual([
    ...basicPlan,
    ...configPlan,
    ...rpInitiatedLogoutPlan,
    ...frontChannelLogoutPlan,
    ...backChannelLogoutPlan,
  ]);
  expect(page).toContain(SUITE.commit);
  expect(page).toContain(SUITE.date);
});

test('has a test of the same name for each module that passes, and for no other', () => {
  const passing = rows.filter(({ result }) => result.startsWith('passes')).map(({ module }) => module);
  expect(tests.toSorted()).toEqual(passing.toSorted());
  for (const { module, test: named, result } of rows) {
    expect(named, module).toBe(result.startsWith('passes') ? `\`${module}\`` : 'none');
  }
});

test('says of every other module why it does not apply', () => {
  const others = rows.filter(({ result }) => !result.startsWith('passes'));
  expect(others.length).toBeGreaterThan(0);
  for (const { module, result } of others) expect(result, module).toMatch(/^not applicable: \w.{20,}/);
});

test('says what each module checks', () => {
  for (const { module, checks } of rows) expect(checks.length, module).toBeGreaterThan(20);
});
