/** The words of names, in whichever case they are written, and whether two are one noun. */
import { pluralOf, singularOf } from '../../kit/nouns.js';

/** The words of a text, as a set: lists of names are written so. */
export const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Things by a key of theirs, in their order. */
export function grouped<T, K>(all: Iterable<T>, keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** The longest name that is cut into words: a longer one is none that a person has written. */
const MAX_NAME = 200;

/** Keeps what a function has made of a text, since documents say the same names over and over; all of it goes when it is much. */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const MOST = 20_000;
  const made = new Map<string, T>();
  return (text) => {
    if (made.has(text)) return made.get(text) as T;
    if (made.size >= MOST) made.clear();
    const value = make(text);
    made.set(text, value);
    return value;
  };
}

/** Makes something of an object once, and with what else that first took. */
export function madeFor<Key extends object, More extends readonly unknown[], Value>(
  make: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key, ...more) => {
    const own = made.get(key) ?? { value: make(key, ...more) };
    made.set(key, own);
    return own.value;
  };
}

/** The words of a name in lower case: `user`, `id` of `userId`, `user_id`, `user-id`, `UserID` and `user.id`. */
export const wordsOf: (name: string) => readonly string[] = remembered((name) =>
  name
    .slice(0, MAX_NAME)
    .replaceAll(/([A-Z])([A-Z]+)s(?![a-z])/g, (_, first: string, rest: string) => `${first}${rest.toLowerCase()}s`)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ''),
);

/** The same words, the last in singular. */
export const singularWords = (words: readonly string[]): readonly string[] =>
  words.map((word, index) => (index === words.length - 1 ? singularOf(word) : word));

/** Words in singular with the last in plural. */
export const pluralWords = (one: readonly string[]): readonly string[] => [
  ...one.slice(0, -1),
  pluralOf(one.at(-1) ?? ''),
];

/** A name by which two that differ in case, separators and number are one: `blogpost` of `blog_posts` and `BlogPost`. */
export const nounKey: (name: string) => string = remembered((name) => singularWords(wordsOf(name)).join(''));

/** The words of a name without what separates them: `userid` of `user_id`. */
export const joinedWords: (name: string) => string = remembered((name) => wordsOf(name).join(''));

/** Words behind a noun that say how it is shown, and name nothing else: `RepositorySummaries`, `petDetails`. */
const SHOWN =
  /^(?:list|summary|detail|info|information|description|item|object|entity|record|result|set|data|resource|collection|response|config|spec)$/;

const plainNoun: (name: string) => string = remembered((name) =>
  nounKey(
    wordsOf(name)
      .filter((word, index) => index === 0 || !SHOWN.test(singularOf(word)))
      .join(' '),
  ),
);

/** How well a member's name fits one of several nouns: 2 as it is, 1 as a part of it, else 0. */
export function fitOf(name: string, nouns: readonly string[]): 0 | 1 | 2 {
  const key = nounKey(name);
  if (nouns.includes(key)) return 2;
  const plain = plainNoun(name);
  return nouns.some((noun) => noun.length > 2 && (plain === noun || plain.endsWith(noun) || key.endsWith(noun)))
    ? 1
    : 0;
}

/** Whether two names are one noun. */
export const isSameNoun = (one: string, other: string): boolean => nounKey(one) === nounKey(other);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Words as a name in code: `blogPosts`. */
export const camelCase = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capital(word))).join('');

/** `a pet`, `an order`: by the sound that a word begins with, as far as its letters say. */
export function withArticle(noun: string): string {
  const isVowel =
    /^(?:[aio]|e(?!u)|u(?!ni|s[eau]|rl|rn|ti|ui))/i.test(noun) || /^(?:hour|honou?r|sms|mfa|sso|ssh)/i.test(noun);
  return `${isVowel ? 'an' : 'a'} ${noun}`;
}
