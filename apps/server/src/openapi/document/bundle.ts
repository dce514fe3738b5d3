/** Makes one document of several files: what others hold moves into it, and references lead to places in it alone. */
import type { Json, JsonObject } from '../model.js';
import { isObject } from '../schema.js';
import { isReference, type Kind, type Part, partsIn, pointerOf, sectionsOf } from './places.js';
import { type Budget, plainCopy, setMember } from './plain.js';
import { along } from './references.js';
import { decoded, namesIn, pointerName } from '../pointers.js';

/** References that lead to another, one after the other. */
const MAX_CHAIN = 100;

/** Values that are copied from files: many references to large parts add up. */
const MAX_MOVED = 2_000_000;

/** A file that was read. */
export interface Source {
  /** What tells it from others, such as its real path. */
  readonly key: string;
  /** As its user knows it. */
  readonly name: string;
  readonly text: string | undefined;
  readonly value: Json;
}

/** Gives the file that a reference in another names, or says why it is not read. */
export type ReadSource = (path: string, from: Source) => Promise<Source | { readonly refused: string }>;

/** Where a part of the document comes from. */
export interface Origin {
  /** In the document. */
  readonly pointer: string;
  readonly source: Source;
  /** In its file. */
  readonly at: string;
}

interface Bundle {
  readonly root: JsonObject;
  readonly origins: readonly Origin[];
  /** Why references lead nowhere, by the reference as it stands in the document now. */
  readonly refused: ReadonlyMap<string, string>;
}

/** A place in a file. */
interface Spot {
  readonly source: Source;
  readonly pointer: string;
  readonly value: Json;
}

/** Something of the document whose references are still to be moved. */
interface Task {
  readonly value: Json;
  readonly kind: Kind;
  readonly as: Part['as'];
  readonly source: Source;
  /** In the document, once every part has its name. */
  readonly pointer: () => string;
  /** Files and places that it stands in, copied one into the other. */
  readonly within: readonly string[];
}

type Members = Record<string, Json>;
type Reference = Members & { $ref: string };

/** A part of another file that becomes a component. */
interface Bundled {
  readonly section: readonly string[];
  readonly wanted: string;
  readonly value: Json;
  /** What is to name it. */
  readonly named: { readonly holder: Members; readonly name: string }[];
  /** In the document, once it has its name. */
  pointer: string;
}

/** Whether a reference is an address, which is never fetched. */
export const isAddress = (ref: string): boolean => /^[a-z][a-z0-9+.-]+:|^\/\//i.test(ref);

function split(ref: string): readonly [path: string, fragment: string] {
  const hash = ref.indexOf('#');
  return hash < 0 ? [ref, ''] : [ref.slice(0, hash), ref.slice(hash + 1)];
}

/** A name for what a reference leads to: its own, else that of its file. */
function nameFor(path: string, pointer: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
  const name = (namesIn(pointer).at(-1) ?? file).replaceAll(/[^\w.-]+/g, '_');
  return /^(?:|__proto__)$/.test(name) ? 'Part' : name;
}

/** The object behind names, made where it is missing. */
function sectionIn(root: Members, names: readonly string[]): Members {
  let at = root;
  for (const name of names) {
    const member = Object.hasOwn(at, name) ? at[name] : undefined;
    // Ours to change: it is a copy.
    const section = (isObject(member) ? member : {}) as Members;
    at[name] = section;
    at = section;
  }
  return at;
}

/** Moves what other files hold into a document. */
export async function bundle(root: Source & { readonly value: JsonObject }, read: ReadSource): Promise<Bundle> {
  const document = root.value as Members;
  const home = sectionsOf(Object.hasOwn(document, 'swagger'));
  const origins: { readonly task: Task; readonly at: string }[] = [];
  const refused = new Map<string, string>();
  const bundled = new Map<string, Bundled>();
  const open: Task[] = [
    { value: root.value, kind: 'document', as: 'one', source: root, pointer: () => '', within: [] },
  ];
  const budget: Budget = { left: MAX_MOVED };

  /** What a reference leads to; a text says why to nothing. */
  async function spotOf(ref: string, from: Source, depth = 0): Promise<Spot | string> {
    const [path, fragment] = split(ref);
    if (depth > MAX_CHAIN) return 'it leads in a circle';
    if (isAddress(path)) return 'documents elsewhere are never fetched';
    const source = path === '' ? from : await read(decoded(path), from);
    if ('refused' in source) return source.refused;
    if (fragment !== '' && !fragment.startsWith('/')) return `an anchor in ${source.name} is not looked for`;
    const { value, pointer, rest } = along(source.value, namesIn(fragment));
    if (rest.length === 0) return { source, pointer, value };
    // The way leads through a reference.
    if (!isReference(value)) return `there is no ${fragment} in ${source.name}`;
    const left = rest.map((name) => `/${pointerName(name)}`).join('');
    return spotOf(`${value.$ref}${value.$ref.includes('#') ? '' : '#'}${left}`, source, depth + 1);
  }

  /** A copy for the document, and to be looked through. */
  function take(spot: Spot, { kind, as }: Pick<Part, 'kind' | 'as'>, at: Pick<Task, 'pointer' | 'within'>): Json {
    const value = plainCopy(spot.value, spot.source.name, budget);
    const task: Task = { value, kind, as, source: spot.source, ...at };
    origins.push({ task, at: spot.pointer });
    open.push(task);
    return value;
  }

  /** Puts what a place refers to in its stead. */
  function inline(part: Part, spot: Spot, task: Task): string | undefined {
    const key = `${spot.source.key}#${spot.pointer}`;
    if (task.within.includes(key)) return 'it leads in a circle';
    if (part.up === undefined) return 'it stands for the whole';
    const pointer = () => `${task.pointer()}${pointerOf(part)}`;
    const value = take(spot, part, { pointer, within: [...task.within, key] });
    const { $ref: _, ...beside } = part.value as Members;
    setMember(part.up.value as Members, String(part.name), isObject(value) ? Object.assign(value, beside) : value);
    return undefined;
  }

  /** Has something name a part of another file, which becomes a component. */
  function keep(ref: string, kind: Kind, spot: Spot, named: Bundled['named'][number]): void {
    const section = home.get(kind) ?? [];
    const key = `${kind} ${spot.source.key}#${spot.pointer}`;
    const found = bundled.get(key);
    if (found !== undefined) {
      found.named.push(named);
      return;
    }
    const wanted = nameFor(split(ref)[0], spot.pointer);
    const pointer = (): string => bundled.get(key)?.pointer ?? '';
    const value = take(spot, { kind, as: 'one' }, { pointer, within: [] });
    bundled.set(key, { section, wanted, value, named: [named], pointer: '' });
  }

  /** Gives components their names: after everything else has its own, and outside of what is looked through. */
  function settleName(part: Bundled): void {
    const section = sectionIn(document, part.section);
    let own = part.wanted;
    for (let count = 2; Object.hasOwn(section, own); count += 1) own = `${part.wanted}_${count}`;
    section[own] = part.value;
    part.pointer = `/${part.section.join('/')}/${pointerName(own)}`;
    for (const { holder, name: member } of part.named) holder[member] = `#${part.pointer}`;
  }

  async function move(part: Part, node: Reference, task: Task): Promise<void> {
    const { $ref: ref } = node;
    const { kind } = part;
    const section = part.as === 'one' ? home.get(kind) : undefined;
    const isOwn = ref.startsWith('#') && task.source.key === root.key;
    // The document keeps its own, where OpenAPI lets them stand; and an address may be an id in it.
    if ((isOwn && (section !== undefined || kind === 'pathItem')) || isAddress(ref)) return;
    const spot = await spotOf(ref, task.source);
    let why = typeof spot === 'string' ? spot : undefined;
    if (typeof spot !== 'string') {
      if (section === undefined) why = inline(part, spot, task);
      else if (spot.source.key === root.key) node.$ref = `#${spot.pointer}`;
      else keep(ref, kind, spot, { holder: node, name: '$ref' });
    }
    if (why === undefined) return;
    if (ref.startsWith('#') && !isOwn) node.$ref = `${task.source.name}${ref}`;
    refused.set(node.$ref, why);
  }

  /** Values of a discriminator's mapping may name files, too. */
  async function moveMappings(value: Json, task: Task): Promise<void> {
    for (const mapping of mappingsIn(value)) {
      for (const [name, ref] of Object.entries(mapping)) {
        if (typeof ref !== 'string' || isAddress(ref) || !/[/#]|\.(?:json|ya?ml)$/.test(ref)) continue;
        if (ref.startsWith('#') && task.source.key === root.key) continue;
        const spot = await spotOf(ref, task.source);
        if (typeof spot === 'string') continue;
        if (spot.source.key === root.key) mapping[name] = `#${spot.pointer}`;
        else keep(ref, 'schema', spot, { holder: mapping, name });
      }
    }
  }

  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    // Found before any is moved, which changes what is walked over.
    const parts: [Part, Reference][] = [];
    for (const part of partsIn(task.value, task.kind, task.as)) {
      // Ours to change: it was read, or is a copy.
      if (isReference(part.value)) parts.push([part, part.value as Reference]);
    }
    for (const [part, node] of parts) await move(part, node, task);
    // Most documents are in one piece, and large ones take long to look through.
    const isAlone = task.source.key === root.key && parts.every(([, { $ref }]) => $ref.startsWith('#'));
    if (!isAlone) await moveMappings(task.value, task);
  }
  for (const part of bundled.values()) settleName(part);
  return {
    root: document,
    origins: origins.map(({ task, at }) => ({ pointer: task.pointer(), source: task.source, at })),
    refused,
  };
}

/** The mappings of discriminators below a value. */
function* mappingsIn(value: Json): Generator<Members> {
  const open: Json[] = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    if (isObject(at) && isObject(at['discriminator']) && isObject(at['discriminator']['mapping'])) {
      // Of a copy that is the bundle's.
      yield at['discriminator']['mapping'] as Members;
    }
    for (const member of Object.values(at)) open.push(member as Json);
  }
}
