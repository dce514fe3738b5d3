/** Members of a record that hold the id of another, found by their names and types. */
import type { Schema } from '../model.js';
import type { Relation, Resource } from '../roles.js';
import { nounKey, wordsOf } from './nouns.js';
import { isListShape, mayBeScalar, type Shape, type Shapes } from './shapes.js';

/** A resource, as far as others may name its records. */
export interface Named {
  readonly resource: Resource;
  readonly record: Shape;
}

export type ByNoun = ReadonlyMap<string, readonly Named[]>;

export function byNoun(all: readonly Named[]): ByNoun {
  const found = new Map<string, Named[]>();
  for (const one of all) {
    const key = nounKey(one.resource.one);
    const own = found.get(key) ?? [];
    own.push(one);
    found.set(key, own);
  }
  return found;
}

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

const isNumber = ({ types }: Shape): boolean => types.has('integer') || types.has('number');

function hasType(value: Shape, id: Shape): boolean {
  if (value.types.size === 0 || id.types.size === 0) return true;
  return isNumber(value) === isNumber(id) && !value.types.has('boolean');
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
    if (!isId && !isMany && !isNumber(value) && !saysId(whole, to.resource.idMember ?? '')) continue;
    // A count is called as what it counts.
    if (!isId && isNumber(value) && !isMany && /count|number|total|amount/i.test(value.description)) continue;
    return { member, resource: to.resource.name, isMany };
  }
  return undefined;
}

export function relationsOf(shapes: Shapes, from: Named, nouns: ByNoun): readonly Relation[] {
  return [...from.record.members].flatMap((entry) => {
    const [member] = entry;
    if (member === from.resource.idMember && from.resource.idWithin.length === 0) return [];
    return relationOf(shapes, from, nouns, entry) ?? [];
  });
}
