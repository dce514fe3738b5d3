/** Reads the entries of a run. */
import { fromBase64 } from '#platform/bytes';
import { type EntryPattern, textsOfPattern } from '../entry-pattern.js';
import type { KeptEntry } from '../journal-store.js';
import * as column from './columns.js';
import type { RunEntry, StoredRun } from './run.js';

/** A buffer that holds these bytes and nothing else. */
const bufferOf = (text: string): ArrayBuffer => new Uint8Array(fromBase64(text)).buffer;

/** The entries of a run. */
export function entriesOf({ sequence, facts, headers, bodies }: StoredRun): RunEntry[] {
  const [numberText = '', lineText = '', idText = '', ...factLines] = facts.split('\n');
  const numbers = new Float64Array(bufferOf(numberText));
  const lineNumbers = new Uint16Array(bufferOf(lineText));
  const ids = idText.split(' ').values();
  const [headerLines = [], bodyLines = []] = [headers?.split('\n'), bodies?.split('\n')];
  const patternOf = (index: number): EntryPattern => {
    const line = (lines: readonly string[], which: number): string | null =>
      lines[(lineNumbers[index * column.LINES + which] ?? 0) - 1] ?? null;
    const number = (which: number): number => numbers[index * column.NUMBERS + which] ?? 0;
    const texts = {
      facts: line(factLines, column.FACTS) ?? '',
      headers: line(headerLines, column.HEADERS),
      bodies: line(bodyLines, column.BODIES),
    };
    const address = line(factLines, column.ADDRESS);
    if (address === null) return texts;
    return {
      ...texts,
      signs: line(factLines, column.SIGNS) ?? '',
      sharedSigns: line(factLines, column.SHARED_SIGNS) ?? '',
      answer: line(headerLines, column.ANSWER) ?? '',
      own: {
        id: ids.next().value ?? '',
        address,
        connection: line(factLines, column.CONNECTION),
        receivedAt: number(column.RECEIVED_AT),
        since: number(column.SINCE),
        appMs: number(column.APP_MS),
        durationMs: number(column.DURATION_MS),
      },
    };
  };
  return Array.from({ length: numbers.length / column.NUMBERS }, (_, index) => {
    const pattern = patternOf(index);
    return {
      sequence: sequence + index,
      received: numbers[index * column.NUMBERS + column.RECEIVED] ?? 0,
      answered: numbers[index * column.NUMBERS + column.ANSWERED] ?? 0,
      of: { pattern: () => pattern },
    };
  });
}

/** The entries of runs as a reader has them. */
export function keptEntries(runs: readonly StoredRun[]): KeptEntry[] {
  return runs.flatMap(entriesOf).map(({ sequence, of }) => ({ sequence, texts: () => textsOfPattern(of.pattern()) }));
}
