/** What a verb in a path does to a record: which member of it changes, and to what. */
import { joinedWords, nounKey, wordsOf } from './nouns.js';
import type { Shape, Shapes } from './shapes.js';

export interface Change {
  readonly member: string;
  readonly value: string | boolean;
}

/** What things are after a verb, where its participle does not say it. */
const PARTICIPLES =
  'pay:paid read:read leave:left keep:kept lend:lent sell:sold buy:bought draw:drawn write:written take:taken ' +
  'give:given set:set put:put let:let build:built rent:rented break:broken send:sent ' +
  'start:started,running,active,in_progress,inprogress run:running,started,in_progress ' +
  'begin:begun,started,in_progress resume:resumed,running,active,in_progress ' +
  'complete:completed,complete,done,finished finish:finished,completed,done activate:activated,active,enabled ' +
  'reactivate:reactivated,active deactivate:deactivated,inactive,disabled enable:enabled,active ' +
  'disable:disabled,inactive stop:stopped pause:paused open:opened,open reopen:reopened,open close:closed ' +
  'abort:aborted,cancelled,canceled void:voided,void hold:held,on_hold,onhold win:won lose:lost ' +
  'submit:submitted,pending,in_review deny:denied,rejected decline:declined,rejected reject:rejected,declined ' +
  'lock:locked unarchive:unarchived,active unpublish:unpublished,draft withdraw:withdrawn ban:banned ' +
  'suspend:suspended unsuspend:unsuspended,active freeze:frozen verify:verified finalize:finalized,final,open ' +
  'capture:captured,succeeded confirm:confirmed,succeeded refund:refunded ship:shipped expire:expired';

const BY_VERB: ReadonlyMap<string, readonly string[]> = new Map(
  PARTICIPLES.split(' ').map((pair) => {
    const [verb = '', words = ''] = pair.split(':');
    return [verb, words.split(',')];
  }),
);

/** What a thing is after a verb, the likeliest first: `cancelled` and `canceled` of `cancel`. */
export function participlesOf(verb: string): readonly string[] {
  const own = BY_VERB.get(verb) ?? [];
  if (verb.endsWith('e')) return [...own, `${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [...own, `${verb.slice(0, -1)}ied`];
  return [...own, `${verb}ed`, `${verb}${verb.slice(-1)}ed`];
}

/** Members that say in which state a record is. */
const STATE = /(?:^|_| )(?:status|state|phase|stage|lifecycle)$/;

/** `status` before `state` before others. */
const stateRank = (member: string): number => ['state', 'status'].indexOf(wordsOf(member).join(' '));

/** The verb without what turns it round: `archive` of `unarchive`. */
const positiveOf = (verb: string): string | undefined =>
  POSITIVES.get(verb) ?? (/^un\w{3,}$/.test(verb) ? verb.slice(2) : undefined);

const POSITIVES: ReadonlyMap<string, string> = new Map([
  ['disable', 'enable'],
  ['deactivate', 'activate'],
  ['reopen', 'close'],
  ['unmute', 'mute'],
]);

/** A flag that says it, such as `is_archived`. */
function flagIn(shapes: Shapes, record: Shape, verb: string): string | undefined {
  const names = new Set(participlesOf(verb).map(joinedWords));
  return [...record.members].find(([member, schema]) => {
    const key = joinedWords(member).replace(/^(?:is|has|was)(?=\w{4})/, '');
    return names.has(key) && shapes.of(schema).types.has('boolean');
  })?.[0];
}

/** A status whose enum has a word of the verb. */
function statusIn(shapes: Shapes, record: Shape, verb: string): Change | undefined {
  const members = [...record.members.keys()]
    .filter((member) => STATE.test(wordsOf(member).join(' ')))
    .toSorted((one, other) => stateRank(other) - stateRank(one));
  for (const member of members) {
    const values = shapes.of(record.members.get(member)).values.filter((value) => typeof value === 'string');
    for (const participle of participlesOf(verb)) {
      const value = values.find((one) => joinedWords(one) === joinedWords(participle));
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
