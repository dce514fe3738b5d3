/** Writes the audit log: one entry for each write that has changed something. */
import { isEqual } from '#platform/runtime';
import type { AuditChange, AuditEntry } from '@understudy/contract/saas';
import { instantText, type Member, numberedId, type WritableRecords } from '../../kit/index.js';
import { auditEntries } from './records/audit-entry.js';

/** What of a context is noted. */
interface Acting {
  readonly records: WritableRecords;
  readonly credential: Member;
  readonly now: number;
}

/** What was done. */
type Deed = Pick<AuditEntry, 'organization_id' | 'action' | 'target' | 'changes'>;

/** Notes what was done. */
export function audit({ records, credential, now }: Acting, deed: Deed): void {
  const { type } = credential;
  const id = credential.type === 'key' ? credential.key.id : credential.user.id;
  const entry = { id: numberedId(records, auditEntries.prefix), ...deed, actor: { type, id }, at: instantText(now) };
  records.put(auditEntries, entry);
}

type Members = Readonly<Record<string, unknown>>;

/** How some members of a record differ from what they were; of a record that is new, all of them. */
export function changesOf<Item extends object, Name extends keyof Item & string>(
  before: Item | undefined,
  after: Item | undefined,
  names: readonly Name[],
): AuditChange[] {
  const [was, is] = [before, after].map((one): Members => ({ ...one }));
  return names
    .map((field) => ({ field, before: was?.[field] ?? null, after: is?.[field] ?? null }))
    .filter((change) => !isEqual(change.before, change.after));
}
