/** What `crud` declares passes every check that `understudy check` runs. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { checkDomain } from '../../src/check.js';
import { lodge } from '../operations/crud-domain.js';
import { notebook } from './notes.js';
import { ownNotes } from './own-notes.js';

it.each<[string, Parameters<typeof checkDomain>[0]]>([
  ['with all that it can declare', lodge],
  ['with events and some of the operations', notebook],
  ['beside an operation of its own, in one file', ownNotes],
])('%s', { timeout: patient(60_000) }, async (_what, domain) => {
  const { findings, checks } = await checkDomain(domain);
  expect(findings).toEqual([]);
  expect(checks.every(({ name, subjects }) => subjects > 0 || name !== 'answers')).toBe(true);
});
