/** The audit log: what was done when an organization was set up is seeded. */
import { type AuditEntry, auditEntry } from '@understudy/contract/saas';
import { type Collection, type Dataset, indexOfSeededId, nowhere, range, seededId } from '../../../kit/index.js';
import { apiKeys, keyCount } from './api-key.js';
import { importedAt, importJobs } from './import-job.js';
import { members } from './member.js';
import { organizations } from './organization.js';
import { firstSeat, organizationAt, organizationCount, roleOn, seatCount, userOn } from './seats.js';

const PREFIX = 'aud';

type Deed = Pick<AuditEntry, 'action' | 'target' | 'changes' | 'at'>;

const set = (field: string, after: unknown) => ({ field, before: null, after });

/** What was done in an organization, in order: it was created, others were added, and a key and an import made. */
function deedOf(dataset: Dataset, organization: number, nth: number): Deed {
  const seats = seatCount(dataset, organization);
  if (nth === 0) {
    const { id, name, slug, created_at } = organizations.seeded(dataset, organization);
    const changes = [set('name', name), set('slug', slug)];
    return { action: 'organization.created', target: { type: 'organization', id }, changes, at: created_at };
  }
  if (nth < seats) {
    const { id, joined_at, role } = members.seeded(dataset, firstSeat(dataset, organization) + nth);
    return { action: 'member.added', target: { type: 'member', id }, changes: [set('role', role)], at: joined_at };
  }
  if (nth === seats && organization < keyCount(dataset)) {
    const { id, name, scopes, created_at } = apiKeys.seeded(dataset, organization);
    const changes = [set('name', name), set('scopes', scopes), set('secret', '***')];
    return { action: 'key.created', target: { type: 'key', id }, changes, at: created_at };
  }
  const { id, total, mode } = importJobs.seeded(dataset, organization);
  const changes = [set('total', total), set('mode', mode)];
  return { action: 'import.started', target: { type: 'import', id }, changes, at: importedAt(organization) };
}

/** Position of the first entry of an organization. */
const firstEntry = (dataset: Dataset, index: number): number =>
  firstSeat(dataset, index) + Math.min(index, keyCount(dataset)) + index;

function seeded(dataset: Dataset, index: number): AuditEntry {
  const organization = organizationAt(dataset, index, (one) => firstEntry(dataset, one));
  const nth = index - firstEntry(dataset, organization);
  // The owner has the first seat, and whoever has the second one sees to the keys.
  const seats = seatCount(dataset, organization);
  const seat = nth === seats && organization < keyCount(dataset) && roleOn(organization, 1) === 'admin' ? 1 : 0;
  return {
    id: seededId(PREFIX, index),
    organization_id: seededId(organizations.prefix, organization),
    actor: { type: 'user', id: seededId('usr', userOn(dataset, organization, Math.min(seat, seats - 1))) },
    ...deedOf(dataset, organization, nth),
  };
}

function ofOrganization(dataset: Dataset, id: string) {
  const index = indexOfSeededId(organizations.prefix, id);
  if (index < 0 || index >= organizationCount(dataset)) return nowhere;
  return range(firstEntry(dataset, index), firstEntry(dataset, index + 1));
}

/** Entries of the audit log. */
export const auditEntries: Collection<AuditEntry> = {
  name: 'audit_entries',
  prefix: PREFIX,
  noun: 'audit entry',
  schema: auditEntry,
  count: (dataset) => firstEntry(dataset, organizationCount(dataset)),
  seeded,
  lookup: { organization_id: ofOrganization },
};
