/** The member of a record that holds its id. */
import type { Schema } from '../model.js';
import { isNumeric, isObject } from '../schema.js';
import { nounKey, singularWords, wordsOf } from './nouns.js';
import { byWords, isObjectShape, isScalarShape, type Shape, type Shapes } from './shapes.js';

export interface IdMember {
  readonly member: string;
  /** Members on the way to it. */
  readonly within: readonly string[];
  /** Whether it holds the path of the record, whose last part is the id: `/videos/123` in `uri`. */
  readonly isPath?: true;
  /** What it must be, where the record does not say so. */
  readonly schema?: Schema | undefined;
}

/** The parameter that names an item in a path. */
export interface IdParameter {
  readonly name: string;
  readonly shape: Shape;
  readonly description: string;
}

/** Members that are ids, in the order in which they are taken. */
const USUAL =
  'id uuid guid sid _id key slug code login username handle name number identifier uid pk ref reference token email arn'.split(
    ' ',
  );

/** What ids end with that begin with the noun. */
const ENDINGS = ['id', 'uuid', 'key', 'sid', 'arn', 'code', 'number', 'name'];

/** Objects of a record that hold what is said of every record. */
const WITHIN = ['metadata', 'sys', 'meta', 'attributes', 'fields'];

const joined = (words: readonly string[]): string => words.join('');

/** Names that a parameter may have as a member, the likeliest first: `petId`, then `id`. */
function namesOf(parameter: string, nouns: readonly string[]): readonly string[] {
  const words = wordsOf(parameter);
  const whole = joined(words);
  const nounWords = nouns.map((noun) => joined(singularWords(wordsOf(noun))));
  // `promotion_code` of promotion codes says no more than its noun, so that `code` is not the first to be meant.
  const isNoun = words.length > 1 && nouns.some((noun) => nounKey(noun) === nounKey(parameter));
  const names = isNoun ? [whole, ...USUAL.slice(0, 4)] : [whole];
  // What is left without the noun: `token` of `bank_account_token`, whose `account_token` is that of another record;
  // `id` of `petid`, in which no case says where a word ends.
  for (const noun of nounWords)
    if (whole.startsWith(noun) && whole.length > noun.length) names.push(whole.slice(noun.length));
  for (let start = 1; start < words.length; start += 1) names.push(joined(words.slice(start)));
  return names;
}

/** Whether the type of a parameter can be that of a member. */
function fits(parameter: Shape, member: Shape): boolean {
  if (parameter.types.size === 0 || member.types.size === 0) return true;
  return isNumeric(parameter) === isNumeric(member) || (parameter.types.has('string') && member.types.has('string'));
}

const saysId = ({ name, description }: IdParameter): boolean =>
  /id$/i.test(name) || /\b(?:id|identifier|uuid|guid)\b/i.test(description);

/** The member by one of the names, whatever the case; one whose value can be an id. */
function memberBy(
  shapes: Shapes,
  record: Shape,
  names: readonly string[],
): { member: string; shape: Shape } | undefined {
  const byName = byWords(record);
  for (const name of names) {
    const member = byName.get(name);
    if (member === undefined) continue;
    const shape = shapes.of(record.members.get(member));
    if ((isScalarShape(shape) || shape.types.size === 0) && !isObjectShape(shape)) {
      return { member, shape };
    }
  }
  return undefined;
}

function idIn(
  shapes: Shapes,
  record: Shape,
  parameter: IdParameter | undefined,
  nouns: readonly string[],
): string | undefined {
  const nounIds = nouns.flatMap((noun) => ENDINGS.map((ending) => nounKey(noun) + ending));
  if (parameter === undefined) return memberBy(shapes, record, [...USUAL.slice(0, 4), ...nounIds])?.member;
  const own = memberBy(shapes, record, namesOf(parameter.name, nouns));
  if (own !== undefined && !nouns.some((noun) => nounKey(noun) === nounKey(own.member))) return own.member;
  if (own !== undefined && fits(parameter.shape, own.shape)) return own.member;
  const first = memberBy(shapes, record, [...USUAL.slice(0, 5), ...nounIds]);
  if (first !== undefined && (saysId(parameter) || fits(parameter.shape, first.shape))) return first.member;
  // A parameter in text beside a number is a name, such as `login` of `/users/{user}`.
  const names = USUAL.filter((name) =>
    fits(parameter.shape, memberBy(shapes, record, [name])?.shape ?? parameter.shape),
  );
  return memberBy(shapes, record, names)?.member ?? first?.member ?? own?.member;
}

/** The id of the object that a parameter names, in a record without one of its own: `user.id` of a member by `user_id`. */
function idOfOwner(shapes: Shapes, record: Shape, parameter: string): IdMember | undefined {
  const words = wordsOf(parameter);
  const [noun, id] = [joined(words.slice(0, -1)), words.at(-1) ?? ''];
  if (noun === '' || memberBy(shapes, record, [joined(words), id]) !== undefined) return undefined;
  const name = byWords(record).get(noun);
  const owner = name === undefined ? undefined : shapes.of(record.members.get(name));
  const found = owner && isObjectShape(owner) ? memberBy(shapes, owner, [id]) : undefined;
  return name !== undefined && found !== undefined ? { member: found.member, within: [name] } : undefined;
}

/** The member that holds the id of a record, by the parameter that names it in a path, else by its own name. */
export function findId(
  shapes: Shapes,
  { record, parameter, nouns }: { record: Shape; parameter: IdParameter | undefined; nouns: readonly string[] },
): IdMember | undefined {
  const byOwner = parameter && idOfOwner(shapes, record, parameter.name);
  if (byOwner !== undefined) return byOwner;
  const own = idIn(shapes, record, parameter, nouns);
  if (own !== undefined) return { member: own, within: [] };
  // A record that is one object alone has its id in it: `{ "product": { "id": 1 } }`.
  for (const name of record.members.size === 1 ? record.members.keys() : WITHIN) {
    const inner = shapes.of(record.members.get(name));
    const member = isObjectShape(inner) ? idIn(shapes, inner, parameter, nouns) : undefined;
    if (member !== undefined) return { member, within: [name] };
  }
  const uri = parameter && memberBy(shapes, record, ['uri', 'resourceuri', 'path', 'href']);
  const schema = isObject(uri?.shape.schema) ? uri.shape.schema : {};
  const isPath = [schema['example'], schema['examples']].flat().some((one) => /^\/[\w-]+\/\w/.test(String(one)));
  return uri && isPath ? { member: uri.member, within: [], isPath } : undefined;
}

/** Whether a record has the parameter of its path as a member, in one of the names that it may have there. */
export function repeats(record: Shape, parameter: string, nouns: readonly string[]): boolean {
  const byName = byWords(record);
  return namesOf(parameter, nouns).some((name) => byName.has(name));
}
