/** What of the checks over our own domains is tried: every check, every operation, and every kind of each check. */
import { expect, it } from 'vitest';
import { checks } from '../../src/check/check-domains.js';
import { api } from '../support.js';
import { kindsOfRow, ourRows, sampledRows } from './check-our-domains.js';

/** Two stores are compared by a suite of its own; none of ours is made of a document. */
const all = ourRows().filter(({ check }) => check.name !== 'equal-stores');
const tried = sampledRows();

it('tries every check', () => {
  const named = (rows: typeof all) => new Set(rows.map(({ check }) => check.name));
  expect(named(tried)).toEqual(named(all));
  expect([...named(tried), 'equal-stores', 'document-answers'].toSorted()).toEqual(
    checks.map(({ name }) => name).toSorted(),
  );
});

it('calls every operation, whatever else is tried of one of each kind', () => {
  const answered = tried.filter(({ check }) => check.name === 'answers').map(({ subject }) => subject);
  expect(answered).toEqual([...api.operations.keys()]);
});

it('tries every kind that there is of each check, and nothing twice', () => {
  expect(new Set(tried.flatMap(kindsOfRow))).toEqual(new Set(all.flatMap(kindsOfRow)));
  const named = tried.map(({ check, subject }) => `${check.name} ${subject}`);
  expect(named.length).toBe(new Set(named).size);
});
