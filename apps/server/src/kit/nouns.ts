/** English nouns in singular and plural. */

/** Words whose number is no matter of their ending: plural and singular. */
const IRREGULAR =
  'people:person children:child men:man women:woman feet:foot teeth:tooth mice:mouse geese:goose indices:index ' +
  'indexes:index vertices:vertex matrices:matrix criteria:criterion movies:movie cookies:cookie caches:cache ' +
  'leaves:leaf shelves:shelf lives:life quizzes:quiz';

const PAIRS = IRREGULAR.split(' ').map((pair) => pair.split(':') as [string, string]);

const SINGULARS: ReadonlyMap<string, string> = new Map(PAIRS);

const PLURALS: ReadonlyMap<string, string> = new Map(PAIRS.toReversed().map(([many, one]) => [one, many]));

/** Words that are the same in singular and plural, though some end as plurals do. */
const ONE_NUMBER: ReadonlySet<string> = new Set(
  (
    'data media metadata news series species software hardware information equipment sms dns aws gps css js os ios https ' +
    'tls rss sls kms sns sqs vps'
  ).split(' '),
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
