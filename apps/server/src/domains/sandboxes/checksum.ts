/** The checksum of a snapshot. */
import { createHash } from '#platform/runtime';
import type { Snapshot } from '@understudy/contract/sandboxes';
import { scheduler } from '../../listing/scheduler.js';

/** What the checksum is made of. */
export type Content = Omit<Snapshot, 'sha256'>;

/** Text that is hashed at a time, in characters: hashing every record alone would cost more than its text. */
const PART = 16_384;

/** The JSON text of a list, in parts. */
function* listed(items: readonly unknown[]): Generator<string> {
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
    for (const part of listed(list)) {
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
