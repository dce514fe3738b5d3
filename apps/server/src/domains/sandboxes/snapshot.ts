/** Exports the state of a sandbox as one document, and restores it. */
import type { ProblemFault } from '@understudy/contract/kit';
import {
  type StoredRule,
  type Snapshot,
  SNAPSHOT_FORMAT,
  snapshotCount,
  snapshotRecord,
  type sandboxes as declared,
} from '@understudy/contract/sandboxes';
import type { Limits, Services } from '../../call/services.js';
import { checkRegistrations, webhookRegistrations } from '../../webhooks/records.js';
import { scheduler } from '../../listing/scheduler.js';
import type { ContextOf } from '../../kit/context.js';
import { loginSettings } from '../../kit/logins.js';
import { badRequest, ProblemError } from '../../kit/problem-error.js';
import { DATA_VERSION, type Sizes } from '../../kit/dataset.js';
import { REMOVED, ruleLists, type StoredRecord, uncounted } from '../../store/model/internal.js';
import { retryOnConflict } from '../../store/commit/commit-queue.js';
import type { Sandbox } from '../../store/registry/sandbox.js';
import { listed } from '../../faults/read-faults.js';
import { readRules } from '../../faults/rules.js';
import type { z } from 'zod';
import { addIssues, FaultList, type Locate, pointer } from '../../kit/faults.js';
import type { AnyCollection } from '../../kit/collection.js';
import type { TallyEntry } from '../../faults/action.js';
import { TALLY_LIMITS } from '../../store/stores/store.js';
import { endOf } from '../../store/model/view.js';
import { createHash } from '#platform/runtime';

type SnapshotRecord = Snapshot['records'][number];

const within =
  (...steps: readonly (string | number)[]): Locate =>
  (path) => ({ pointer: pointer(['records', ...steps, ...path]) });

/** The positions that created records take, by collection: 0, 1, 2 …, each once. */
class Orders {
  readonly #used = new Map<string, { readonly orders: Set<number>; count: number; last: number }>();

  add({ collection, order }: SnapshotRecord): void {
    if (order === null) return;
    let taken = this.#used.get(collection);
    if (taken === undefined) this.#used.set(collection, (taken = { orders: new Set(), count: 0, last: -1 }));
    taken.orders.add(order);
    taken.count += 1;
    taken.last = Math.max(taken.last, order);
  }

  addFaults(faults: FaultList): void {
    for (const [collection, { orders, count, last }] of this.#used) {
      if (orders.size === count && last === count - 1) continue;
      const detail = `created records of ${collection} must be numbered 0, 1, 2 … without a gap`;
      faults.addOne({ ...within()([]), code: 'order', detail });
    }
  }
}

/** The records as a store keeps them; one that its collection could not hold, or a second of one id, is a 400. */
function* checkRecords(records: readonly SnapshotRecord[], collections: Collections): Generator<void, StoredRecord[]> {
  const faults = new FaultList();
  const orders = new Orders();
  const ids = new Map<string, Set<string>>();
  const stored: StoredRecord[] = [];
  const refuse = (i: number, member: string, why: { readonly code: string; readonly detail: string }): void =>
    faults.addOne({ ...within(i, member)([]), ...why });

  function check({ collection: name, id, order, value }: SnapshotRecord, i: number): void {
    const collection = collections.get(name);
    if (collection === undefined) {
      return refuse(i, 'collection', { code: 'unknown', detail: 'must be a collection of this server' });
    }
    const { data, error } = value === REMOVED ? { data: { id } } : collection.schema.safeParse(value);
    if (error !== undefined) return addIssues(faults, error, { input: value, locate: within(i, 'value') });
    if (data.id !== id) return refuse(i, 'id', { code: 'mismatch', detail: 'must be the id of the record' });
    let taken = ids.get(name);
    if (taken === undefined) ids.set(name, (taken = new Set()));
    if (taken.has(id)) return refuse(i, 'id', { code: 'duplicate', detail: 'must be the id of one record only' });
    taken.add(id);
    const expires = endOf(collection, value);
    if (expires !== null && !Number.isSafeInteger(expires)) {
      return refuse(i, 'value', { code: 'invalid_value', detail: 'must end at a whole number of ms since 1970' });
    }
    stored.push({ collection: name, id, order, value, expires });
  }

  for (const [i, record] of records.entries()) {
    check(record, i);
    orders.add(record);
    yield;
  }
  orders.addFaults(faults);
  if (faults.total > 0) throw faults.toProblem();
  return stored;
}

/** What the checksum is made of. */
export type Content = Omit<Snapshot, 'sha256'>;

/** Text that is hashed at a time, in characters: hashing every record alone would cost more than its text. */
const PART = 16_384;

/** The JSON text of a list, in parts. */
function* listTexts(items: readonly unknown[]): Generator<string> {
  let part = '[';
  for (const [i, item] of items.entries()) {
    part += `${i === 0 ? '' : ','}${JSON.stringify(item)}`;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  yield `${part}]`;
}

function* hashed({ fingerprints, counts, records, ...rest }: Content): Generator<void, string> {
  const hash = createHash('sha256');
  const { format, data_version, config, revision } = rest;
  const head = [format, data_version, config, revision, ...(fingerprints === undefined ? [] : [fingerprints])];
  hash.update(JSON.stringify(head).slice(0, -1));
  for (const list of counts === undefined ? [records] : [counts, records]) {
    hash.update(',');
    for (const part of listTexts(list)) {
      hash.update(part);
      yield;
    }
  }
  return hash.update(']').digest('hex');
}

/** SHA-256 over the JSON text of the content, which is never made as a whole (hex). */
export function checksum(content: Content): Promise<string> {
  return scheduler.run(hashed(content));
}

/** The faults of sizes that stand at a path of the body. */
export function sizeFaults(sizes: Sizes, maxSizes: Sizes, path: readonly string[]): ProblemFault[] {
  return Object.entries(sizes).flatMap(([name, size]) => {
    const location = { pointer: pointer([...path, name]) };
    const max = Object.hasOwn(maxSizes, name) ? maxSizes[name] : undefined;
    if (max === undefined) {
      return [{ ...location, code: 'unrecognized_keys', detail: `must be one of ${Object.keys(maxSizes).join(', ')}` }];
    }
    return size > max ? [{ ...location, code: 'too_big', detail: `must be at most ${max} on this server` }] : [];
  });
}

/** What a snapshot says of the counts of a sandbox: nothing where there are none. */
function countsOf(tallies: readonly TallyEntry[]): Pick<Snapshot, 'counts'> {
  if (tallies.length === 0) return {};
  return {
    counts: tallies.map(([key, { matched, struck, since, used }]) => ({ key, matched, struck, since, used })),
  };
}

/** The fault of more counts than a sandbox keeps, before anything else is done with them. */
function countsFaults({ counts = [] }: Pick<Snapshot, 'counts'>): ProblemFault[] {
  const { perSandbox } = TALLY_LIMITS;
  if (counts.length <= perSandbox) return [];
  return [{ pointer: '#/counts', code: 'too_big', detail: `must be at most ${perSandbox} counts` }];
}

/** The counts as a store keeps them; a second one of a key is a 400. */
function* checkCounts(counts: NonNullable<Snapshot['counts']>): Generator<void, TallyEntry[]> {
  const faults = new FaultList();
  const entries = new Map<string, TallyEntry>();
  for (const [i, { key, ...tally }] of counts.entries()) {
    if (!entries.has(key)) entries.set(key, [key, tally]);
    else {
      const detail = 'must be the key of one count only';
      faults.addOne({ pointer: pointer(['counts', i, 'key']), code: 'duplicate', detail });
    }
    yield;
  }
  if (faults.total > 0) throw faults.toProblem();
  return [...entries.values()];
}

/** The collections of a server, by name. */
type Collections = ReadonlyMap<string, AnyCollection>;

/** What a snapshot says of the files that its records stand on: nothing where they stand on none. */
function fingerprintsOf(records: Snapshot['records'], collections: Collections): Pick<Snapshot, 'fingerprints'> {
  const names = [...new Set(records.map(({ collection }) => collection))].toSorted();
  const found = names.flatMap((name) => {
    const fingerprint = collections.get(name)?.fingerprint?.();
    return fingerprint === undefined ? [] : [[name, fingerprint] as const];
  });
  return found.length === 0 ? {} : { fingerprints: Object.fromEntries(found) };
}

/** The collections of which this server was given other records; one that it does not have is refused with its records. */
function fingerprintFaults(
  { fingerprints = {} }: Pick<Snapshot, 'fingerprints'>,
  collections: Collections,
): ProblemFault[] {
  return Object.entries(fingerprints).flatMap(([name, given]) => {
    const own = collections.get(name)?.fingerprint?.();
    if (own === undefined || own === given) return [];
    const detail = `the records of ${name} were others when the snapshot was made; start the server with the data as it was`;
    return [{ pointer: pointer(['fingerprints', name]), code: 'mismatch', detail }];
  });
}

/** The items of a member of the body, each with the members that a snapshot gives it; those without them are a 400. */
function* readItems<Item>(
  unchecked: readonly unknown[],
  schema: z.ZodType<Item>,
  member: string,
): Generator<void, Item[]> {
  const faults = new FaultList();
  const items: Item[] = [];
  for (const [i, input] of unchecked.entries()) {
    const { data, error } = schema.safeParse(input);
    if (error === undefined) items.push(data);
    else addIssues(faults, error, { input, locate: (path) => ({ pointer: pointer([member, i, ...path]) }) });
    yield;
  }
  if (faults.total > 0) throw faults.toProblem();
  return items;
}

/** What is wrong with rules that stand at a path of the body. */
function ruleFaults(rules: readonly StoredRule[], path: readonly (string | number)[]): readonly ProblemFault[] {
  const read = readRules(rules);
  return 'issues' in read ? listed(read.issues, { path }) : [];
}

/** What is wrong with those that were set, which are one of the records. */
function ruleRecordFaults(records: readonly StoredRecord[]): readonly ProblemFault[] {
  const index = records.findIndex(({ collection }) => collection === ruleLists.name);
  const { data } = ruleLists.schema.safeParse(records[index]?.value);
  return data === undefined ? [] : ruleFaults(data.rules, ['records', index, 'value', 'rules']);
}

type RestoreContext = ContextOf<typeof declared, 'restoreSnapshot'>;

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
function checkQuota(records: Snapshot['records'], limits: Limits): void {
  // Those of OAuth clients come of themselves, and are as few as the clients that are listed.
  const isOfClient = (value: unknown): boolean => typeof value === 'object' && value !== null && 'client_id' in value;
  const isRegistration = ({ collection, value }: Snapshot['records'][number]): boolean =>
    collection === webhookRegistrations.name && value !== REMOVED && !isOfClient(value);
  checkRegistrations(records.filter(isRegistration).length, limits);
}

/** What is wrong with the settings of a snapshot, from this server's point of view. */
function settingFaults({ input }: RestoreContext, maxSizes: Sizes, collections: Collections): ProblemFault[] {
  const { format, data_version, config } = input;
  if (format !== SNAPSHOT_FORMAT) {
    const detail = `must be ${SNAPSHOT_FORMAT}: a release with another format made this snapshot`;
    return [{ pointer: '#/format', code: 'unsupported', detail }];
  }
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
    ...(input.counts && { counts: await scheduler.run(readItems(input.counts, snapshotCount, 'counts')) }),
    records: await scheduler.run(readItems(input.records, snapshotRecord, 'records')),
  };
  if (input.sha256 !== (await checksum(content))) {
    const detail = 'does not match the content: the snapshot was changed or damaged';
    throw badRequest([{ pointer: '#/sha256', code: 'mismatch', detail }]);
  }
  checkQuota(content.records, limits);
  const tallies = await scheduler.run(checkCounts(content.counts ?? []));
  const records = await scheduler.run(checkRecords(content.records, collections));
  const wrong = ruleRecordFaults(records);
  if (wrong.length > 0) throw badRequest(wrong);
  const sandbox = await registry.open(input.name);
  await sandbox.exclusively(() =>
    retryOnConflict(async () => {
      await sandbox.refresh();
      return sandbox.replace({ config: input.config, revision: input.revision, records, tallies, isAnew: true });
    }),
  );
  return sandbox;
}
