/** Contacts and the imports of many. */
import {
  type Contact,
  type ImportJob,
  type ImportRowError,
  type NewContact,
  newContact,
  type saas as declared,
} from '@understudy/contract/saas';
import {
  type ContextOf,
  instantText,
  listing,
  numberedId,
  type ProblemDetails,
  type ReadRow,
  readRows,
  type Result,
  type RowFault,
} from '../../kit/index.js';
import { audit, changesOf } from './audit.js';
import { admit, type Caller, type Calling, checkPaid, enter, permit, type Refusing } from './caller.js';
import { hasFeatures, limitsOf } from './billing.js';
import {
  changesAt,
  claimed,
  type ContactRecord,
  contacts,
  holderOf,
  importJobs,
  type ImportRecord,
  nextContactId,
  overAt,
  released,
  rowAt,
  showImport,
  shownContact,
} from './records/contact.js';
import { type OrganizationRecord } from './records/organization.js';
import { usageOf, use, useImport } from './records/usage.js';

type CreateContext = ContextOf<typeof declared, 'createContact'>;
type ReplaceContext = ContextOf<typeof declared, 'replaceContact'>;
type UpdateContext = ContextOf<typeof declared, 'updateContact'>;
type DeleteContext = ContextOf<typeof declared, 'deleteContact'>;
type OfOne = Calling & Refusing & { readonly input: { readonly contact_id: string } };

const read = { role: 'viewer', scope: 'contacts:read' } as const;
const written = { role: 'member', scope: 'contacts:write' } as const;

const MEMBERS = ['email', 'name', 'company', 'phone', 'tags', 'properties'] as const;

/** Lists contacts. */
export function listContacts(ctx: ContextOf<typeof declared, 'listContacts'>) {
  const { id: organization_id } = admit(ctx, read).organization;
  return listing(contacts, { organization_id }, { show: shownContact });
}

/** Lists the same to be written line by line. */
export function exportContacts(ctx: ContextOf<typeof declared, 'exportContacts'>) {
  const { id, subscription } = admit(ctx, read).organization;
  if (!hasFeatures(subscription.plan)) {
    throw ctx.problem('plan_feature', { detail: `the plan ${subscription.plan} of ${id} has no export` });
  }
  return listing(contacts, { organization_id: id }, { show: shownContact });
}

/** The contact that a call names, removed or not. One that an import is yet to make is not there. */
function contactIn(ctx: OfOne, { organization: { id } }: Caller): ContactRecord {
  const one = ctx.records.find(contacts, ctx.input.contact_id);
  const isThere = one.appears_at === null || one.removed_at !== null;
  if (one.organization_id !== id || !isThere) throw ctx.records.missing(contacts, one.id);
  return one;
}

type Present = OfOne & { readonly problem: (kind: 'gone', details: ProblemDetails) => Error };

function presentContact(ctx: Present, needed: typeof read | typeof written): ContactRecord {
  const caller = enter(ctx);
  const found = contactIn(ctx, caller);
  if (found.removed_at !== null) {
    throw ctx.problem('gone', { detail: `${found.id} was deleted at ${found.removed_at}` });
  }
  permit(ctx, caller, needed);
  return found;
}

/** Shows a contact. */
export const getContact = (ctx: ContextOf<typeof declared, 'getContact'>): Result<Contact> => ({
  value: shownContact(presentContact(ctx, read)),
});

/** The contact whose conditions a write is held against. */
export const contactToChange = (ctx: ReplaceContext | UpdateContext): Contact =>
  shownContact(presentContact(ctx, written));

/** The contact to delete; undefined where it was deleted before. */
function toDelete(ctx: DeleteContext): ContactRecord | undefined {
  const caller = enter(ctx);
  const one = contactIn(ctx, caller);
  permit(ctx, caller, written);
  return one.removed_at === null ? one : undefined;
}

/** The same, as it is shown. */
export function contactToDelete(ctx: DeleteContext): Contact | undefined {
  const one = toDelete(ctx);
  return one && shownContact(one);
}

/** Refuses an e-mail address that another contact has. */
function checkAddress(
  { records, problem }: Pick<CreateContext | ReplaceContext | UpdateContext, 'records' | 'problem'>,
  wanted: Pick<Contact, 'organization_id' | 'email'>,
): void {
  const holder = holderOf(records, wanted);
  if (holder === undefined) return;
  const other = records.get(contacts, holder);
  const detail = `is the address of ${holder} already`;
  const errors = [{ pointer: '#/email', code: 'exists', detail }];
  const isThere = other !== undefined && other.appears_at === null;
  throw problem('conflict', {
    detail: `#/email ${detail}`,
    errors,
    ...(isThere ? { current: shownContact(other) } : {}),
  });
}

/** Creates a contact. */
export function createContact(ctx: CreateContext): Result<readonly Contact[]> {
  const { input, records, now, problem } = ctx;
  const { organization } = admit(ctx, written);
  checkPaid(ctx, organization);
  const { organization_id: _, ...given } = input;
  const wanted = { organization_id: organization.id, email: given.email };
  checkAddress(ctx, wanted);
  const { plan } = organization.subscription;
  const { contacts: most } = limitsOf[plan];
  if (usageOf(records, organization.id).contacts >= most) {
    throw problem('plan_limit', { detail: `the plan ${plan} allows ${most} contacts` });
  }
  const at = instantText(now);
  const times = { created_at: at, updated_at: at, appears_at: null, removed_at: null };
  const id = nextContactId(records, wanted);
  const created = records.put(contacts, { id, version: 1, organization_id: organization.id, ...given, ...times });
  claimed(records, created);
  use(records, organization.id, { contacts: 1 });
  const target = { type: 'contact' as const, id };
  const changes = changesOf(undefined, created, MEMBERS).filter(({ after }) => !isEmpty(after));
  audit(ctx, { organization_id: organization.id, action: 'contact.created', target, changes });
  return { value: [shownContact(created)], location: `/api/saas/organizations/${organization.id}/contacts/${id}` };
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && (value === null || Object.keys(value).length === 0);

/** Keeps a contact with other members. */
function changed(
  ctx: ReplaceContext | UpdateContext,
  before: ContactRecord,
  next: ContactRecord,
): Result<readonly Contact[]> {
  const { records, now } = ctx;
  const changes = changesOf(before, next, MEMBERS);
  if (changes.length === 0) return { value: [shownContact(before)] };
  const isMoved = before.email.toLowerCase() !== next.email.toLowerCase();
  if (isMoved) {
    checkAddress(ctx, next);
    released(records, before);
    claimed(records, next);
  }
  const stored = records.put(contacts, { ...next, updated_at: instantText(now) });
  const { id, organization_id } = stored;
  audit(ctx, { organization_id, action: 'contact.updated', target: { type: 'contact', id }, changes });
  const shown = shownContact(stored);
  ctx.emit('contact.updated', shown);
  return { value: [shown] };
}

/** Makes a contact be as the body says. */
export function replaceContact(ctx: ReplaceContext): Result<readonly Contact[]> {
  const before = presentContact(ctx, written);
  checkPaid(ctx, enter(ctx).organization);
  const { organization_id: _organization, contact_id: _contact, ...given } = ctx.input;
  const members: NewContact = given;
  return changed(ctx, before, { ...before, ...members });
}

/** Changes some members of a contact. */
export function updateContact(ctx: UpdateContext): Result<readonly Contact[]> {
  const before = presentContact(ctx, written);
  checkPaid(ctx, enter(ctx).organization);
  return changed(ctx, before, ctx.merged(before, ctx.patch));
}

/** Deletes a contact. */
export function deleteContact(ctx: DeleteContext): Result<null> {
  const before = toDelete(ctx);
  checkPaid(ctx, enter(ctx).organization);
  if (before === undefined) return { value: null };
  const { records, now } = ctx;
  const { id, organization_id } = before;
  records.put(contacts, { ...before, removed_at: instantText(now) });
  released(records, before);
  use(records, organization_id, { contacts: -1 });
  const changes = changesOf(before, undefined, MEMBERS).filter((one) => !isEmpty(one.before));
  audit(ctx, { organization_id, action: 'contact.deleted', target: { type: 'contact', id }, changes });
  return { value: null };
}

type StartContext = ContextOf<typeof declared, 'startImport'>;

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
  const { organization } = admit(ctx, written);
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
export function getImport(ctx: ContextOf<typeof declared, 'getImport'>): Result<ImportJob> {
  const { input, records, now } = ctx;
  const caller = enter(ctx);
  const { id } = caller.organization;
  const job = records.find(importJobs, input.import_id);
  if (job.organization_id !== id) throw records.missing(importJobs, job.id);
  permit(ctx, caller, read);
  return { value: showImport(job, now), until: changesAt(job, now), retryAfter: retryAfter(job, now) };
}
