import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rulesOf, subjectOf } from '../../test/faults/counting.js';
import { RuleBook } from './rule-book.js';

const subject = subjectOf({ path: '/api/a' });

test('what is remembered of a target is as true as what was found', () => {
  const book = RuleBook.of(rulesOf({ fault: 'reset' }, { when: { path: '/b' }, fault: 'close' }, { fault: 'empty' }));
  const found = book.matching(subject, () => 0).map(({ id }) => id);
  expect(found).toEqual(['rule_1', 'rule_3']);
  expect(book.matching(subject, () => 0).map(({ id }) => id)).toEqual(found);
});

test('rules that were replaced are not kept for the targets that they were asked about', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const asked = (): WeakRef<object> => {
    const [rule] = RuleBook.of(rulesOf({ fault: 'reset' })).matching(subject, () => 0);
    if (rule === undefined) throw new Error('no rule matches');
    return new WeakRef(rule);
  };
  const rule = asked();
  await nextTurn();
  collect();
  expect(rule.deref()).toBeUndefined();
});
