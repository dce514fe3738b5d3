/** Reads from a document what its operations do: which lists, creates, reads, changes and removes the records of which resource. */
import type { Finding, ApiDocument, Schema } from '../model.js';
import type { Understood, Understanding, Resource, Relation, ScopeParameter } from '../roles.js';
import { type Assigned, assign } from './assign.js';
import { type Draft, nounOfParameter, type Reading } from './drafts.js';
import { resourcesWithHints, withHints } from './hints.js';
import { type Kinds, addressOf, literalBefore, memberFor, nameOf, targetOf } from './kinds.js';
import { grouped, isSameNoun, nounKey, wordsOf } from './nouns.js';
import { type Segment, type Node, keyOfSegments, nodesOf } from './paths.js';
import type { Found } from './operations.js';
import { says } from './table.js';
import { type Shape, type Shapes, isListShape, mayBeScalar } from './shapes.js';
import { isNumeric, shapesOf } from '../schema.js';

const pathOf = (node: Node | undefined): string | undefined => node?.operations[0]?.operation.path;

/** Where the parameters of a path lead: for each, the resource whose item the path up to it is. */
type ScopeOf = (segments: readonly Segment[], record?: Draft['record']) => readonly ScopeParameter[];

function scopeReader({ shapes }: Reading, kinds: Kinds, isKept: (draft: Draft) => boolean): ScopeOf {
  const roots = new Map<string, Draft>();
  for (const draft of kinds.drafts) {
    const isRoot = draft.item !== undefined && draft.segments.every(({ kind }) => kind === 'literal');
    const key = nounKey(draft.one.join(' '));
    if (isRoot && isKept(draft) && !roots.has(key)) roots.set(key, draft);
  }
  return (segments, record) =>
    segments.flatMap((segment, index): readonly ScopeParameter[] => {
      if (segment.kind !== 'parameter') return [];
      const literal = literalBefore(segments, index);
      const here = kinds.byItem.get(keyOfSegments(segments.slice(0, index + 1)));
      const isBelowOthers = segments.slice(0, index).some(({ kind }) => kind === 'parameter');
      const byName = literal !== undefined && !isBelowOthers ? roots.get(nounKey(literal)) : undefined;
      const ofParameter = nounOfParameter(segment.name);
      const byParameter =
        isBelowOthers || (literal !== undefined && isSameNoun(literal, ofParameter))
          ? undefined
          : roots.get(nounKey(ofParameter));
      const parent = [here, byName, byParameter].find((draft) => draft !== undefined && isKept(draft));
      const member = record && memberFor(shapes, record, { parameter: segment.name, noun: literal });
      const scope =
        here !== undefined && parent === here ? addressOf(kinds, here, { segments, hasId: false }).scope : [];
      return [{ parameter: segment.name, resource: parent && nameOf(kinds, parent), scope, member }];
    });
}

/** A resource, as far as others may name its records. */
interface Named {
  readonly resource: Resource;
  readonly record: Shape;
}

type ByNoun = ReadonlyMap<string, readonly Named[]>;

/** Whether the records of a resource can be named from a record of another: they lie below the same parents, or below none. */
function isNear(from: Resource, to: Resource): boolean {
  return to.scope.every(({ parameter, resource }, index) => {
    const own = from.scope[index];
    return own !== undefined && (own.resource === undefined ? own.parameter === parameter : own.resource === resource);
  });
}

/** The resource that a noun names for a record of another: the one below the most parents that both have. */
function resourceNamed(nouns: ByNoun, noun: string, from: Resource): Named | undefined {
  const near = (nouns.get(nounKey(noun)) ?? []).filter(
    ({ resource }) => resource.idMember !== undefined && resource.itemPath !== undefined && isNear(from, resource),
  );
  return near.toSorted((one, other) => other.resource.scope.length - one.resource.scope.length)[0];
}

const ID_WORD = /^(?:id|ids|uuid|uuids|guid|guids|sid|sids|key|keys)$/;

/** What a member may name: `billing_user_id` names a `billing user`, else a `user`. */
function nounsIn(member: string): { readonly nouns: readonly string[]; readonly isId: boolean } {
  const words = wordsOf(member);
  const isId = words.length > 1 && ID_WORD.test(words.at(-1) ?? '');
  const noun = isId ? words.slice(0, -1) : words;
  // Without `id`, only the whole name is a noun: `first_name` names no name.
  const nouns = isId ? noun.map((_, index) => noun.slice(index).join(' ')) : [noun.join(' ')];
  return { nouns, isId };
}

function hasType(value: Shape, id: Shape): boolean {
  if (value.types.size === 0 || id.types.size === 0) return true;
  return isNumeric(value) === isNumeric(id) && !value.types.has('boolean');
}

/** Texts of these formats are no ids. */
const NO_ID = /^(?:date|date-time|time|email|uri|url|binary|byte|password|hostname|ipv4|ipv6|duration)$/;

/** Whether a text that is called like a resource holds the id of one: it may be the whole record too, or says that it is an id. */
const saysId = ({ members, description }: Shape, idMember: string): boolean =>
  members.size > 0 || /id$/i.test(idMember) || /\b(?:id|identifier|uuid)\b/i.test(description);

function relationOf(
  shapes: Shapes,
  from: Named,
  nouns: ByNoun,
  [member, schema]: readonly [string, Schema],
): Relation | undefined {
  const { nouns: words, isId } = nounsIn(member);
  for (const noun of words) {
    const to = resourceNamed(nouns, noun, from.resource);
    // Few members name a resource: the others are not looked at.
    if (to === undefined) continue;
    const whole = shapes.of(schema);
    const isMany = isListShape(whole);
    const value = isMany ? shapes.of(whole.items) : whole;
    if (!mayBeScalar(value) || value.types.has('boolean') || value.values.length > 0 || NO_ID.test(value.format ?? ''))
      return undefined;
    const id = shapes.of(to.record.members.get(to.resource.idMember ?? ''));
    if (!hasType(value, id)) continue;
    // A record's own id in another name, such as `pet_id` of a pet.
    if (to.resource.name === from.resource.name && (member === from.resource.idMember || noun === from.resource.one))
      continue;
    if (!isId && !isMany && !isNumeric(value) && !saysId(whole, to.resource.idMember ?? '')) continue;
    // A count is called as what it counts.
    if (!isId && isNumeric(value) && !isMany && /count|number|total|amount/i.test(value.description)) continue;
    return { member, resource: to.resource.name, isMany };
  }
  return undefined;
}

function relationsOf(shapes: Shapes, from: Named, nouns: ByNoun): readonly Relation[] {
  return [...from.record.members].flatMap((entry) => {
    const [member] = entry;
    if (member === from.resource.idMember && from.resource.idWithin.length === 0) return [];
    return relationOf(shapes, from, nouns, entry) ?? [];
  });
}

/** Names of resources that an operation has a role with. */
function namesIn({ found }: Assigned): ReadonlySet<string> {
  return new Set([...found.values()].flatMap((one) => ('resource' in one ? [one.resource] : [])));
}

function resourceOf(kinds: Kinds, draft: Draft, scopeOf: ScopeOf): Resource {
  return {
    name: nameOf(kinds, draft),
    one: draft.one.join(' '),
    many: draft.many.join(' '),
    collectionPath: pathOf(draft.collection),
    itemPath: pathOf(draft.item),
    idParameter: draft.idParameter,
    idMember: draft.id?.member,
    idWithin: draft.id?.within ?? [],
    idIsPath: draft.id?.isPath,
    idSchema: draft.id?.schema,
    isSingle: draft.isSingle,
    schema: draft.record.schema ?? true,
    scope: scopeOf(draft.segments, draft.record).map((one) =>
      one.member === draft.id?.member ? { ...one, member: undefined } : one,
    ),
    relations: [],
  };
}

/** Every resource that an operation speaks of, with its parents and relations. */
function resourcesOf(reading: Reading, assigned: Assigned): readonly Resource[] {
  const { kinds } = assigned;
  const names = namesIn(assigned);
  const isKept = (draft: Draft): boolean => names.has(nameOf(kinds, draft));
  const scopeOf = scopeReader(reading, kinds, isKept);
  const named: Named[] = kinds.drafts
    .filter((draft) => isKept(draft) && targetOf(kinds, draft) === draft)
    .map((draft) => ({ resource: resourceOf(kinds, draft, scopeOf), record: draft.record }));
  const nouns = grouped(named, ({ resource }) => nounKey(resource.one));
  return named.map((one) => {
    const ofScope = new Set(one.resource.scope.map(({ member }) => member));
    const relations = relationsOf(reading.shapes, one, nouns).filter(({ member }) => !ofScope.has(member));
    return { ...one.resource, relations };
  });
}

function understood(one: Found, resources: ReadonlyMap<string, Resource>): Understood {
  if (one.kind === 'none') return { role: { kind: 'stateless' }, says: `stateless: ${one.why}` };
  return { role: one, says: says(one, 'resource' in one ? resources.get(one.resource) : undefined) };
}

/** What is understood of a document. */
export function understand(document: ApiDocument): Understanding {
  const reading = { document, shapes: shapesOf(document), nodes: nodesOf(document) };
  const findings: Finding[] = [];
  const assigned = withHints(reading, assign(reading), findings);
  const resources = resourcesWithHints(reading, resourcesOf(reading, assigned), findings);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const operations = new Map(
    document.operations.map(({ id }) => {
      const one = assigned.found.get(id) ?? { kind: 'none', why: 'nothing is known of it' };
      return [id, understood(one, byName)] as const;
    }),
  );
  return { resources, operations, findings };
}
