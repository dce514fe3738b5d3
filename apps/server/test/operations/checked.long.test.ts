/** Domains of tests pass every check that `understudy check` runs: among them all, each kind of operation there is. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { checkDomain } from '../../src/check.js';
import { checkNames } from '../../src/check/check-domains.js';
import { checksBeside } from '../check/around-handlers.js';
import { lodge } from './crud-domain.js';
import { rooms } from './fixture-domain.js';
import { ledgerDomain } from './ledger-domain.js';
import { papersDomain } from './papers-domain.js';
import { trainsDomain } from './trains-domain.js';
import { vaultsDomain } from './vaults-domain.js';
import { boardDomain } from './versioned-domain.js';
import { notebook } from '../crud/notes.js';
import { implemented } from '../types/right.js';

/** What has only crud's operations besides the first meets the checks of what may differ between handlers. */
it.each<[string, Parameters<typeof checkDomain>[0], readonly string[]]>([
  ['crud with all that it can declare', lodge, checkNames],
  ['crud with events and some of the operations', notebook, checksBeside],
  ['crud beside an operation of its own', implemented, checksBeside],
  ['each status, and a merge patch', rooms, checkNames],
  ['versions, and members in headers', boardDomain, checkNames],
  ['files', papersDomain, checkNames],
  ['streams', trainsDomain, checkNames],
  ['lines', ledgerDomain, checksBeside],
  ['members and limits', vaultsDomain, checksBeside],
])('%s', { timeout: patient(120_000) }, async (_what, domain, only) => {
  const { findings, checks } = await checkDomain(domain, { only });
  expect(findings).toEqual([]);
  expect(checks.every(({ name, subjects }) => subjects > 0 || name !== 'answers')).toBe(true);
});
