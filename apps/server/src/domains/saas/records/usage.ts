/** How much an organization uses of its plan: counted with every write, so that no limit needs a walk through its records. */
import { type Collection, indexOfSeededId, type Records, type WritableRecords, z } from '../../../kit/index.js';
import { internalCollection } from '../../../kit/collection.js';
import { changesAt, importJobs, pendingRows } from './contact.js';
import { contactCountOf, organizationCount, organizations, seatCount } from './organization.js';

const usageRecord = z.object({
  id: z.string(),
  members: z.int(),
  owners: z.int(),
  /** Contacts, with those that imports are yet to make. */
  contacts: z.int(),
  /** Imports that may still be running. */
  imports: z.array(z.string()),
});

type UsageRecord = z.infer<typeof usageRecord>;

/** How much organizations use, where a client has written that. */
export const usages: Collection<UsageRecord> = internalCollection({
  name: 'organization_usages',
  prefix: 'usage',
  schema: usageRecord,
});

/** How much an organization uses. */
export function usageOf(records: Records, organization_id: string): UsageRecord {
  const written = records.get(usages, organization_id);
  if (written !== undefined) return written;
  const { dataset } = records;
  const index = indexOfSeededId(organizations.prefix, organization_id);
  const isSeeded = index >= 0 && index < organizationCount(dataset);
  const [members, contacts] = isSeeded ? [seatCount(dataset, index), contactCountOf(dataset, index)] : [0, 0];
  return { id: organization_id, members, owners: isSeeded ? 1 : 0, contacts, imports: [] };
}

/** Changes by how much an organization uses more. */
export function use(records: WritableRecords, id: string, more: Partial<Omit<UsageRecord, 'id' | 'imports'>>): void {
  const { members, owners, contacts, ...rest } = usageOf(records, id);
  records.put(usages, {
    ...rest,
    members: members + (more.members ?? 0),
    owners: owners + (more.owners ?? 0),
    contacts: contacts + (more.contacts ?? 0),
  });
}

/** Notes that an import has begun; those that are over are forgotten. */
export function useImport(
  records: WritableRecords,
  started: { id: string; organization_id: string },
  now: number,
): void {
  const usage = usageOf(records, started.organization_id);
  const running = usage.imports.filter((id) => {
    const found = records.get(importJobs, id);
    return found !== undefined && changesAt(found, now) < Infinity;
  });
  records.put(usages, { ...usage, imports: [...running, started.id] });
}

/** How much is used at an instant, and until when that is so. */
export function shownUsage(records: Records, organization_id: string, now: number) {
  const { members, contacts, imports } = usageOf(records, organization_id);
  const running = imports.flatMap((id) => records.get(importJobs, id) ?? []);
  const pending = running.reduce((sum, one) => sum + pendingRows(one, now).length, 0);
  const until = Math.min(Infinity, ...running.map((one) => changesAt(one, now)));
  return { usage: { members, contacts: contacts - pending }, until };
}
