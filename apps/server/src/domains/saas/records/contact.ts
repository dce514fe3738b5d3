/** Contacts, their addresses, and the imports that made them. */
import { type Contact, contact as contactSchema, type ImportJob, importJob } from '@understudy/contract/saas';
import {
  approaching,
  type Collection,
  type Dataset,
  drawCompany,
  drawEmail,
  drawName,
  EPOCH,
  indexOfSeededId,
  instantText,
  naturalId,
  nowhere,
  type Random,
  type Records,
  seededId,
  together,
  type Transition,
  type VersionedCollection,
  type WritableRecords,
  z,
} from '../../../kit/index.js';
import { oddCompanies, sources, tags } from '../words/companies.js';
import {
  contactCount,
  contactCountOf,
  contactsOf,
  LATELY,
  organizationCount,
  organizationOfContact,
  organizations,
} from './organization.js';
import { internalCollection } from '../../../kit/collection.js';

const DAY_MS = 86_400_000;

const contactRecord = contactSchema.extend({
  /** When an import makes it appear; null once it is there. */
  appears_at: z.iso.datetime().nullable(),
  removed_at: z.iso.datetime().nullable(),
});

/** A contact as it is kept. */
export type ContactRecord = z.infer<typeof contactRecord>;

/** A contact as clients see it. */
export function shownContact({ appears_at: _appears, removed_at: _removed, ...shown }: ContactRecord): Contact {
  return shown;
}

const createdAt = approaching({ from: Date.UTC(2025, 0, 3, 8), to: EPOCH - 12 * DAY_MS, half: 240 });

function companyOf(random: Random, index: number): string | null {
  const usual = random.chance(0.1) ? null : drawCompany(random);
  const odd = random.chance(0.15) ? random.pick(oddCompanies) : usual;
  // Of every second one of the first contacts it is told which company it has.
  const told = index >= 2 && index <= 10 && index % 2 === 0 ? oddCompanies[index / 2 - 1] : undefined;
  return told ?? (index === 0 ? 'Okafor Logistics' : odd);
}

/** A number that nobody has: both countries set some aside for stories. */
function phoneOf(random: Random): string | null {
  const last = String(random.int(0, 999)).padStart(3, '0');
  if (random.chance(0.2)) return null;
  return random.chance(0.5) ? `+44 20 7946 0${last}` : `+1 202 555 01${last.slice(1)}`;
}

function propertiesOf(random: Random): Contact['properties'] {
  const [seats, source, isBeta] = [random.int(1, 40), random.pick(sources), random.chance(0.3)];
  if (random.chance(0.3)) return {};
  return { seats, source, ...(isBeta ? { is_beta: true } : {}) };
}

function seededContact(dataset: Dataset, index: number): ContactRecord {
  const random = dataset.random('contacts', index);
  const name = drawName(random);
  const created = instantText(createdAt(index));
  return {
    id: seededId('cnt', index),
    version: 1,
    organization_id: seededId(organizations.prefix, organizationOfContact(dataset, index)),
    email: drawEmail(random, name, index),
    name: `${name.first} ${name.last}`,
    company: companyOf(random, index),
    phone: phoneOf(random),
    tags: random.sample(tags, random.int(0, 3)).toSorted(),
    properties: propertiesOf(random),
    created_at: created,
    updated_at: created,
    appears_at: null,
    removed_at: null,
  };
}

function transition(record: ContactRecord): Transition<ContactRecord> | undefined {
  if (record.appears_at === null) return undefined;
  return { at: Date.parse(record.appears_at), record: { ...record, appears_at: null } };
}

/** Contacts. One that is to appear is in no list, as one that was removed. */
export const contacts: VersionedCollection<ContactRecord> = {
  name: 'contacts',
  prefix: 'cnt',
  noun: 'contact',
  schema: contactRecord,
  defaultSize: 480,
  versioned: true,
  count: contactCount,
  seeded: seededContact,
  lookup: {
    organization_id: (dataset, id) => contactsOf(dataset, indexOfSeededId(organizations.prefix, id)),
  },
  removal: { at: ({ removed_at, appears_at }) => removed_at ?? appears_at, seeded: () => nowhere },
  transition,
};

const address = z.object({
  id: z.string(),
  /** Null where nobody has it any more. */
  contact_id: z.string().nullable(),
  /** How many contacts have had it. */
  given: z.int(),
});

/** Who has an address, where a client has written that. */
export const addresses: Collection<z.infer<typeof address>> = internalCollection({
  name: 'contact_addresses',
  prefix: 'address',
  schema: address,
});

type Wanted = Pick<Contact, 'organization_id' | 'email'>;

const keyOf = ({ organization_id, email }: Wanted): string => JSON.stringify([organization_id, email.toLowerCase()]);

/** The seeded contact with an address, which carries its number. */
function seededHolder({ dataset }: Records, { organization_id, email }: Wanted): string | undefined {
  const index = Number(/\.(\d{1,10})@/.exec(email)?.[1] ?? 0) - 1;
  if (index < 0 || index >= contactCount(dataset)) return undefined;
  const found = dataset.record(contacts.name, index, contacts.seeded);
  return found.organization_id === organization_id && found.email === email.toLowerCase() ? found.id : undefined;
}

/** Id of the contact that has an address; undefined where none has it. */
export function holderOf(records: Records, wanted: Wanted): string | undefined {
  const written = records.get(addresses, keyOf(wanted));
  return written === undefined ? seededHolder(records, wanted) : (written.contact_id ?? undefined);
}

const assigned = (records: Records, wanted: Wanted): number =>
  records.get(addresses, keyOf(wanted))?.given ?? (seededHolder(records, wanted) === undefined ? 0 : 1);

/** The id of the next contact with an address. One that had it and was deleted keeps its own. */
export function nextContactId(records: Records, wanted: Wanted): string {
  const given = assigned(records, wanted);
  return naturalId(records.dataset.seed, contacts.prefix, [keyOf(wanted), ...(given === 0 ? [] : [given])]);
}

/** Notes that a contact has its address. */
export function claimed(records: WritableRecords, contact: Wanted & Pick<Contact, 'id'>): void {
  const given = assigned(records, contact) + 1;
  records.put(addresses, { id: keyOf(contact), contact_id: contact.id, given });
}

/** Notes that nobody has the address of a contact any more. */
export function released(records: WritableRecords, contact: Wanted): void {
  records.put(addresses, { id: keyOf(contact), contact_id: null, given: assigned(records, contact) });
}

/** How long an import waits before it begins, and how long a row takes. */
const QUEUED_MS = 1000;
const ROW_MS = 100;

const importRecord = importJob
  .pick({ id: true, organization_id: true, mode: true, total: true, errors: true, started_at: true })
  .extend({
    /** Numbers of the rows that become contacts. */
    good: z.array(z.int()),
    /** True of a seeded one, which was over before the present. */
    is_over: z.boolean(),
  });

/** An import as it is kept. */
export type ImportRecord = z.infer<typeof importRecord>;

type Begun = Pick<ImportRecord, 'started_at'>;

/** When a row is worked on, by its number from 1. */
export const rowAt = ({ started_at }: Begun, row: number): number => Date.parse(started_at) + QUEUED_MS + row * ROW_MS;

/** Whether an import creates nothing, since a row is bad. */
const isAborted = ({ mode, errors }: ImportRecord): boolean => mode === 'abort' && errors.length > 0;

/** When an import is over, in ms since 1970. */
export const overAt = (stored: ImportRecord): number => rowAt(stored, isAborted(stored) ? 0 : stored.total);

/** Rows that are still to become contacts at an instant. */
export const pendingRows = (stored: ImportRecord, now: number): readonly number[] =>
  stored.is_over || overAt(stored) <= now ? [] : stored.good.filter((row) => rowAt(stored, row) > now);

function processedBy(stored: ImportRecord, now: number): number {
  if (stored.is_over || overAt(stored) <= now) return stored.total;
  if (isAborted(stored)) return 0;
  return Math.max(0, Math.floor((now - rowAt(stored, 0)) / ROW_MS));
}

function statusOf(stored: ImportRecord, now: number): ImportJob['status'] {
  if (stored.is_over || overAt(stored) <= now) {
    if (stored.errors.length === 0) return 'completed';
    return isAborted(stored) ? 'failed' : 'completed_with_errors';
  }
  return now < rowAt(stored, 0) ? 'queued' : 'running';
}

/** An import as clients see it at an instant. */
export function showImport(stored: ImportRecord, now: number): ImportJob {
  const { id, organization_id, mode, total, started_at } = stored;
  const status = statusOf(stored, now);
  const processed = processedBy(stored, now);
  const errors = stored.errors.filter(({ row }) => row <= processed);
  const isRunning = status === 'queued' || status === 'running';
  return {
    id,
    organization_id,
    status,
    mode,
    total,
    processed,
    created: isAborted(stored) ? 0 : processed - errors.length,
    failed: errors.length,
    errors,
    started_at,
    finished_at: isRunning ? null : instantText(overAt(stored)),
  };
}

/** The next instant at which an import looks otherwise; Infinity where it is over. */
export function changesAt(stored: ImportRecord, now: number): number {
  const status = statusOf(stored, now);
  if (status === 'queued') return rowAt(stored, 0);
  return status === 'running' ? rowAt(stored, processedBy(stored, now) + 1) : Infinity;
}

/** Each organization has one behind it of which both rows have failed. */
function seededImport(dataset: Dataset, index: number): ImportRecord {
  const known = contactCountOf(dataset, index) > 0;
  const exists = known ? dataset.record(contacts.name, contactsOf(dataset, index)[0] ?? 0, contacts.seeded) : undefined;
  const first =
    exists === undefined
      ? { row: 1, pointer: '#/name', code: 'required', detail: 'is required' }
      : { row: 1, pointer: '#/email', code: 'exists', detail: `is the address of ${exists.id} already` };
  const second = { row: 2, pointer: '#/email', code: 'invalid_email', detail: 'must be a valid email' };
  return {
    id: seededId('imp', index),
    organization_id: seededId(organizations.prefix, index),
    mode: 'skip',
    total: 2,
    errors: [first, second],
    started_at: importedAt(index),
    good: [],
    is_over: true,
  };
}

/** When the seeded import of an organization was asked for. */
export const importedAt = (index: number): string => instantText(Math.min(LATELY + index * 60_000, EPOCH - 60_000));

/** Imports. */
export const importJobs: Collection<ImportRecord> = {
  name: 'imports',
  prefix: 'imp',
  noun: 'import',
  schema: importRecord,
  count: organizationCount,
  seeded: seededImport,
  lookup: { organization_id: together(organizations, (_, index) => index) },
  due: (record) => {
    const at = overAt(record);
    return record.is_over ? [] : [{ type: 'import.completed', at, object: showImport(record, at) }];
  },
};
