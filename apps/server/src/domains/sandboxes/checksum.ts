/** The checksum of a snapshot. */
import { createHash } from 'node:crypto';
import type { Snapshot } from '@understudy/contract';
import { turns } from '../../listing/turns.js';

/** What the checksum is made of. */
export type Content = Omit<Snapshot, 'sha256'>;

/** Text that is hashed at a time, in characters: hashing every record alone would cost more than its text. */
const PART = 16_384;

function* hashed({ format, data_version, config, revision, fingerprints, records }: Content): Generator<void, string> {
  const hash = createHash('sha256');
  // As it was before there were fingerprints, where there are none.
  const head = [format, data_version, config, revision, ...(fingerprints === undefined ? [] : [fingerprints])];
  let part = `${JSON.stringify(head).slice(0, -1)},[`;
  for (const [i, record] of records.entries()) {
    part += `${i === 0 ? '' : ','}${JSON.stringify(record)}`;
    if (part.length < PART) continue;
    hash.update(part);
    part = '';
    yield;
  }
  return hash.update(`${part}]]`).digest('hex');
}

/** SHA-256 over the JSON text of the content, which is never made as a whole (hex). */
export function checksum(content: Content): Promise<string> {
  return turns.run(hashed(content));
}
