/** Exports the state of a sandbox as one document, and restores it. */
import { createHash } from 'node:crypto';
import { type ProblemFault, type Snapshot, SNAPSHOT_FORMAT } from '@understudy/contract';
import type { ControlFacts } from '../../call/control-domain.js';
import { faultsOf } from '../../kit/faults.js';
import type { AnyCollection } from '../../kit/collection.js';
import { webhookRegistrations } from '../../delivery/records.js';
import { checkRegistrations } from '../../delivery/registration-limit.js';
import { badRequest, ProblemError } from '../../kit/problem-error.js';
import { DATA_VERSION } from '../../kit/world.js';
import { persistently } from '../../state/persistently.js';
import type { Sandbox } from '../../state/sandbox.js';
import { REMOVED, type StoredRecord } from '../../state/store.js';
import { endOf } from '../../state/writes.js';
import { presentRecords } from './snapshot-formats.js';

type Content = Omit<Snapshot, 'sha256'>;

function checksum({ format, data_version, config, revision, records }: Content): string {
  const content = [format, data_version, config, revision, records];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The state of a sandbox as one document. */
export function exportSnapshot(sandbox: Sandbox): Snapshot {
  const { seed, sizes, clock, ttl_seconds } = sandbox.config;
  const content: Content = {
    format: SNAPSHOT_FORMAT,
    data_version: DATA_VERSION,
    config: { seed, sizes: { ...sizes }, clock, ttl_seconds },
    revision: sandbox.revision,
    records: sandbox.state.export().map(({ collection, id, order, value }) => ({ collection, id, order, value })),
  };
  return { ...content, sha256: checksum(content) };
}

function refuse(pointer: string, code: string, detail: string): ProblemError {
  return badRequest([{ pointer, code, detail }]);
}

/** Faults of one record, held against its collection. */
function recordFaults(
  record: Snapshot['records'][number],
  at: number,
  collection: AnyCollection | undefined,
): ProblemFault[] {
  const pointer = `#/records/${at}`;
  if (collection === undefined) {
    return [{ pointer: `${pointer}/collection`, code: 'unknown', detail: 'must be a collection of this server' }];
  }
  if (record.value === REMOVED) return [];
  const result = collection.schema.safeParse(record.value);
  if (!result.success) {
    return faultsOf(result.error, record.value, (path) => ({
      pointer: [`${pointer}/value`, ...path.map(String)].join('/'),
    }));
  }
  if (result.data.id === record.id) return [];
  return [{ pointer: `${pointer}/id`, code: 'mismatch', detail: 'must be the id of the record' }];
}

/** The created records of each collection must fill the places 0, 1, 2 …, each once. */
function orderFaults(records: Snapshot['records']): ProblemFault[] {
  const orders = new Map<string, number[]>();
  for (const { collection, order } of records) {
    if (order !== null) orders.set(collection, [...(orders.get(collection) ?? []), order]);
  }
  return [...orders].flatMap(([collection, places]) =>
    places.toSorted((a, b) => a - b).every((place, i) => place === i)
      ? []
      : [
          {
            pointer: '#/records',
            code: 'order',
            detail: `created records of ${collection} must be numbered 0, 1, 2 … without a gap`,
          },
        ],
  );
}

/** Checks a snapshot, and answers its records in the present format. */
function checkedRecords(snapshot: Snapshot, { services }: ControlFacts<unknown>): Snapshot['records'] {
  if (snapshot.format > SNAPSHOT_FORMAT) {
    throw refuse('#/format', 'unsupported', `must be at most ${SNAPSHOT_FORMAT}: a newer release made this snapshot`);
  }
  if (snapshot.format < 1) throw refuse('#/format', 'unsupported', 'must be at least 1');
  if (snapshot.sha256 !== checksum(snapshot)) {
    throw refuse('#/sha256', 'mismatch', 'does not fit the content: the snapshot was changed or damaged');
  }
  if (snapshot.data_version !== DATA_VERSION) {
    throw refuse('#/data_version', 'unsupported', `must be ${DATA_VERSION}: this release seeds other records`);
  }
  const known = Object.keys(services.limits.maxSizes);
  const sizes = Object.keys(snapshot.config.sizes);
  if (sizes.length !== known.length || !known.every((name) => sizes.includes(name))) {
    throw refuse('#/config/sizes', 'mismatch', `must name ${known.join(', ')}`);
  }
  const records = presentRecords(snapshot);
  const faults = records.flatMap((record, i) => recordFaults(record, i, services.collections.get(record.collection)));
  const all = [...faults, ...orderFaults(records)];
  if (all.length > 0) throw badRequest(all.slice(0, 50));
  return records;
}

/** Refuses what a sandbox may not hold. */
function checkRoom(records: Snapshot['records'], { limits }: ControlFacts<unknown>['services']): void {
  if (records.length > limits.maxRecords) {
    throw new ProblemError('sandbox_full', {
      detail: `the snapshot holds ${records.length} records, of ${limits.maxRecords} allowed; start the server with a larger --max-records`,
    });
  }
  const isRegistration = ({ collection, value }: Snapshot['records'][number]): boolean =>
    collection === webhookRegistrations.name && value !== REMOVED;
  checkRegistrations(records.filter(isRegistration).length, limits);
}

/** Puts the state of a snapshot in the place of what a sandbox holds. */
export async function restoreSnapshot(facts: ControlFacts<Snapshot & { readonly name: string }>): Promise<Sandbox> {
  const { input, services } = facts;
  const checked = checkedRecords(input, facts);
  checkRoom(checked, services);
  const records: StoredRecord[] = checked.map(({ collection, id, order, value }) => {
    const expires = endOf(services.collections.get(collection), value);
    return { collection, id, order, value, expires };
  });
  const sandbox = await services.registry.open(input.name);
  await sandbox.exclusively(() =>
    persistently(async () => {
      await sandbox.refresh();
      return sandbox.replace(input.config, input.revision, records);
    }),
  );
  return sandbox;
}
