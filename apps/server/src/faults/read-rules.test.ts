import { faultRule } from '@understudy/contract/sandboxes';
import { expect, it } from 'vitest';
import { readRules } from './rules.js';

it('looks for what was meant as long as mistakes are listed: it takes long among many names', () => {
  const operation = Array.from({ length: 50 }, () => 'education.listCourse');
  const rules = Array.from({ length: 60 }, () => faultRule.parse({ when: { operation }, fault: 'server_error' }));
  const read = readRules(rules, { operations: ['education.listCourses'] });
  const hints = ('issues' in read ? read.issues : []).map(({ detail }) => detail.includes('did you mean'));
  expect(hints).toHaveLength(3000);
  expect([hints.slice(0, 100).every(Boolean), hints.slice(150).some(Boolean)]).toEqual([true, false]);
});
