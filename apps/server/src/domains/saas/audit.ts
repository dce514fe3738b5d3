/** Writes the audit log: one entry for each write that has changed something. */
import { isEqual } from '#platform/runtime';
import { type AuditChange, type AuditEntry, auditEntry } from '@understudy/contract/saas';
import {
  type Collection,
  type Dataset,
  instantText,
  type Member,
  numberedId,
  seededId,
  together,
  type WritableRecords,
} from '../../kit/index.js';
import { apiKeys, keyCount, members } from './records/member.js';
import { importedAt, importJobs } from './records/contact.js';
import {
  firstSeat,
  organizationAt,
  organizationCount,
  organizations,
  roleOn,
  seatCount,
  userOn,
} from './records/organization.js';

const PREFIX = 'aud';

type SeededDeed = Pick<AuditEntry, 'action' | 'target' | 'changes' | 'at'>;

const set = (field: string, after: unknown) => ({ field, before: null, after });

/** What was done in an organization, in order: it was created, others were added, and a key and an import made. */
function deedOf(dataset: Dataset, organization: number, nth: number): SeededDeed {
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

/** Entries of the audit log. */
export const auditEntries: Collection<AuditEntry> = {
  name: 'audit_entries',
  prefix: PREFIX,
  noun: 'audit entry',
  schema: auditEntry,
  count: (dataset) => firstEntry(dataset, organizationCount(dataset)),
  seeded,
  lookup: { organization_id: together(organizations, firstEntry) },
};

interface Acting {
  readonly records: WritableRecords;
  readonly credential: Member;
  readonly now: number;
}

type Deed = Pick<AuditEntry, 'organization_id' | 'action' | 'target' | 'changes'>;

/** Notes what was done. */
export function audit({ records, credential, now }: Acting, deed: Deed): void {
  const { type } = credential;
  const id = credential.type === 'key' ? credential.key.id : credential.user.id;
  const entry = { id: numberedId(records, auditEntries.prefix), ...deed, actor: { type, id }, at: instantText(now) };
  records.put(auditEntries, entry);
}

/** How some members of a record differ from what they were; of a record that is new, all of them. */
export function changesOf<Item extends object, Name extends keyof Item & string>(
  before: Item | undefined,
  after: Item | undefined,
  names: readonly Name[],
): AuditChange[] {
  const [was, is] = [before, after].map((one): Readonly<Record<string, unknown>> => ({ ...one }));
  return names
    .map((field) => ({ field, before: was?.[field] ?? null, after: is?.[field] ?? null }))
    .filter((change) => !isEqual(change.before, change.after));
}
