/** Reads the entries of a run. */
import { fromBase64 } from '#platform/bytes';
import { idOf } from '../../kit/request-id.js';
import { type EntryPattern, type OwnValues, textsOfPattern } from '../entry-pattern.js';
import type { KeptEntry } from '../journal-store.js';
import { MomentReader, type OwnMoments } from './moments.js';
import { NumberReader } from './number-reader.js';
import type { RunEntry, StoredRun } from './run.js';
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

/** The entries of a run. */
export function entriesOf({ sequence, facts, headers, bodies }: StoredRun): RunEntry[] {
  const [shapeText = '', numberText = '', idText = '', ...factLines] = facts.split('\n');
  const shapes = shapesOf(shapeText);
  const ids = idText.split(' ').values();
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
  let count = 0;
  const nextId = (prefix: number): string => {
    if (prefix === 0) return ids.next().value ?? '';
    count += numbers.nextSigned();
    return idOf({ prefix: factsOf.at(prefix) ?? '', count });
  };

  const entries: RunEntry[] = [];
  while (!numbers.isAtEnd) {
    const shape = shapes[numbers.next()] ?? { facts: 0, headers: 0, bodies: 0 };
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
  return entries;
}

/** The entries of runs as a reader has them. */
export function keptEntries(runs: readonly StoredRun[]): KeptEntry[] {
  return runs.flatMap(entriesOf).map(({ sequence, of }) => ({ sequence, texts: () => textsOfPattern(of.pattern()) }));
}
