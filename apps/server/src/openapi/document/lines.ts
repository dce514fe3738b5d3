/** Where something stands in a text of JSON or YAML. */
import type { Event, ScalarEvent } from 'js-yaml';
import { MAX_DEPTH } from './plain.js';

/** Line and column, from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A member name that stands twice in one object. */
interface Duplicate extends Position {
  readonly name: string;
}

/** What is asked of a text whose parts have their positions. */
export interface TextMap {
  /** Where the value stands that a JSON pointer leads to, by its member name; undefined where there is none. */
  readonly locate: (pointer: string) => Position | undefined;
  /** In the order of the text. */
  readonly duplicates: () => Duplicate[];
}

/** Of a value in what is around it: where it is said, and where it begins. */
interface Step {
  readonly said: number;
  readonly value: number;
}

/** The names that a JSON pointer leads along (RFC 6901). */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A name as it stands in a JSON pointer. */
export const pointerName = (name: string | number): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

/** Says the line and column of an offset. */
export function positions(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** Index after each event and all that is in it. */
function endsOf(events: readonly Event[], isOpening: (event: Event) => boolean, isClosing: (event: Event) => boolean) {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, event] of events.entries()) {
    ends[index] = index + 1;
    if (isOpening(event)) open.push(index);
    else if (isClosing(event)) ends[open.pop() ?? 0] = index + 1;
  }
  return ends;
}

/** A text with the positions of its parts; undefined for one that cannot be read. */
export async function textMap(text: string): Promise<TextMap | undefined> {
  const { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } = await import('js-yaml');
  // JSON is YAML.
  let events: readonly Event[];
  try {
    events = parseEvents(text, { maxDepth: MAX_DEPTH + 1 });
  } catch {
    return undefined;
  }
  const positionAt = positions(text);
  const isCollection = (event: Event | undefined) =>
    event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE;
  const ends = endsOf(
    events,
    (event) => event.type === EVENT_ID.DOCUMENT || isCollection(event),
    (event) => event.type === EVENT_ID.POP,
  );
  const keyAt = (index: number): ScalarEvent | undefined => {
    const event = events[index];
    return event?.type === EVENT_ID.SCALAR ? event : undefined;
  };
  const startOf = (event: Event | undefined): number => {
    if (event?.type === EVENT_ID.SCALAR) return event.valueStart;
    if (event?.type === EVENT_ID.ALIAS) return event.anchorStart;
    return event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE ? event.start : 0;
  };
  const endOf = (index: number) => ends[index] ?? index + 1;
  /** The entries of a mapping: its keys, and the indices of their values. */
  function* entries(mapping: number): Generator<{ key: ScalarEvent; keyIndex: number; value: number }> {
    const end = endOf(mapping) - 1;
    for (let index = mapping + 1; index < end;) {
      const value = endOf(index);
      const key = keyAt(index);
      if (key !== undefined) yield { key, keyIndex: index, value };
      index = endOf(value);
    }
  }
  const members = new Map<number, ReadonlyMap<string, Step>>();
  /** The members of a mapping; of one that stands twice, the first. */
  const membersOf = (mapping: number): ReadonlyMap<string, Step> => {
    const known = members.get(mapping);
    if (known !== undefined) return known;
    const found = new Map<string, Step>();
    for (const { key, keyIndex, value } of entries(mapping)) {
      const name = getScalarValue(text, key);
      if (!found.has(name)) found.set(name, { said: keyIndex, value });
    }
    members.set(mapping, found);
    return found;
  };
  const step = (parent: number, name: string): Step | undefined => {
    if (events[parent]?.type === EVENT_ID.MAPPING) return membersOf(parent).get(name);
    if (events[parent]?.type !== EVENT_ID.SEQUENCE || !/^\d{1,9}$/.test(name)) return undefined;
    let index = parent + 1;
    const end = endOf(parent) - 1;
    for (let left = Number(name); left > 0 && index < end; left -= 1) index = endOf(index);
    return index < end ? { said: index, value: index } : undefined;
  };
  const positionOf = (index: number): Position => {
    const event = events[index];
    const start = startOf(event);
    // What stands in quotes begins with the quote.
    const isQuoted =
      event?.type === EVENT_ID.SCALAR &&
      (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED);
    return positionAt(isQuoted ? start - 1 : start);
  };
  return {
    locate: (pointer) => {
      // The first event is the document.
      let [said, value] = [1, 1];
      for (const name of namesIn(pointer)) {
        const next = step(value, name);
        if (next === undefined) return undefined;
        ({ said, value } = next);
      }
      return events.length > 2 ? positionOf(said) : undefined;
    },
    duplicates: () => {
      const found: Duplicate[] = [];
      for (const [index, event] of events.entries()) {
        if (event.type !== EVENT_ID.MAPPING) continue;
        const names = new Set<string>();
        for (const { key, keyIndex } of entries(index)) {
          const name = getScalarValue(text, key);
          if (names.has(name) && name !== '<<') found.push({ name, ...positionOf(keyIndex) });
          names.add(name);
        }
      }
      return found.toSorted((one, other) => one.line - other.line || one.column - other.column);
    },
  };
}

/** Where a value stands in a text; for many, {@link textMap} reads the text once. */
export async function locateIn(text: string, pointer: string): Promise<Position | undefined> {
  return (await textMap(text))?.locate(pointer);
}
