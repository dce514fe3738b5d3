/** What `crud` declares passes every check that `understudy check` runs. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { checkDomain } from '../../src/check.js';
import { checkNames } from '../../src/check/check-domains.js';
import { checksBeside } from '../check/around-handlers.js';
import { lodge } from '../operations/crud-domain.js';
import { notebook } from './notes.js';
import { ownNotes } from './own-notes.js';

/** The first domain meets every check, and each of the others what may differ between handlers. */
it.each<[string, Parameters<typeof checkDomain>[0], readonly string[]]>([
  ['with all that it can declare', lodge, checkNames],
  ['with events and some of the operations', notebook, checksBeside],
  ['beside an operation of its own, in one file', ownNotes, checksBeside],
])('%s', { timeout: patient(60_000) }, async (_what, domain, only) => {
  const { findings, checks } = await checkDomain(domain, { only });
  expect(findings).toEqual([]);
  expect(checks.every(({ name, subjects }) => subjects > 0 || name !== 'answers')).toBe(true);
});
