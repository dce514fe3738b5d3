/** Where something stands in a text of JSON or YAML, and the parts of a document in its files, once something is said about them. */
import type { Event } from 'js-yaml';
import { MAX_DEPTH } from './plain.js';
import type { Located, Finding } from '../model.js';
import type { Source, Origin } from './bundle.js';
import type { Version } from './upgrade.js';
import { namesIn } from '../pointers.js';

/** Line and column, from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** A member name that stands twice in one object. */
interface Duplicate extends Position {
  readonly name: string;
}

/** What is asked of a text whose parts have their positions. */
interface TextMap {
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

/** Where the parts of Swagger documents stood before they were upgraded. */
const BEFORE: readonly (readonly [RegExp, string])[] = [
  [/^\/components\/schemas(?=\/|$)/, '/definitions'],
  [/^\/components\/(?:parameters|requestBodies)(?=\/|$)/, '/parameters'],
  [/^\/components\/responses(?=\/|$)/, '/responses'],
  [/^\/components\/securitySchemes(?=\/|$)/, '/securityDefinitions'],
  [/(\/responses\/[^/]+)\/content\/[^/]+\/schema/, '$1/schema'],
  [/^(\/paths\/[^/]+\/[a-z]+)\/requestBody(?:\/.*)?$/, '$1/parameters'],
  [/^\/servers\/\d+$/, '/basePath'],
];

interface Positions {
  /** Findings with the file, line and pointer of what they are about. */
  readonly of: (list: readonly Finding[]) => Promise<readonly Finding[]>;
  /** Where something stands, by its pointer in the root of the document. */
  readonly locate: (pointer: string) => Promise<Located>;
}

/** Where something stands; for what is not there, such as a response that is missing, where it should be. */
function nearest(map: TextMap, pointer: string): Position | undefined {
  for (let near = pointer; ; near = near.slice(0, near.lastIndexOf('/'))) {
    const position = map.locate(near);
    if (position !== undefined || near === '') return position;
  }
}

/** Looks parts of a document up in the texts that it was made of; each is read at most once more. */
export function positionsIn(root: Source, origins: readonly Origin[], version: Version): Positions {
  // Positions take much more memory than a text, and are asked for at the start and after faults of clients.
  const maps = new Map<Source, WeakRef<TextMap>>();

  async function mapOf(source: Source): Promise<TextMap | undefined> {
    const cached = maps.get(source)?.deref();
    if (cached !== undefined || source.text === undefined) return cached;
    const map = await textMap(source.text);
    if (map !== undefined) maps.set(source, new WeakRef(map));
    return map;
  }

  function placeOf(pointer: string): { readonly source: Source; readonly pointer: string } {
    const before =
      version === '2.0'
        ? BEFORE.reduce((text, [pattern, instead]) => text.replace(pattern, instead), pointer)
        : pointer;
    // The last is the innermost: what it stands in was moved before.
    const origin = origins.findLast((one) => before === one.pointer || before.startsWith(`${one.pointer}/`));
    if (origin === undefined) return { source: root, pointer: before };
    return { source: origin.source, pointer: `${origin.at}${before.slice(origin.pointer.length)}` };
  }

  async function locate(pointer: string): Promise<Located> {
    const { source, pointer: at } = placeOf(pointer);
    const map = await mapOf(source);
    return { file: source.name || undefined, pointer: at, ...(map && nearest(map, at)) };
  }

  async function of(list: readonly Finding[]): Promise<readonly Finding[]> {
    const located: Finding[] = [];
    for (const finding of list) {
      const { pointer, file = root.name || undefined } = finding;
      located.push(pointer === undefined ? { ...finding, file } : { ...finding, ...(await locate(pointer)) });
    }
    return located;
  }

  return { of, locate };
}
