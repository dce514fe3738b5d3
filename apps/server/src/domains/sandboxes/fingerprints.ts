/** On which files of data the records of a snapshot were made: on another one they would mean something else. */
import type { ProblemFault } from '@understudy/contract/kit';
import type { Snapshot } from '@understudy/contract/sandboxes';
import type { AnyCollection } from '../../kit/collection.js';
import { pointer } from '../../kit/faults.js';

/** The collections of a server, by name. */
export type Collections = ReadonlyMap<string, AnyCollection>;

/** What a snapshot says of the files that its records stand on: nothing where they stand on none. */
export function fingerprintsOf(records: Snapshot['records'], collections: Collections): Pick<Snapshot, 'fingerprints'> {
  const names = [...new Set(records.map(({ collection }) => collection))].toSorted();
  const found = names.flatMap((name) => {
    const fingerprint = collections.get(name)?.fingerprint?.();
    return fingerprint === undefined ? [] : [[name, fingerprint] as const];
  });
  return found.length === 0 ? {} : { fingerprints: Object.fromEntries(found) };
}

/** The collections of which this server was given other records; one that it does not have is refused with its records. */
export function fingerprintFaults(
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
