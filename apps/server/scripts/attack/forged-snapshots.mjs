/** Snapshots that a server has exported, with something in them changed, and a checksum that fits. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { number, text, value } from './odd-values.mjs';

/** The SHA-256 that a snapshot has to have. */
function checksum({ format, data_version, config, revision, records }) {
  const content = JSON.stringify([format, data_version, config, revision, records]);
  return createHash('sha256').update(content).digest('hex');
}

/** Every member of a value that is no object or array, as the path to it. */
function leaves(given, path = []) {
  if (typeof given !== 'object' || given === null) return [path];
  return Object.keys(given).flatMap((name) => leaves(given[name], [...path, name]));
}

/** A copy with another value at a path. */
function changed(given, [step, ...rest], replacement) {
  if (step === undefined) return replacement;
  const copy = Array.isArray(given) ? [...given] : { ...given };
  copy[step] = changed(given[step], rest, replacement);
  return copy;
}

const change = fc.record({
  at: fc.nat(),
  to: fc.oneof(number, text, fc.constantFrom(null, true, '2026-01-01T00:00:00.000Z'), value),
  isTwice: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

/** What to change, and where to restore it. */
export const forgedSnapshots = fc.record({
  name: fc.nat(7).map((n) => `f${n}`),
  changes: fc.array(change, { maxLength: 2 }),
});

/** The snapshot with the changes made; undefined while none was exported. */
export function forge(exported, changes) {
  if (exported === undefined) return undefined;
  const { sha256: _, ...own } = exported;
  let content = own;
  for (const { at, to, isTwice } of changes) {
    const paths = leaves(content);
    const isRaw = typeof to === 'object' && to !== null && 'rawJson' in to;
    content = changed(content, paths[at % paths.length], isRaw ? null : to);
    if (isTwice && Array.isArray(content.records)) {
      content = { ...content, records: [...content.records, ...content.records.slice(0, 1)] };
    }
  }
  return { ...content, sha256: checksum(content) };
}
