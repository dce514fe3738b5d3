/** Finds where in its files the parts of a document stand, once something is to be said about them. */
import type { Finding, Located } from '../model.js';
import type { Origin, Source } from './bundle.js';
import { type Position, type TextMap, textMap } from './lines.js';
import type { Version } from './version.js';

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

interface Spot {
  readonly source: Source;
  readonly pointer: string;
}

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
    const known = maps.get(source)?.deref();
    if (known !== undefined || source.text === undefined) return known;
    const map = await textMap(source.text);
    if (map !== undefined) maps.set(source, new WeakRef(map));
    return map;
  }

  function spotOf(pointer: string): Spot {
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
    const { source, pointer: at } = spotOf(pointer);
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
