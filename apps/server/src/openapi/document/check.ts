/** Checks every part of a document: which references lead nowhere, which operations cannot do without them, and which schemas are wrong. */
import type { Json, JsonObject } from '../model.js';
import { isAddress } from './bundle.js';
import type { Findings } from './fault.js';
import { isReference, type Kind, type Part, partsIn, pointerOf } from './places.js';
import type { References } from './references.js';
import { schemaFaults } from './schema-faults.js';
import { decoded, namesIn, pointerName } from '../pointers.js';

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

/** Why a reference leads nowhere. */
function whyNowhere(node: Reference, references: References): string {
  if (isAddress(node.$ref)) return 'documents elsewhere are never fetched';
  if (references.targetOf(node) !== undefined) return 'it leads in a circle of references';
  return node.$ref.startsWith('#')
    ? 'there is no such place'
    : 'only a document that is read from a file refers to files';
}

/** What cannot be served, by the pointer of the operation or the path: which reference it needs. */
export type Needs = ReadonlyMap<string, string>;

type Reference = JsonObject & { readonly $ref: string };
type Referring = readonly [part: Part, node: Reference];

/**
 * Checks the parts of a document, and says what is wrong with them. References that lead on through others are made to
 * name where they lead.
 */
export function checkParts(
  root: JsonObject,
  references: References,
  refused: ReadonlyMap<string, string>,
  found: Findings,
): Needs {
  const all: Referring[] = [];
  const broken: (readonly [...Referring, why: string])[] = [];
  for (const part of partsIn(root, 'document')) {
    const node = part.value as Json;
    if (part.kind === 'schema' && part.as === 'one') {
      for (const [message, keyword] of schemaFaults(node)) {
        found.warn(message, { pointer: `${pointerOf(part)}${keyword}` });
      }
    }
    if (!isReference(node)) continue;
    all.push([part, node]);
    const target = references.targetOf(node);
    if (target !== undefined && references.resolve(node) !== undefined) straighten(node, target.pointer);
    else broken.push([part, node, refused.get(node.$ref) ?? whyNowhere(node, references)]);
  }
  const needs = new Map<string, string>();
  if (broken.length === 0) return needs;
  const users = usersOf(all, references);
  for (const [part, { $ref }, why] of broken) {
    const pointer = pointerOf(part);
    const unit = SPARED.has(part.kind) ? undefined : unitOf(pointer);
    const message = `$ref ${$ref} leads nowhere: ${why}`;
    found[unit === undefined ? 'warn' : 'fault'](message, { pointer });
    if (unit === undefined || needs.has(unit)) continue;
    // And whoever needs that.
    const open = new Set([unit]);
    for (const at of open) {
      if (needs.has(at)) continue;
      needs.set(at, $ref);
      for (const user of users.get(at) ?? []) open.add(user);
    }
  }
  return needs;
}

/** Validators do not follow references within pointers. */
function straighten(node: Reference, pointer: string): void {
  const said = node.$ref.slice(1);
  if (!node.$ref.startsWith('#/') || said === pointer || decoded(said) === pointer) return;
  // Ours: it was read, or copied.
  (node as Record<string, Json>)['$ref'] = `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}

/** Which parts of a document refer to a part, as far as they need it. */
function usersOf(all: readonly Referring[], references: References): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const [part, node] of all) {
    const target = SPARED.has(part.kind) ? undefined : references.targetOf(node);
    const unit = target && unitOf(target.pointer);
    const user = unit === undefined ? undefined : unitOf(pointerOf(part));
    if (unit === undefined || user === undefined || unit === user) continue;
    const known = users.get(unit) ?? new Set<string>();
    users.set(unit, known.add(user));
  }
  return users;
}
