/** Values that are neither arrays nor objects, and what kind of value is drawn. */
import type { Json, Schema } from '../model.js';
import { visible } from './visible.js';
import { drawText } from './draw-text.js';
import type { Merged } from './merged.js';
import { type Naming, plainName } from './naming.js';
import { drawNumber } from './numbers.js';
import { type Drawing, isValidFor, type Spot, spotRandom } from './sampling.js';
import { settle } from './settle.js';
import { isSeldomReached } from './times.js';
import { anyText, textFor } from './words.js';

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
export function given(drawing: Drawing, spot: Spot, schemas: readonly Schema[], merged: Merged): Json | undefined {
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
