/** Where something stands in a text of JSON or YAML. */
import type { Event } from 'js-yaml';
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

/** A value in a text: where it begins, and what is in it by name or index. */
interface Spot {
  readonly at: number;
  readonly within?: ReadonlyMap<string, Member>;
}

/** A value in another, and where it is said. */
interface Member {
  readonly said: number;
  readonly spot: Spot;
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
  const duplicates: Duplicate[] = [];
  // The first event is the document.
  let index = 1;
  const startOf = (event: Event | undefined): number => {
    if (event?.type === EVENT_ID.ALIAS) return event.anchorStart;
    if (event?.type !== EVENT_ID.SCALAR) return event !== undefined && 'start' in event ? event.start : 0;
    // What stands in quotes begins with the quote.
    const { style } = event;
    return event.valueStart - Number(style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED);
  };
  const read = (): Spot => {
    const event = events[index];
    index += 1;
    if (event?.type !== EVENT_ID.MAPPING && event?.type !== EVENT_ID.SEQUENCE) return { at: startOf(event) };
    const within = new Map<string, Member>();
    for (let at = 0; index < events.length && events[index]?.type !== EVENT_ID.POP; at += 1) {
      const first = events[index];
      const said = startOf(first);
      const one = read();
      if (event.type === EVENT_ID.SEQUENCE) {
        within.set(String(at), { said, spot: one });
        continue;
      }
      const value = { said, spot: read() };
      if (first?.type !== EVENT_ID.SCALAR) continue;
      const name = getScalarValue(text, first);
      // Of one that stands twice, the first.
      if (!within.has(name)) within.set(name, value);
      else if (name !== '<<') duplicates.push({ name, ...positionAt(said) });
    }
    index += 1;
    return { at: event.start, within };
  };
  const root = events.length > 2 ? read() : undefined;
  return {
    duplicates: () => duplicates.toSorted((one, other) => one.line - other.line || one.column - other.column),
    locate: (pointer) => {
      let found: Member | undefined = root && { said: root.at, spot: root };
      for (const name of namesIn(pointer)) found = found?.spot.within?.get(name);
      return found && positionAt(found.said);
    },
  };
}

/** Where a value stands in a text; for many, {@link textMap} reads the text once. */
export async function locateIn(text: string, pointer: string): Promise<Position | undefined> {
  return (await textMap(text))?.locate(pointer);
}
