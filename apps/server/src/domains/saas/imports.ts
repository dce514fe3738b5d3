/** Imports: rows are read when the request comes, and become contacts as the clock goes on. */
import type { contract } from '@understudy/contract';
import { type ImportJob, type ImportRowError, type NewContact, newContact } from '@understudy/contract/saas';
import {
  type ContextOf,
  instantText,
  numberedId,
  type ReadRow,
  readRows,
  type Result,
  type RowFault,
} from '../../kit/index.js';
import { audit, changesOf } from './audit.js';
import { checkPaid, enter, permit } from './caller.js';
import { limitsOf } from './plans.js';
import { claimed, holderOf, nextContactId } from './records/address.js';
import { contacts } from './records/contact.js';
import { changesAt, type ImportRecord, importJobs, overAt, rowAt, showImport } from './records/import-job.js';
import type { OrganizationRecord } from './records/organization.js';
import { usageOf, use, useImport } from './records/usage.js';

type Saas = typeof contract.saas;
type StartContext = ContextOf<Saas, 'startImport'>;

/** A row that becomes a contact. */
interface Good {
  readonly row: number;
  readonly value: NewContact;
}

/** What is wrong with a row that could be read as no contact: its first fault. */
function errorOf(row: number, { pointer, code, detail }: RowFault): ImportRowError {
  const isAddress = pointer === '#/email' && code === 'invalid_format';
  return { row, pointer, code: isAddress ? 'invalid_email' : code, detail };
}

/** Tells good rows from bad ones: what an organization has, and what it may have, count from the beginning. */
function sorted(
  { records }: StartContext,
  { id, subscription }: OrganizationRecord,
  rows: readonly ReadRow<NewContact>[],
) {
  const good: Good[] = [];
  const errors: ImportRowError[] = [];
  const seen = new Map<string, number>();
  const { plan } = subscription;
  const { contacts: most } = limitsOf[plan];
  const { contacts: used } = usageOf(records, id);
  const faultOf = ({ row, value: { email } }: Good): Omit<ImportRowError, 'row'> | undefined => {
    const holder = holderOf(records, { organization_id: id, email });
    if (holder !== undefined) {
      return { pointer: '#/email', code: 'exists', detail: `is the address of ${holder} already` };
    }
    const earlier = seen.get(email.toLowerCase());
    if (earlier !== undefined) {
      return { pointer: '#/email', code: 'duplicate_row', detail: `is the address of row ${earlier} as well` };
    }
    seen.set(email.toLowerCase(), row);
    if (used + good.length < most) return undefined;
    return { pointer: '#', code: 'plan_limit', detail: `the plan ${plan} allows ${most} contacts` };
  };
  for (const one of rows) {
    if ('faults' in one) {
      errors.push(errorOf(one.row, one.faults[0]));
      continue;
    }
    const fault = faultOf(one);
    if (fault === undefined) good.push(one);
    else errors.push({ row: one.row, ...fault });
  }
  return { good, errors };
}

/** Puts the contacts that rows become, each to appear at its own instant. */
function putContacts({ records }: StartContext, job: ImportRecord, good: readonly Good[]): void {
  const { organization_id } = job;
  for (const { row, value } of good) {
    const id = nextContactId(records, { organization_id, email: value.email });
    const at = instantText(rowAt(job, row));
    const times = { created_at: at, updated_at: at, appears_at: at, removed_at: null };
    claimed(records, records.put(contacts, { id, version: 1, organization_id, ...value, ...times }));
  }
  use(records, organization_id, { contacts: good.length });
}

/** Seconds after which to ask again: those that are left, and no more than it takes to see it go on. */
function retryAfter(job: ImportRecord, now: number): number | undefined {
  if (changesAt(job, now) === Infinity) return undefined;
  return Math.min(5, Math.max(1, Math.ceil((overAt(job) - now) / 1000)));
}

/** Accepts rows. */
export function startImport(ctx: StartContext): Result<readonly ImportJob[]> {
  const { input, records, now, emit } = ctx;
  const caller = enter(ctx);
  permit(ctx, caller, { role: 'member', scope: 'contacts:write' });
  const { organization } = caller;
  checkPaid(ctx, organization);
  const rows = readRows(newContact, input.rows);
  const { good: readable, errors } = sorted(ctx, organization, rows);
  const good = input.mode === 'abort' && errors.length > 0 ? [] : readable;
  const job = records.put(importJobs, {
    id: numberedId(records, importJobs.prefix),
    organization_id: organization.id,
    mode: input.mode,
    total: rows.length,
    errors,
    started_at: instantText(now),
    good: good.map(({ row }) => row),
    is_over: false,
  });
  putContacts(ctx, job, good);
  useImport(records, job, now);
  const changes = changesOf(undefined, job, ['total', 'mode']);
  const target = { type: 'import' as const, id: job.id };
  audit(ctx, { organization_id: organization.id, action: 'import.started', target, changes });
  const shown = showImport(job, now);
  emit('import.started', shown);
  const location = `/api/saas/organizations/${organization.id}/imports/${job.id}`;
  return { value: [shown], location, retryAfter: retryAfter(job, now) ?? 1 };
}

/** Shows how far an import has come. */
export function getImport(ctx: ContextOf<Saas, 'getImport'>): Result<ImportJob> {
  const { input, records, now } = ctx;
  const caller = enter(ctx);
  const { id } = caller.organization;
  const job = records.find(importJobs, input.import_id);
  if (job.organization_id !== id) throw records.missing(importJobs, job.id);
  permit(ctx, caller, { role: 'viewer', scope: 'contacts:read' });
  return { value: showImport(job, now), until: changesAt(job, now), retryAfter: retryAfter(job, now) };
}
