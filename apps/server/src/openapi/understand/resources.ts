/** The resources of a document, from the kinds of records that operations have a role with. */
import type { Resource, ScopeParameter } from '../roles.js';
import type { Assigned } from './assign.js';
import { type Draft, nounOfParameter, type Reading } from './drafts.js';
import { addressOf, type Kinds, literalBefore, memberFor, nameOf, targetOf } from './kinds.js';
import { keyOfSegments, type Node, type Segment } from './paths.js';
import { isSameNoun, nounKey } from './nouns.js';
import { byNoun, type Named, relationsOf } from './relations.js';

const pathOf = (node: Node | undefined): string | undefined => node?.operations[0]?.operation.path;

/** Where the parameters of a path lead: for each, the resource whose item the path up to it is. */
export type ScopeOf = (segments: readonly Segment[], record?: Draft['record']) => readonly ScopeParameter[];

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
    schema: draft.record.schema ?? true,
    scope: scopeOf(draft.segments, draft.record).map((one) =>
      one.member === draft.id?.member ? { ...one, member: undefined } : one,
    ),
    relations: [],
  };
}

/** Every resource that an operation speaks of, with its parents and relations, and what reads the scope of other paths. */
export function resourcesOf(
  reading: Reading,
  assigned: Assigned,
): { readonly resources: readonly Resource[]; readonly scopeOf: ScopeOf } {
  const { kinds } = assigned;
  const names = namesIn(assigned);
  const isKept = (draft: Draft): boolean => names.has(nameOf(kinds, draft));
  const scopeOf = scopeReader(reading, kinds, isKept);
  const named: Named[] = kinds.drafts
    .filter((draft) => isKept(draft) && targetOf(kinds, draft) === draft)
    .map((draft) => ({ resource: resourceOf(kinds, draft, scopeOf), record: draft.record }));
  const nouns = byNoun(named);
  const resources = named.map((one) => {
    const ofScope = new Set(one.resource.scope.map(({ member }) => member));
    const relations = relationsOf(reading.shapes, one, nouns).filter(({ member }) => !ofScope.has(member));
    return { ...one.resource, relations };
  });
  return { resources, scopeOf };
}
