/** Reads the entries of a run. */
import { fromBase64 } from '#platform/bytes';
import { idOf } from '../../kit/request-id.js';
import { type EntryPattern, type OwnValues, textsOfPattern } from '../entry-pattern.js';
import type { KeptEntry } from '../journal-store.js';
import { MomentReader, type OwnMoments } from './moments.js';
import { NumberReader } from './number-reader.js';
import { endOf, type RunEntry, type StoredRun } from './run.js';
import { readShape, type Shape } from './shape.js';

function shapesOf(text: string): Shape[] {
  const numbers = new NumberReader(fromBase64(text));
  const shapes: Shape[] = [];
  while (!numbers.isAtEnd) shapes.push(readShape(() => numbers.next()));
  return shapes;
}

/** The times of an exchange that repeats another, in ms. */
const timesOf = ({ receivedAt, since, app, duration }: OwnMoments) => ({
  receivedAt,
  since: since / 1000,
  appMs: app / 1000,
  durationMs: duration / 1000,
});

/** Lines of a text, counted from 1. */
class NumberedLines {
  readonly #lines: readonly string[];

  constructor(lines: readonly string[] = []) {
    this.#lines = lines;
  }

  at(number: number): string | null {
    return this.#lines[number - 1] ?? null;
  }
}

/** The entries of a run; throws where another release has written it, in another form. */
function decoded({ sequence, entries: count, facts, headers, bodies }: StoredRun): RunEntry[] {
  const [shapeText = '', numberText = '', idText = '', ...factLines] = facts.split('\n');
  const shapes = shapesOf(shapeText);
  const ids = idText.split(' ').values();
  // Only facts are never dropped.
  if (!shapes.every((shape) => shape.facts > 0 && shape.facts <= factLines.length)) throw new RangeError('no facts');
  const factsOf = new NumberedLines(factLines);
  const headersOf = new NumberedLines(headers?.split('\n'));
  const bodiesOf = new NumberedLines(bodies?.split('\n'));
  const patternOf = (shape: Shape, own: Omit<OwnValues, 'address'> | undefined): EntryPattern => {
    const texts = {
      facts: factsOf.at(shape.facts) ?? '',
      headers: headersOf.at(shape.headers),
      bodies: bodiesOf.at(shape.bodies),
    };
    const { repeated } = shape;
    if (repeated === undefined || own === undefined) return texts;
    return {
      ...texts,
      signs: factsOf.at(repeated.signs) ?? '',
      sharedSigns: factsOf.at(repeated.sharedSigns) ?? '',
      answer: headersOf.at(repeated.answer) ?? '',
      own: { ...own, address: factsOf.at(repeated.address) ?? '' },
    };
  };

  const numbers = new NumberReader(fromBase64(numberText));
  const moments = new MomentReader(numbers);
  let idCount = 0;
  const nextId = (prefix: number): string => {
    if (prefix === 0) return ids.next().value ?? '';
    idCount += numbers.nextSigned();
    return idOf({ prefix: factsOf.at(prefix) ?? '', count: idCount });
  };

  const entries: RunEntry[] = [];
  while (!numbers.isAtEnd) {
    const shape = shapes[numbers.next()];
    if (shape === undefined) throw new RangeError('no shape');
    const times = moments.next();
    const { repeated } = shape;
    const own = repeated && {
      connection: factsOf.at(numbers.next()),
      id: nextId(repeated.prefix),
      ...timesOf(moments.nextOwn(times)),
    };
    entries.push({
      sequence: sequence + entries.length,
      received: times.received / 1000,
      answered: times.answered / 1000,
      of: { pattern: () => patternOf(shape, own) },
    });
  }
  if (entries.length !== count) throw new RangeError('other entries');
  return entries;
}

/** The entries of a run; none where this release cannot read it. */
export function entriesOf(run: StoredRun): RunEntry[] {
  try {
    return decoded(run);
  } catch {
    return [];
  }
}

/** What a reader has of runs. */
interface RunsRead {
  readonly entries: readonly KeptEntry[];
  /** How many entries cannot be read. */
  readonly unreadable: number;
  /** The last number of the runs; undefined where there are none. */
  readonly end: number | undefined;
}

/** Reads the entries of runs that come after a number. */
export function entriesAfter(after: number, runs: readonly StoredRun[]): RunsRead {
  const entries: KeptEntry[] = [];
  let unreadable = 0;
  let end: number | undefined;
  for (const run of runs) {
    const read = entriesOf(run);
    end = endOf(run);
    if (read.length === 0) unreadable += Math.min(run.entries, end - after);
    for (const { sequence, of } of read) {
      if (sequence > after) entries.push({ sequence, texts: () => textsOfPattern(of.pattern()) });
    }
  }
  return { entries, unreadable, end };
}
