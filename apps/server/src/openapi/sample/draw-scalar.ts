/** Values that are neither arrays nor objects, and what kind of value is drawn; texts look like what their member holds. */
import type { Json, Schema } from '../model.js';
import { visible, settle } from './settle.js';
import type { Merged } from './merged.js';
import { type Naming, plainName, drawLetters, drawLike, isCode } from './naming.js';
import { drawNumber, isSeldomReached } from './numbers.js';
import { type Drawing, type Spot, isValidFor, spotRandom } from './sampling.js';
import { anyText, textFor } from './words.js';
import type { Random } from '../../kit/random.js';
import { drawSentence } from '../../kit/dataset.js';
import { drawFormat } from './formats.js';
import { drawMatch, isMatch, safePatterns } from './from-pattern.js';

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
function drawText(merged: Merged, naming: Naming, attempt: number): string {
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

/** Attempts for a value that branches, conditions or exclusions forbid. */
const PLAIN_ATTEMPTS = 12;

export function namingOf(drawing: Drawing, spot: Spot, merged: Merged): Naming {
  const { about } = drawing;
  const { examples } = merged;
  return {
    name: plainName(spot.name),
    noun: spot.noun,
    description: merged.description.slice(0, 400).toLowerCase(),
    facts: spot.facts,
    index: spot.index,
    now: about.now,
    random: spotRandom(drawing, spot),
    maxLength: merged.maxLength,
    like: spot.like ?? examples[spot.turn % Math.max(1, examples.length)],
  };
}

/** A value of the document that is to be taken as it is: one that is kept, or an example. */
export function givenValue(drawing: Drawing, spot: Spot, schemas: readonly Schema[], merged: Merged): Json | undefined {
  const { kept, attempt, turn } = spot;
  // What is kept of a record stays, though something around it is drawn anew.
  const isKept = drawing.isFitting ? !drawing.salts.has(spot.pointer) : attempt === 0;
  if (isKept && kept !== undefined && isValidFor(drawing, schemas, kept)) return kept;
  if (attempt > 0) return undefined;
  const example = drawing.about.examples ? merged.examples[turn] : undefined;
  if (example === undefined) return undefined;
  const shown = visible(drawing, schemas, example);
  return isValidFor(drawing, schemas, shown) ? shown : undefined;
}

/** One of the values that a schema lists; undefined where none of them is of its type. */
function drawValue(drawing: Drawing, spot: Spot, merged: Merged): Json | undefined {
  const { values = [] } = merged;
  const { types, minimum, maximum, minLength, maxLength } = merged;
  const isTyped = (value: Json) =>
    types === undefined || types.includes(typeOf(value)) || (typeof value === 'number' && types.includes('number'));
  const isWithin = (value: Json) =>
    typeof value === 'number'
      ? value >= minimum && value <= maximum
      : typeof value !== 'string' || (value.length >= minLength && value.length <= maxLength);
  const typed = values.filter(isTyped);
  const isAllowed = (value: Json) => merged.nots.every((not) => isValidFor(drawing, [{ not }], value));
  const fitting = typed.filter((value) => isWithin(value) && isAllowed(value));
  const usable = fitting.length > 0 ? fitting : typed;
  if (usable.length === 0) return undefined;
  const random = spotRandom(drawing, spot);
  const some = usable.filter((value) => value !== null);
  if (some.length === 0) return null;
  if (some.length < usable.length && spot.depth > 0 && random.chance(0.1)) return null;
  return random.pick(some);
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

/** The type of the value: of several mostly the first; undefined where the schema names none and implies none. */
export function pickType(drawing: Drawing, spot: Spot, merged: Merged, isCircular: boolean): string | undefined {
  const { types = impliedTypes(merged) } = merged;
  const { kept } = spot;
  if (kept !== undefined && spot.attempt === 0) {
    const own = typeOf(kept);
    if (types.includes(own)) return own;
    if (own === 'integer' && types.includes('number')) return 'number';
  }
  const some = types.filter((type) => type !== 'null');
  if (some.length === 0) return types[0];
  const random = spotRandom(drawing, spot, '~type');
  if (some.length < types.length && spot.depth > 0) {
    const isEmpty = random.chance(isSeldomReached(plainName(spot.name)) ? 0.75 : 0.1);
    if (isCircular || isEmpty) return 'null';
  }
  return some.length === 1 || random.chance(0.7) ? some[0] : random.pick(some);
}

function impliedTypes(merged: Merged): readonly string[] {
  if (merged.properties.size + merged.rests.length + merged.required.size + merged.byPattern.length > 0)
    return ['object'];
  if (merged.names.length > 0 || merged.minProperties > 0 || merged.dependents.length > 0) return ['object'];
  if (merged.items.length + merged.prefix.length + merged.contains.length + merged.minItems > 0) return ['array'];
  if (merged.patterns.length + merged.minLength > 0 || merged.maxLength < Infinity) return ['string'];
  if (merged.multiples.length > 0 || [merged.minimum, merged.above].some((bound) => bound > -Infinity))
    return ['number'];
  if ([merged.maximum, merged.below].some((bound) => bound < Infinity)) return ['number'];
  if (merged.format !== undefined) return [/^(?:u?int\d+|float|double)$/.test(merged.format) ? 'number' : 'string'];
  return [];
}

function drawBoolean(drawing: Drawing, spot: Spot, merged: Merged): boolean {
  const random = spotRandom(drawing, spot);
  if (typeof merged.default === 'boolean' && spot.attempt === 0) return merged.default !== random.chance(0.15);
  const name = plainName(spot.name);
  if (/active|enabled|available|verified|success|valid|(?:^|_)ok$|visible|in_stock/.test(name))
    return random.chance(0.85);
  if (/delet|archiv|disabl|suspend|error|deprecat|locked|blocked|banned|has_more|fail|truncat/.test(name))
    return random.chance(0.08);
  return random.chance(0.5);
}

/** The default of a schema, which many records have. */
function usualDefault(drawing: Drawing, spot: Spot, schemas: readonly Schema[], merged: Merged): Json | undefined {
  const { default: value } = merged;
  if (value === undefined || value === null || value === '' || typeof value === 'boolean' || spot.attempt > 0)
    return undefined;
  if (/(?:^|_)(?:id|name|key)$/.test(plainName(spot.name)) || typeof value === 'object') return undefined;
  return spotRandom(drawing, spot, '~default').chance(0.5) && isValidFor(drawing, schemas, value) ? value : undefined;
}

/** A value of no type in particular, by the name of its member. */
function drawAny(drawing: Drawing, spot: Spot, merged: Merged): Json {
  if (spot.kept !== undefined) return spot.kept;
  const naming = namingOf(drawing, spot, merged);
  const usual = textFor(naming) ?? anyText(naming);
  const values: readonly Json[] = spot.depth === 0 ? [{}, usual, 1, true, [], null] : [usual, 1, true, {}, [], null];
  const [first = null] = values;
  if (merged.nots.length === 0) return first;
  return (
    values.find((value) =>
      isValidFor(
        drawing,
        merged.nots.map((not) => ({ not })),
        value,
      ),
    ) ?? first
  );
}

/** Whether a schema leads back to one that it is part of. */
export const isCircle = ({ references }: Merged, { trail }: Spot): boolean =>
  references.some((reference) => trail.includes(reference));

function drawTyped(drawing: Drawing, spot: Spot, merged: Merged, type: string): Json | undefined {
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return drawBoolean(drawing, spot, merged);
    case 'integer':
    case 'number':
      return drawNumber(merged, namingOf(drawing, spot, merged), type === 'integer');
    case 'string':
      return drawText(merged, namingOf(drawing, spot, merged), spot.attempt);
    default:
      return undefined;
  }
}

/** Draws anew what no branch, condition or exclusion allows, where that is all there is to it. */
export function drawPlain(drawing: Drawing, schemas: readonly Schema[], spot: Spot, whole: Merged): Json | undefined {
  const isPlain = whole.choices.length + whole.conditions.length + whole.nots.length === 0;
  let first: Json | undefined;
  for (let more = 0; more < PLAIN_ATTEMPTS; more++) {
    const own = more === 0 ? spot : { ...spot, attempt: spot.attempt + more };
    const settled = settle(drawing, own, whole);
    const value = drawScalar(drawing, schemas, own, settled);
    if (value === undefined || isPlain) return value;
    first ??= value;
    if (isValidFor(drawing, schemas, value)) return value;
  }
  return first;
}

/** A value that is neither an array nor an object; undefined where it is to be one. */
function drawScalar(drawing: Drawing, schemas: readonly Schema[], spot: Spot, settled: Merged): Json | undefined {
  const listed = drawValue(drawing, spot, settled);
  // Null is a value.
  const value = listed === undefined ? usualDefault(drawing, spot, schemas, settled) : listed;
  if (value !== undefined) return value;
  const type = pickType(drawing, spot, settled, isCircle(settled, spot));
  if (type === undefined) return drawAny(drawing, spot, settled);
  return drawTyped(drawing, spot, settled, type);
}
