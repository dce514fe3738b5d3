/** The kinds of records of a document with their names, and which are another's, reached by a second path. */
import type { RecordAddress } from '../roles.js';
import { type Draft, isSameKind, itemKeyOf, nounOfParameter, nounWords, scopeOf } from './drafts.js';
import { camelCase, grouped, nounKey, pluralWords, singularWords, wordsOf } from './nouns.js';
import { type Segment, isPrefix, keyOfSegments, withMethod } from './paths.js';
import { type Shapes, type Shape, byNoun, mayBeScalar } from './shapes.js';

/** That the records of a path are those of another: `/users/{user_id}/posts` of `/posts`. */
interface Through {
  readonly target: Draft;
  /** For each parameter that the target lies below, the index of its segment in this path; -1 where this path has none. */
  readonly scope: readonly number[];
  /** Members that hold the value of a parameter, each by the index of its segment. */
  readonly bound: readonly { readonly index: number; readonly member: string }[];
}

export interface Kinds {
  readonly drafts: readonly Draft[];
  readonly names: ReadonlyMap<Draft, string>;
  readonly byItem: ReadonlyMap<string, Draft>;
  readonly byCollection: ReadonlyMap<string, Draft>;
  readonly through: ReadonlyMap<Draft, Through>;
}

const keyOfWords = (words: readonly string[]): string => singularWords(words).join('');

/** The member of a record that repeats a parameter of its path, which names a parent: `user_id`, `userId`, `user`. */
export function memberFor(
  shapes: Shapes,
  record: Shape,
  { parameter, noun }: { parameter: string; noun: string | undefined },
): string | undefined {
  const ofParameter = nounOfParameter(parameter);
  const nouns = [...new Set([ofParameter, ...(noun === undefined ? [] : [noun])])];
  const own = wordsOf(parameter).join('');
  const usual = new Set(['id', 'uuid', 'name', 'key', 'slug', 'code', 'number']);
  const names = [
    ...(usual.has(own) ? [] : [keyOfWords(wordsOf(parameter))]),
    ...nouns.flatMap((one) => {
      const key = nounKey(one);
      return usual.has(key) ? [] : [`${key}id`, `${key}uuid`, `${key}sid`, `${key}key`, key];
    }),
  ];
  for (const name of names) {
    const member = byNoun(record).get(name);
    if (member !== undefined && mayBeScalar(shapes.of(record.members.get(member)))) return member;
  }
  return undefined;
}

/** The literal before a parameter, which says what it names. */
export function literalBefore(segments: readonly Segment[], index: number): string | undefined {
  const before = segments[index - 1];
  return before?.kind === 'literal' && !isPrefix(before.text) ? before.text : undefined;
}

/** Literals that say whose records are shown, or in what part of an API, and do not make others of them. */
const SAME = /^(?:admin|me|my|mine|user|current|self|account|internal|management)$/i;

const literalsOf = (segments: readonly Segment[]): readonly string[] =>
  segments.flatMap((segment) => (segment.kind === 'literal' && !isPrefix(segment.text) ? [segment.text] : []));

/** The path of a collection without what says which version it is, or who asks: those that have one path are one. */
const plainPath = ({ segments }: Draft): string =>
  literalsOf(segments)
    .filter((text, index, all) => index === all.length - 1 || !SAME.test(text))
    .map(nounKey)
    .join('/');

/** The members of a record that hold the parameters of a path, which has some; undefined where the last has none. */
function boundBy(shapes: Shapes, draft: Draft, target: Draft): Through['bound'] | undefined {
  const bound = draft.segments.flatMap((segment, index) => {
    if (segment.kind !== 'parameter') return [];
    const noun = literalBefore(draft.segments, index);
    const member = memberFor(shapes, target.record, { parameter: segment.name, noun });
    return [{ index, member: member === target.id?.member ? undefined : member }];
  });
  if (bound.at(-1)?.member === undefined) return undefined;
  return bound.flatMap(({ index, member }) => (member === undefined ? [] : [{ index, member }]));
}

function throughOf(shapes: Shapes, draft: Draft, mains: readonly Draft[]): Through | undefined {
  const hasParents = scopeOf(draft).length > 0;
  const tried = new Set<Shape>();
  for (const target of mains) {
    // Records of one schema are bound alike.
    if (target === draft || tried.has(target.record) || !isSameKind(draft, target)) continue;
    // A path that names items by another member names them in vain.
    if (draft.item !== undefined && draft.id?.member !== target.id?.member) continue;
    if (!hasParents && plainPath(draft) === plainPath(target)) return { target, scope: [], bound: [] };
    const bound = hasParents ? boundBy(shapes, draft, target) : undefined;
    if (bound !== undefined) return { target, scope: [], bound };
    if (hasParents) tried.add(target.record);
  }
  return undefined;
}

/** Kinds that others may be reached through: those without parents, the shortest path first, with items before those without. */
const mainsOf = (drafts: readonly Draft[]): readonly Draft[] =>
  drafts
    .filter((draft) => scopeOf(draft).length === 0)
    .toSorted(
      (one, other) =>
        Number(other.item !== undefined) - Number(one.item !== undefined) ||
        one.segments.length - other.segments.length,
    );

/** Kinds of one noun that are looked at: where there are more, as of attachments, they are of as many things. */
const MOST_MAINS = 20;

function throughsOf(shapes: Shapes, drafts: readonly Draft[]): Map<Draft, Through> {
  const mains = mainsOf(drafts);
  const found = new Map<Draft, Through>();
  for (const draft of drafts) {
    const index = mains.indexOf(draft);
    const before = mains.slice(0, Math.min(MOST_MAINS, index === -1 ? mains.length : index));
    const through = throughOf(shapes, draft, before);
    // A target is never itself another's.
    if (through !== undefined && !found.has(through.target)) found.set(draft, through);
  }
  return found;
}

/** Keys of the segments of a path, without those that say which version it is. */
const keysOf = (segments: readonly Segment[]): readonly { readonly key: string; readonly index: number }[] =>
  segments.flatMap((segment, index) =>
    segment.kind === 'literal' && isPrefix(segment.text) ? [] : [{ key: keyOfSegments([segment]), index }],
  );

/** Where the parameters of a path stand in a shorter one that leaves out some parents; undefined where it is no such path. */
function scopeWithin(short: readonly Segment[], long: readonly Segment[]): readonly number[] | undefined {
  const rest = [...keysOf(short)];
  const scope: number[] = [];
  for (const [position, { key }] of keysOf(long).entries()) {
    const same = rest[0]?.key === key ? rest.shift() : undefined;
    if (key === '{}') scope.push(same?.index ?? -1);
    // A literal goes with the parent that it names.
    else if (same === undefined && keysOf(long)[position + 1]?.key !== '{}') return undefined;
  }
  return rest.length === 0 && scope.includes(-1) ? scope : undefined;
}

/**
 * Items that have a path without some of the parents that they are made below: `/repos/{repo}/comments/{id}` of
 * `/repos/{repo}/issues/{number}/comments`. The kind is that of the longer path, with the items of the shorter one.
 */
function withOwnItems(drafts: readonly Draft[], through: Map<Draft, Through>): readonly Draft[] {
  const targets = new Set(Array.from(through.values(), ({ target }) => target));
  const creates = (draft: Draft): boolean => withMethod(draft.collection, 'POST').length > 0;
  const free = drafts.filter((draft) => !through.has(draft) && !targets.has(draft));
  const merged = new Map<Draft, Draft>();
  for (const short of free) {
    const { item, id, idParameter } = short;
    if (item === undefined || creates(short)) continue;
    for (const long of free) {
      if (long.item !== undefined || merged.has(long) || !creates(long) || !isSameKind(short, long)) continue;
      const scope = scopeWithin(short.segments, long.segments);
      if (scope === undefined) continue;
      const target = { ...long, item, id, idParameter };
      merged.set(long, target);
      through.set(short, { target, scope, bound: [] });
      break;
    }
  }
  return drafts.map((draft) => merged.get(draft) ?? draft);
}

/** Names of a kind from short to long: with the literals of its parents, then with versions and prefixes. */
function namesFor({ segments, many, one }: Draft): readonly string[] {
  const parts = segments.flatMap((segment, index) => {
    if (segment.kind !== 'literal') return [];
    const words = wordsOf(segment.text);
    const isParent = segments[index + 1]?.kind === 'parameter';
    const text = camelCase(isParent ? pluralWords(singularWords(words)) : words);
    const isOwn = keyOfWords(nounWords(segment.text)).endsWith(one.join(''));
    return text === '' ? [] : [{ text, isOwn, isPrefix: isPrefix(segment.text) }];
  });
  const last = parts.findLast((part) => !part.isPrefix) ?? parts.at(-1);
  const before = parts.filter((part) => part !== last || !part.isOwn);
  const own = camelCase(many);
  return [false, true].map((isWhole) =>
    [...before.filter((part) => isWhole || !part.isPrefix).map(({ text }) => text), own].join('.'),
  );
}

function namesOf(drafts: readonly Draft[]): ReadonlyMap<Draft, string> {
  const taken = new Set<string>();
  const names = new Map<Draft, string>();
  for (const draft of drafts) {
    const candidates = namesFor(draft);
    let name = candidates.find((one) => !taken.has(one));
    for (let number = 2; name === undefined; number += 1) {
      const numbered = `${candidates[0] ?? 'records'}${number}`;
      if (!taken.has(numbered)) name = numbered;
    }
    taken.add(name);
    names.set(draft, name);
  }
  return names;
}

export function kindsOf(shapes: Shapes, found: readonly Draft[]): Kinds {
  const through = new Map<Draft, Through>();
  const own = new Map<Draft, Draft>();
  for (const ofNoun of grouped(found, ({ many }) => nounKey(many.join(' '))).values()) {
    const throughs = throughsOf(shapes, ofNoun);
    for (const [index, draft] of withOwnItems(ofNoun, throughs).entries()) own.set(ofNoun[index] ?? draft, draft);
    for (const [draft, one] of throughs) through.set(draft, one);
  }
  const drafts = found.map((draft) => own.get(draft) ?? draft);
  const mains = drafts.filter((draft) => !through.has(draft));
  return {
    drafts,
    names: namesOf([...mains, ...drafts.filter((draft) => through.has(draft))]),
    byItem: new Map(drafts.flatMap((draft) => (draft.item === undefined ? [] : [[itemKeyOf(draft), draft]]))),
    byCollection: new Map(drafts.map((draft) => [draft.key, draft])),
    through,
  };
}

/** The kind whose records a draft's are. */
export const targetOf = ({ through }: Kinds, draft: Draft): Draft => through.get(draft)?.target ?? draft;

export const nameOf = (kinds: Kinds, draft: Draft): string => kinds.names.get(targetOf(kinds, draft)) ?? '';

/** Which records an operation is about, by the parameters of its own path. */
export function addressOf(
  { through }: Kinds,
  draft: Draft,
  { segments, hasId }: { readonly segments: readonly Segment[]; readonly hasId: boolean },
): RecordAddress {
  const count = draft.segments.length;
  const parameterAt = (index: number): readonly string[] => {
    const segment = segments[index];
    return segment?.kind === 'parameter' ? [segment.name] : [];
  };
  const found = through.get(draft);
  const scope =
    found === undefined
      ? segments.slice(0, count).flatMap((_, index) => parameterAt(index))
      : found.scope.map((index) => parameterAt(index)[0] ?? '');
  const bound = (found?.bound ?? []).flatMap(({ index, member }) =>
    parameterAt(index).map((parameter) => ({ parameter, member })),
  );
  return { scope, id: hasId ? parameterAt(count)[0] : undefined, bound };
}
