/** Follows the references of a document in it: JSON pointers, anchors and ids. */
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { isObject, isSchema } from '../schema.js';
import { isReference, partsIn, pointerOf } from './places.js';
import { decoded, namesIn, pointerName, valueAt } from '../pointers.js';

/** References that lead to another, one after the other. */
const MAX_CHAIN = 100;

/** What a reference leads to, and where in the root that stands. */
export interface Target {
  readonly value: Json;
  readonly pointer: string;
}

export interface References {
  /** What a node is once its reference, and those behind it, are followed; undefined where they lead nowhere. */
  readonly resolve: (node: Json | undefined) => Json | undefined;
  /** The same, with where it stands; `pointer` is where the node does. */
  readonly follow: (node: Json | undefined, pointer: string) => Target | undefined;
  /** What the reference of a node leads to; that may be a reference. */
  readonly targetOf: (node: JsonObject & { readonly $ref: string }) => Target | undefined;
}

/** Parts of the document that name themselves. */
interface Names {
  /** By `$id`, and by `$id#anchor`; those of the document by `#anchor`. */
  readonly targets: ReadonlyMap<string, Target>;
  /** The `$id` around a node, where there is one. */
  readonly bases: WeakMap<object, string>;
}

/** An id as the base of others makes it absolute. */
function absolute(id: string, base: string): string {
  try {
    return base === '' ? id : new URL(id, base).href;
  } catch {
    return id;
  }
}

/** Looks for `$id`, `$anchor` and `$dynamicAnchor` of schemas. */
function namesOf(root: JsonObject): Names {
  const targets = new Map<string, Target>();
  const bases = new WeakMap<object, string>();
  for (const part of partsIn(root, 'document')) {
    let base = (part.up && bases.get(part.up.value)) ?? '';
    const value = part.value as Json;
    if (part.kind === 'schema' && isObject(value)) {
      const { $id: id, $anchor: anchor, $dynamicAnchor: dynamic } = value;
      if (typeof id === 'string') base = absolute(id.replace(/#$/, ''), base);
      const anchors = [anchor, dynamic].filter((name) => typeof name === 'string');
      for (const key of [...(typeof id === 'string' ? [base] : []), ...anchors.map((name) => `${base}#${name}`)]) {
        if (!targets.has(key)) targets.set(key, { value, pointer: pointerOf(part) });
      }
    }
    if (base !== '') bases.set(part.value, base);
  }
  return { targets, bases };
}

/** A member by a name of a pointer, which documents escape more or less; undefined where there is none. */
function memberAt(value: Json, name: string): readonly [string, Json] | undefined {
  if (Array.isArray(value)) {
    const item = /^(?:0|[1-9]\d{0,9})$/.test(name) ? (value as readonly Json[])[Number(name)] : undefined;
    return item === undefined ? undefined : [name, item];
  }
  if (!isObject(value)) return undefined;
  for (const spelled of new Set([name, decoded(name)])) {
    const member = Object.hasOwn(value, spelled) ? value[spelled] : undefined;
    if (member !== undefined) return [spelled, member];
  }
  return undefined;
}

/** Goes along the names of a pointer as far as members are there; where they end, some names are left. */
export function along(from: Json, names: readonly string[]): Target & { readonly rest: readonly string[] } {
  let at: Target = { value: from, pointer: '' };
  for (const [index, name] of names.entries()) {
    const found = memberAt(at.value, name);
    if (found === undefined) return { ...at, rest: names.slice(index) };
    at = { value: found[1], pointer: `${at.pointer}/${pointerName(found[0])}` };
  }
  return { ...at, rest: [] };
}

/** The references of a document. */
export function referencesIn(root: JsonObject): References {
  let names: Names | undefined;
  const named = (): Names => (names ??= namesOf(root));
  const known = new Map<string, Target | undefined>();
  const resolved = new WeakMap<object, { readonly value: Json | undefined }>();

  /** Walks along a pointer; where the way leads through a reference, it is followed. */
  function walk(from: Target, pointer: string, depth: number): Target | undefined {
    // A percent sign before the slashes are cut: `%2F` is a slash, `~1` a slash in a name.
    let left: readonly string[] = namesIn(pointer);
    for (let at: Target | undefined = from; at !== undefined; at = chain(at, depth + 1)) {
      const { value, pointer: to, rest } = along(at.value, left);
      at = { value, pointer: at.pointer + to };
      if (rest.length === 0) return at;
      if (!isReference(value)) return undefined;
      left = rest;
    }
    return undefined;
  }

  function lookUp(ref: string, depth: number): Target | undefined {
    const hash = ref.indexOf('#');
    const [base, fragment] = hash < 0 ? [ref, ''] : [ref.slice(0, hash), ref.slice(hash + 1)];
    const isOwn = base === '' || base === root['$self'];
    const resource = isOwn ? { value: root, pointer: '' } : named().targets.get(base);
    if (fragment === '') return resource;
    const pointer = fragment.startsWith('/') ? fragment : decoded(fragment);
    if (!pointer.startsWith('/')) return named().targets.get(`${isOwn ? '' : base}#${pointer}`);
    return resource && walk(resource, pointer, depth);
  }

  function targetOf(node: JsonObject & { readonly $ref: string }, depth = 0): Target | undefined {
    if (depth > MAX_CHAIN) return undefined;
    const ref = node.$ref;
    if (!known.has(ref)) {
      // A circle of pointers through references ends at the depth, or here.
      known.set(ref, undefined);
      known.set(ref, lookUp(ref, depth));
    }
    const target = known.get(ref);
    if (target !== undefined) return target;
    const base = named().bases.get(node);
    return base === undefined ? undefined : lookUp(absolute(ref, base), depth);
  }

  function chain(from: Target, depth = 0): Target | undefined {
    let at: Target | undefined = from;
    for (let left = MAX_CHAIN; left > 0; left -= 1) {
      if (!isReference(at.value)) return at;
      at = targetOf(at.value, depth + MAX_CHAIN - left);
      if (at === undefined) return undefined;
    }
    return undefined;
  }

  return {
    targetOf: (node) => targetOf(node),
    follow: (node, pointer) => (node === undefined ? undefined : chain({ value: node, pointer })),
    resolve: (node) => {
      if (!isReference(node)) return node;
      const before = resolved.get(node);
      if (before !== undefined) return before.value;
      const value = chain({ value: node, pointer: '' })?.value;
      resolved.set(node, { value });
      return value;
    },
  };
}

/** The node that a reference in the document leads to, itself perhaps a reference; undefined where there is none. */
export function schemaBehind(
  { root, resolve }: Pick<ApiDocument, 'root' | 'resolve'>,
  reference: string,
): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  const target = valueAt(root, namesIn(decoded(reference.slice(1)))) ?? resolve({ $ref: reference });
  return isSchema(target) ? target : undefined;
}
