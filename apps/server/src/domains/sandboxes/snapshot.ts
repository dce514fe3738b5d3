/** Exports the state of a sandbox as one document, and restores it. */
import type { contract } from '@understudy/contract';
import type { ProblemFault } from '@understudy/contract/kit';
import { type Snapshot, SNAPSHOT_FORMAT, snapshotCount, snapshotRecord } from '@understudy/contract/sandboxes';
import type { Limits, Services } from '../../call/services.js';
import { webhookRegistrations } from '../../webhooks/records.js';
import { checkRegistrations } from '../../webhooks/registration-limit.js';
import { turns } from '../../listing/turns.js';
import type { ContextOf } from '../../kit/context.js';
import { loginSettings } from '../../kit/login-settings.js';
import { badRequest, ProblemError } from '../../kit/problem-error.js';
import { DATA_VERSION, type Sizes } from '../../kit/dataset.js';
import { uncounted } from '../../state/model/internal.js';
import { persistently } from '../../state/commit/persistently.js';
import type { Sandbox } from '../../state/registry/sandbox.js';
import { REMOVED } from '../../state/model/stored-record.js';
import { checkCounts, countsFaults, countsOf } from './check-counts.js';
import { checkRecords } from './check-records.js';
import { checksum, type Content } from './checksum.js';
import { type Collections, fingerprintFaults, fingerprintsOf } from './fingerprints.js';
import { readItems } from './read-items.js';
import { ruleFaults, ruleRecordFaults } from './rule-faults.js';
import { sizeFaults } from './size-faults.js';
import { presentRecords } from './snapshot-formats.js';

type RestoreContext = ContextOf<typeof contract.sandboxes, 'restoreSnapshot'>;

/** The state of a sandbox as one document. */
export async function exportSnapshot(sandbox: Sandbox, { collections }: Services): Promise<Snapshot> {
  const { seed, sizes, clock, ttl_seconds, strict, faults = [] } = sandbox.config;
  const records = sandbox.state.export().map(({ collection, id, order, value }) => ({ collection, id, order, value }));
  const content: Content = {
    format: SNAPSHOT_FORMAT,
    data_version: DATA_VERSION,
    config: {
      seed,
      sizes: { ...sizes },
      clock,
      ttl_seconds,
      ...(strict ? { strict } : {}),
      ...loginSettings(sandbox.config),
      ...(faults.length > 0 ? { faults: [...faults] } : {}),
    },
    revision: sandbox.revision,
    ...fingerprintsOf(records, await collections()),
    ...countsOf(await sandbox.tallies()),
    records,
  };
  return { ...content, sha256: await checksum(content) };
}

/** Most records of the collections that do not count against the limit: a clock, and a few counters. */
const MAX_UNCOUNTED = 100;

/** Whether a record that nobody has checked counts against the limit. */
function isCounted(record: unknown): boolean {
  const isKept = typeof record === 'object' && record !== null && 'collection' in record;
  return !isKept || typeof record.collection !== 'string' || !uncounted.has(record.collection);
}

/** Refuses more records than a sandbox may hold, before anything else is done with them. */
function checkCount(records: readonly unknown[], { maxRecords }: Limits): void {
  const { length } = records;
  if (length <= maxRecords) return;
  const isEndless = length > maxRecords + MAX_UNCOUNTED;
  const counted = isEndless ? length : records.filter(isCounted).length;
  if (counted <= maxRecords) return;
  throw new ProblemError('sandbox_full', {
    detail: `the snapshot holds ${counted} records, of ${maxRecords} allowed; start the server with a larger --max-records`,
  });
}

/** Refuses what a sandbox may not hold, once it is known what the records are. */
function checkRoom(records: Snapshot['records'], limits: Limits): void {
  // Older formats have fewer records for the same.
  checkCount(records, limits);
  // Those of OAuth clients come of themselves, and are as few as the clients that are listed.
  const isOfClient = (value: unknown): boolean => typeof value === 'object' && value !== null && 'client_id' in value;
  const isRegistration = ({ collection, value }: Snapshot['records'][number]): boolean =>
    collection === webhookRegistrations.name && value !== REMOVED && !isOfClient(value);
  checkRegistrations(records.filter(isRegistration).length, limits);
}

/** What is wrong with the settings of a snapshot, from this server's point of view. */
function settingFaults({ input }: RestoreContext, maxSizes: Sizes, collections: Collections): ProblemFault[] {
  const { format, data_version, config } = input;
  if (format > SNAPSHOT_FORMAT) {
    const detail = `must be at most ${SNAPSHOT_FORMAT}: a newer release made this snapshot`;
    return [{ pointer: '#/format', code: 'unsupported', detail }];
  }
  if (format < 1) return [{ pointer: '#/format', code: 'unsupported', detail: 'must be at least 1' }];
  if (data_version !== DATA_VERSION) {
    const detail = `must be ${DATA_VERSION}: this release has other seeded data`;
    return [{ pointer: '#/data_version', code: 'unsupported', detail }];
  }
  // A size that is absent is that of a collection which was added since. One of a collection that this server lacks is
  // refused, as PUT refuses it: the sandbox would no longer say on which data it was made.
  return [
    ...sizeFaults(config.sizes, maxSizes, ['config', 'sizes']),
    ...fingerprintFaults(input, collections),
    ...countsFaults(input),
    ...ruleFaults(config.faults ?? [], ['config', 'faults']),
  ];
}

/** Replaces what a sandbox holds by the state of a snapshot. */
export async function restoreSnapshot(ctx: RestoreContext, server: Services): Promise<Sandbox> {
  const { input } = ctx;
  const { registry, limits } = server;
  checkCount(input.records, limits);
  const collections = await server.collections();
  const faults = settingFaults(ctx, limits.maxSizes, collections);
  if (faults.length > 0) throw badRequest(faults);
  const content = {
    ...input,
    ...(input.counts && { counts: await turns.run(readItems(input.counts, snapshotCount, 'counts')) }),
    records: await turns.run(readItems(input.records, snapshotRecord, 'records')),
  };
  if (input.sha256 !== (await checksum(content))) {
    const detail = 'does not match the content: the snapshot was changed or damaged';
    throw badRequest([{ pointer: '#/sha256', code: 'mismatch', detail }]);
  }
  const present = presentRecords(content);
  checkRoom(present, limits);
  const tallies = await turns.run(checkCounts(content.counts ?? []));
  const records = await turns.run(checkRecords(present, collections));
  const wrong = ruleRecordFaults(records);
  if (wrong.length > 0) throw badRequest(wrong);
  const sandbox = await registry.open(input.name);
  await sandbox.exclusively(() =>
    persistently(async () => {
      await sandbox.refresh();
      return sandbox.replace({ config: input.config, revision: input.revision, records, tallies, isAnew: true });
    }),
  );
  return sandbox;
}
