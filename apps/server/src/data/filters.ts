/** What is documented of the query of a list: conditions and sort keys, by what the records of the file have. */
import { callControls, listInput } from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { type NamedMember, scalarMembers } from './members.js';
import { isUnsafe, passing } from './schema.js';

/** Names in the query that mean something else. */
export const TAKEN: ReadonlySet<string> = new Set([
  ...Object.keys(callControls),
  ...Object.keys(listInput({}).shape),
  'sort',
]);

/** A name that stands in a query, and in a comma-separated list, as it is. */
const PLAIN = /^[a-z_$][\w$-]*(?:\.[a-z_$][\w$-]*)*$/i;

const isPlain = ({ name }: NamedMember): boolean => PLAIN.test(name) && !isUnsafe(name) && name !== 'id';

const types = { string: () => z.string(), number: () => z.number(), boolean: () => z.boolean() };

/** A condition: the document names its usual type; what can be compared with it, the records say. */
function condition(type: keyof typeof types, description: string, example?: unknown): z.ZodType {
  const examples = example === undefined ? {} : { examples: [example] };
  return passing(types[type]().meta({ description, ...examples })).optional();
}

/** The conditions on a member. */
function conditionsOn({ name, scalars, isDate, hasComma, example }: NamedMember): z.ZodRawShape {
  const say = (what: string) => `Only records whose \`${name}\` is ${what}.`;
  const isBoolean = scalars.size === 1 && scalars.has('boolean');
  const isNumber = scalars.size === 1 && scalars.has('number');
  const text = String(example ?? '');
  const many = hasComma ? 'this text' : 'one of these values, a comma-separated list';
  const none = hasComma ? 'not this text' : 'none of these values, a comma-separated list';
  const same = isBoolean
    ? {
        [name]: condition('boolean', say('this'), example),
        [`${name}_ne`]: condition('boolean', say('not this'), example),
      }
    : {
        [name]: condition('string', say(many), text),
        [`${name}_ne`]: condition('string', say(none), text),
      };
  if (isBoolean || (!isNumber && !(isDate && scalars.has('text')))) return same;
  const bound = (what: string) => condition(isNumber ? 'number' : 'string', say(what), isNumber ? example : text);
  return {
    ...same,
    [`${name}_gte`]: bound(isNumber ? 'this or more' : 'then or later'),
    [`${name}_lte`]: bound(isNumber ? 'this or less' : 'then or earlier'),
  };
}

function idConditions({ first, names }: DataCollection): z.ZodRawShape {
  const what = (which: string) => `Only the ${names.words.many} with ${which} of these ids, a comma-separated list.`;
  const example = first === undefined ? undefined : String(first['id']);
  return { id: condition('string', what('one'), example), id_ne: condition('string', what('none'), example) };
}

/** What the list of a collection is documented to be filtered by; a member wins over a condition of the same name. */
export function filtersOf(collection: DataCollection, without: readonly string[] = []): z.ZodRawShape {
  const { shape: all } = collection;
  const isFree = (name: string): boolean => !TAKEN.has(name) && !without.includes(name);
  const conditions = scalarMembers(all)
    .filter(isPlain)
    .flatMap((member) =>
      Object.entries(conditionsOn(member)).filter(
        ([own]) => isFree(own) && (own === member.name || !all.members.has(own)),
      ),
    );
  return { ...idConditions(collection), ...Object.fromEntries(conditions) };
}

/** Members that have an order. */
export function sortsOf({ shape }: DataCollection): readonly [string, ...string[]] {
  const names = scalarMembers(shape)
    .filter(isPlain)
    .map(({ name }) => name);
  return ['id', ...new Set(names)];
}
