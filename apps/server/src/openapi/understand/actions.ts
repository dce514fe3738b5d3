/** What a verb in a path does to a record: which member of it changes, and to what. */
import { joinedWords, nounKey, participlesOf, wordsOf } from './nouns.js';
import type { Shape, Shapes } from './shapes.js';

export interface Change {
  readonly member: string;
  readonly value: string | boolean;
}

/** Members that say in which state a record is. */
const STATE = /(?:^|_| )(?:status|state|phase|stage|lifecycle)$/;

const stateRank = (member: string): number => {
  const words = wordsOf(member).join(' ');
  if (words === 'status') return 0;
  return words === 'state' ? 1 : 2;
};

const plain = joinedWords;

/** The verb without what turns it round: `archive` of `unarchive`. */
function positiveOf(verb: string): string | undefined {
  const known: Readonly<Record<string, string>> = {
    disable: 'enable',
    deactivate: 'activate',
    reopen: 'close',
    unmute: 'mute',
  };
  if (Object.hasOwn(known, verb)) return known[verb];
  return /^un\w{3,}$/.test(verb) ? verb.slice(2) : undefined;
}

/** The participles of a verb as they stand in names of members: `is_archived`, `archived`. */
const flagsOf = (verb: string): ReadonlySet<string> => new Set(participlesOf(verb).map(plain));

function flagIn(shapes: Shapes, record: Shape, verb: string): string | undefined {
  const names = flagsOf(verb);
  return [...record.members].find(([member, schema]) => {
    const key = plain(member).replace(/^(?:is|has|was)(?=\w{4})/, '');
    return names.has(key) && shapes.of(schema).types.has('boolean');
  })?.[0];
}

/** A status whose enum has a word of the verb. */
function statusIn(shapes: Shapes, record: Shape, verb: string): Change | undefined {
  const members = [...record.members.keys()]
    .filter((member) => STATE.test(wordsOf(member).join(' ')))
    .toSorted((one, other) => stateRank(one) - stateRank(other));
  for (const member of members) {
    const values = shapes.of(record.members.get(member)).values.filter((value) => typeof value === 'string');
    for (const participle of participlesOf(verb)) {
      const value = values.find((one) => plain(one) === plain(participle));
      if (value !== undefined) return { member, value };
    }
  }
  return undefined;
}

/** The verb of a path that may change a status: of `mark-as-read` it is `read`; none of `cancel_action`, which is about something else. */
export function verbOf(literal: string, nouns: readonly string[]): string | undefined {
  const words = wordsOf(literal);
  const own = words[0] === 'mark' || words.includes('as') ? words.slice(1).filter((word) => word !== 'as') : words;
  const [verb, ...rest] = own;
  const isAboutIt = rest.length === 0 || nouns.some((noun) => nounKey(noun) === nounKey(rest.join(' ')));
  return isAboutIt ? verb : undefined;
}

/** What a verb changes; with `isInverse`, as with DELETE, the other way round. */
export function changeOf(
  shapes: Shapes,
  record: Shape,
  { verb, isInverse }: { verb: string; isInverse: boolean },
): Change | undefined {
  const positive = positiveOf(verb);
  const flag = flagIn(shapes, record, verb);
  if (flag !== undefined) return { member: flag, value: !isInverse };
  const inverse = positive === undefined ? undefined : flagIn(shapes, record, positive);
  if (inverse !== undefined) return { member: inverse, value: isInverse };
  return isInverse ? undefined : statusIn(shapes, record, verb);
}
