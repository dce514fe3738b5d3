/** Texts that fit a schema and look like what their member holds. */
import type { Random } from '../../kit/random.js';
import { drawSentence } from '../../kit/dataset.js';
import { drawFormat } from './formats.js';
import { drawMatch, isMatch, safePatterns } from './from-pattern.js';
import type { Merged } from './merged.js';
import { drawLetters, drawLike, isCode, type Naming } from './naming.js';
import { anyText, textFor } from './words.js';

/** Longer texts are not made, whatever is asked for. */
const MAX_TEXT = 20_000;

/** Members whose values are seldom the same in two records. */
const UNIQUE =
  /(?:^|_)(?:id|ids|uuid|guid|e?mail|name|title|slug|key|token|url|uri|sha|hash|phone|number|code|login|username|handle|reference|ref|sku|serial|secret|href)$/;

const lengthOf = (text: string): number => [...text].length;

/** A text cut, or made longer, to fit the bounds of its length. */
function fitted(text: string, { minLength, maxLength }: Merged, random: Random): string {
  const least = Math.min(minLength, MAX_TEXT);
  let long = text;
  for (
    let missing = least - lengthOf(text);
    missing > 0;
    missing = least - lengthOf(text) - (long.length - text.length)
  ) {
    if (/\s/.test(text) && missing > 30) long += ` ${drawSentence(random)}`;
    else long += drawLetters(random, missing, 0, 25);
  }
  if (lengthOf(long) <= maxLength) return long;
  const cut = [...long].slice(0, maxLength).join('');
  const word = cut.replace(/\s+\S*$/, '');
  return lengthOf(word) >= Math.max(least, 1) ? word : cut;
}

/** An example, or a text of its shape; undefined where there is none, or it is better to make another. */
function likeText({ like, name, random }: Naming, isNamed: boolean): string | undefined {
  if (typeof like !== 'string' || like === '' || like.length > 200) return undefined;
  if (isCode(like) && !/^\d{4}-\d\d/.test(like) && !/^\d+(?:\.\d+)*$/.test(like)) return drawLike(like, random);
  if (UNIQUE.test(name)) return /^\d+$/.test(like) ? drawLike(like, random) : undefined;
  const isPlain =
    isNamed && !/(?:^|_)(?:type|kind|class|category|model|source|platform|group|scope|status|state|role)$/.test(name);
  const isOften = like.length <= 60 && random.chance(isPlain ? 0.4 : 0.8);
  return isOften ? like : undefined;
}

/** The texts that may do, the best first. */
function* candidates(merged: Merged, naming: Naming, attempt: number): Generator<string | undefined> {
  const { format } = merged;
  const isLoose = merged.patterns.length > 0;
  if (attempt < 2) {
    const formatted = format === undefined ? undefined : drawFormat(format, naming);
    if (formatted !== undefined) {
      const { like } = naming;
      // An id of which an example shows another shape than its format has.
      if (typeof like === 'string' && /^(?:uuid|guid)$/.test(format ?? '') && isCode(like))
        yield drawLike(like, naming.random);
      yield formatted;
    }
    const named = textFor(naming);
    yield likeText(naming, named !== undefined);
    yield named;
    // Patterns are mostly of one case.
    if (isLoose && named !== undefined) {
      yield named.toLowerCase();
      yield named.toUpperCase();
    }
  } else if (format !== undefined) yield drawFormat(format, naming);
  if (!isLoose) yield anyText(naming);
}

/** A text that fits a schema. */
export function drawText(merged: Merged, naming: Naming, attempt: number): string {
  const patterns = safePatterns(merged.patterns);
  const { random } = naming;
  const isBare = merged.format === undefined && patterns.length === 0;
  for (const candidate of candidates(merged, naming, attempt)) {
    if (candidate === undefined) continue;
    const text = isBare ? fitted(candidate, merged, random) : candidate;
    const length = lengthOf(text);
    const isWithin = length >= merged.minLength && length <= merged.maxLength;
    if (isWithin && patterns.every((pattern) => isMatch(text, pattern))) return text;
  }
  const { minLength, maxLength } = merged;
  const matching =
    patterns.length === 0 ? undefined : drawMatch({ patterns: merged.patterns, minLength, maxLength }, random);
  if (matching !== undefined) return matching;
  const plain = merged.format === undefined ? undefined : drawFormat(merged.format, naming);
  return fitted(plain ?? anyText(naming), merged, random);
}
