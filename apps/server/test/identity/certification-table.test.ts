/** The tables of docs/oidc-conformance.md say what the tests do: every module of every plan, no more and no less. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plans, SUITE } from './certification-plans.js';

const page = readFileSync(new URL('../../../../docs/oidc-conformance.md', import.meta.url), 'utf8');

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** The rows of the table under a heading. */
function rowsOf(heading: string) {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `oidcc-'))
    .map((line) => {
      const [, module = '', checks = '', test_ = '', result = ''] = line.split('|').map((cell) => cell.trim());
      return { module: module.replaceAll('`', ''), checks, test: test_, result };
    });
}

/** Names of the tests of a plan in its file; one that stands for several is written out, as are those that plans share. */
function testsOf(file: string, plan: string): string[] {
  const source = read(file);
  expect(source).toContain(`'${plan}'`);
  // A plan has a block of its own, or shares that of all plans that have none.
  const [, own] = source.split(`describe('${plan}'`);
  const [block = ''] = (own ?? source).split(/^describe\('/m);
  const shared = block.includes('sharedModules(') ? read('./certification-modules.ts') : '';
  const named = (block + shared).matchAll(/^ {2}test(?:\.each\(\[(?<each>[^\]]+)\]\))?\('(?<name>oidcc-[^']+)'/gm);
  return [...named].flatMap(({ groups }) => {
    const { name = '', each } = groups ?? {};
    return each === undefined
      ? [name]
      : [...each.matchAll(/'([^']+)'/g)].map(([, one = '']) => name.replace('%s', one));
  });
}

test('names the plans and the suite that they were read from', () => {
  expect(page).toContain(SUITE.commit);
  expect(page).toContain(SUITE.date);
  for (const { name } of Object.values(plans)) expect(page).toContain(`\`${name}\``);
});

describe.each(Object.entries(plans))('%s', (heading, { name, modules, file }) => {
  const rows = rowsOf(heading);
  const passing = rows.filter(({ result }) => result.startsWith('passes'));

  test('lists every module of the plan, in its order', () => {
    expect(rows.map(({ module }) => module)).toEqual(modules);
  });

  test('has a test of the same name for each module that passes, and for no other', () => {
    expect(testsOf(file, name).toSorted()).toEqual(passing.map(({ module }) => module).toSorted());
    for (const { module, test: named, result } of rows) {
      expect(named, module).toBe(result.startsWith('passes') ? `\`${module}\`` : 'none');
    }
  });

  test('says what each module checks, and of those that do not apply why', () => {
    for (const { module, checks, result } of rows) {
      expect(checks.length, module).toBeGreaterThan(20);
      if (!result.startsWith('passes')) expect(result, module).toMatch(/^not applicable: \w.{20,}/);
    }
  });
});
