/** Imports: their results are kept when the request comes, and shown row by row as the clock goes on. */
import { type ImportJob, importJob } from '@understudy/contract/saas';
import {
  type Collection,
  type Dataset,
  EPOCH,
  indexOfSeededId,
  instantText,
  nowhere,
  range,
  seededId,
  z,
} from '../../../kit/index.js';
import { contacts } from './contact.js';
import { organizations } from './organization.js';
import { contactCountOf, contactsOf, LATELY, organizationCount } from './seats.js';

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
export const overAt = (kept: ImportRecord): number => rowAt(kept, isAborted(kept) ? 0 : kept.total);

/** Rows that are still to become contacts at an instant. */
export const pendingRows = (kept: ImportRecord, now: number): readonly number[] =>
  kept.is_over || overAt(kept) <= now ? [] : kept.good.filter((row) => rowAt(kept, row) > now);

/** How many rows were worked on by an instant. */
function processedBy(kept: ImportRecord, now: number): number {
  if (kept.is_over || overAt(kept) <= now) return kept.total;
  if (isAborted(kept)) return 0;
  return Math.max(0, Math.floor((now - rowAt(kept, 0)) / ROW_MS));
}

function statusOf(kept: ImportRecord, now: number): ImportJob['status'] {
  if (kept.is_over || overAt(kept) <= now) {
    if (kept.errors.length === 0) return 'completed';
    return isAborted(kept) ? 'failed' : 'completed_with_errors';
  }
  return now < rowAt(kept, 0) ? 'queued' : 'running';
}

/** An import as clients see it at an instant. */
export function showImport(kept: ImportRecord, now: number): ImportJob {
  const { id, organization_id, mode, total, started_at } = kept;
  const status = statusOf(kept, now);
  const processed = processedBy(kept, now);
  const errors = kept.errors.filter(({ row }) => row <= processed);
  const isRunning = status === 'queued' || status === 'running';
  return {
    id,
    organization_id,
    status,
    mode,
    total,
    processed,
    created: isAborted(kept) ? 0 : processed - errors.length,
    failed: errors.length,
    errors,
    started_at,
    finished_at: isRunning ? null : instantText(overAt(kept)),
  };
}

/** The next instant at which an import looks otherwise; Infinity where it is over. */
export function changesAt(kept: ImportRecord, now: number): number {
  const status = statusOf(kept, now);
  if (status === 'queued') return rowAt(kept, 0);
  return status === 'running' ? rowAt(kept, processedBy(kept, now) + 1) : Infinity;
}

/** Each organization has one behind it of which both rows have failed. */
function seeded(dataset: Dataset, index: number): ImportRecord {
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

function ofOrganization(dataset: Dataset, id: string) {
  const index = indexOfSeededId(organizations.prefix, id);
  return index < 0 || index >= organizationCount(dataset) ? nowhere : range(index, index + 1);
}

/** Imports. */
export const importJobs: Collection<ImportRecord> = {
  name: 'imports',
  prefix: 'imp',
  noun: 'import',
  schema: importRecord,
  count: organizationCount,
  seeded,
  lookup: { organization_id: ofOrganization },
  due: (record) => {
    const at = overAt(record);
    return record.is_over ? [] : [{ type: 'import.completed', at, object: showImport(record, at) }];
  },
};
