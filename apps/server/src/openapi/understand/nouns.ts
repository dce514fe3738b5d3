/** The words of names, in whichever case they are written, and nouns in singular and plural. */

/** The words of a text, as a set: lists of names are written so. */
export const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words whose number is no matter of their ending: plural and singular. */
const IRREGULAR =
  'people:person children:child men:man women:woman feet:foot teeth:tooth mice:mouse geese:goose indices:index ' +
  'indexes:index vertices:vertex matrices:matrix criteria:criterion movies:movie cookies:cookie caches:cache ' +
  'leaves:leaf shelves:shelf lives:life quizzes:quiz';

const PAIRS = IRREGULAR.split(' ').map((pair) => pair.split(':') as [string, string]);

const SINGULARS: ReadonlyMap<string, string> = new Map(PAIRS);

const PLURALS: ReadonlyMap<string, string> = new Map(PAIRS.toReversed().map(([many, one]) => [one, many]));

/** Words that are the same in singular and plural, though some end as plurals do. */
const ONE_NUMBER = setOf(
  'data media metadata news series species software hardware information equipment sms dns aws gps css js os ios https ' +
    'tls rss sls kms sns sqs vps',
);

/** The longest name that is cut into words: a longer one is none that a person has written. */
const MAX_NAME = 200;

/** Keeps what a function has made of a text, since documents say the same names over and over; all of it goes when it is much. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const MOST = 20_000;
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= MOST) made.clear();
    const value = make(text);
    made.set(text, value);
    return value;
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

/** The singular of an English word; of a word that has none, the word. */
export function singularOf(word: string): string {
  const irregular = SINGULARS.get(word);
  if (irregular !== undefined) return irregular;
  if (ONE_NUMBER.has(word) || /(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|zzes|ches|shes|uses)$/.test(word))
    return /[aeo]uses$/.test(word) ? word.slice(0, -1) : word.slice(0, -2);
  return word.endsWith('s') && word.length > 2 ? word.slice(0, -1) : word;
}

/** The plural of an English word in singular. */
export function pluralOf(word: string): string {
  const irregular = PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (ONE_NUMBER.has(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The same words, the last in singular. */
export const singularWords = (words: readonly string[]): readonly string[] =>
  words.map((word, index) => (index === words.length - 1 ? singularOf(word) : word));

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
