/** Finds the references of a document that lead nowhere, and which operations cannot do without them. */
import type { JsonObject } from '../model.js';
import { isAddress } from './bundle.js';
import type { Findings } from './fault.js';
import { namesIn, pointerName } from './lines.js';
import { isReference, type Kind, type Place, placesIn } from './places.js';
import { decoded, type References } from './references.js';

/** What an operation is served without where it leads nowhere. */
const SPARED: ReadonlySet<Kind> = new Set(['example', 'header', 'link', 'callback', 'securityScheme']);

/** What a reference is in: an operation, a path or a component, by its pointer; undefined for what no operation needs. */
function unitOf(pointer: string): string | undefined {
  const names = namesIn(pointer);
  const [first, second, third, fourth] = names;
  const isPath = first === 'paths';
  if (first === 'webhooks' || (isPath && fourth === 'callbacks') || second === 'callbacks') return undefined;
  const ofAll = isPath && (third === undefined || third === 'parameters');
  return names
    .slice(0, ofAll ? 2 : 3)
    .map((name) => `/${pointerName(name)}`)
    .join('');
}

/** Whether schemas lead from a reference back to it and to nothing else, or it leads nowhere. */
function whyNowhere(node: JsonObject & { readonly $ref: string }, references: References): string {
  if (isAddress(node.$ref)) return 'documents elsewhere are never fetched';
  if (references.targetOf(node) !== undefined) return 'it leads in a circle of references';
  return node.$ref.startsWith('#')
    ? 'there is no such place'
    : 'only a document that is read from a file refers to files';
}

/** What cannot be served, by the pointer of the operation or the path: which reference it needs. */
export type Needs = ReadonlyMap<string, string>;

/** A reference that leads nowhere. */
interface Broken {
  readonly place: Place;
  readonly why: string;
}

/** Checks the references of a document; those that lead on through others are made to name where they lead. */
export function checkReferences(
  root: JsonObject,
  references: References,
  refused: ReadonlyMap<string, string>,
  found: Findings,
): Needs {
  const broken: Broken[] = [];
  for (const place of placesIn(root, 'document')) {
    const { node } = place;
    if (!isReference(node)) continue;
    const target = references.targetOf(node);
    if (target !== undefined && references.resolve(node) !== undefined) straighten(place, target.pointer);
    else broken.push({ place, why: refused.get(node.$ref) ?? whyNowhere(node, references) });
  }
  return broken.length === 0 ? new Map<string, string>() : needsOf(broken, usersIn(root, references), found);
}

/** Validators do not follow references within pointers. */
function straighten({ node, ref }: Place, pointer: string): void {
  const said = ref.slice(1);
  if (!ref.startsWith('#/') || said === pointer || decoded(said) === pointer) return;
  node['$ref'] = `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}

/** Which parts of a document refer to a part, as far as they need it. */
function usersIn(root: JsonObject, references: References): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const place of placesIn(root, 'document')) {
    const target = isReference(place.node) && !SPARED.has(place.kind) ? references.targetOf(place.node) : undefined;
    const unit = target && unitOf(target.pointer);
    const user = unit === undefined ? undefined : unitOf(place.pointer());
    if (unit === undefined || user === undefined || unit === user) continue;
    const known = users.get(unit) ?? new Set<string>();
    known.add(user);
    users.set(unit, known);
  }
  return users;
}

/** Says what leads nowhere, and follows who needs it. */
function needsOf(broken: readonly Broken[], users: ReadonlyMap<string, ReadonlySet<string>>, found: Findings): Needs {
  const needs = new Map<string, string>();
  for (const { place, why } of broken) {
    const pointer = place.pointer();
    const unit = unitOf(pointer);
    const isSpared = SPARED.has(place.kind) || unit === undefined;
    found.add({
      severity: isSpared ? 'warning' : 'fault',
      message: `$ref ${place.ref} leads nowhere: ${why}`,
      pointer,
    });
    if (isSpared || needs.has(unit)) continue;
    needs.set(unit, place.ref);
    const open = [unit];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const user of users.get(at) ?? []) {
        if (needs.has(user)) continue;
        needs.set(user, place.ref);
        open.push(user);
      }
    }
  }
  return needs;
}

/** The reference that keeps something from being served, by its pointer and that of its path. */
export const needOf = (needs: Needs, ...pointers: readonly string[]): string | undefined =>
  pointers.map((pointer) => needs.get(pointer)).find((ref) => ref !== undefined);
