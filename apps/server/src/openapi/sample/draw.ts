/** Values that fit a schema: each drawn from a stream of its own path. */
import { hashText } from '../../kit/random.js';
import type { Json, Schema } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import { drawPlain, givenValue, isCircle, namingOf, pickType } from './draw-scalar.js';
import { drawMatch } from './from-pattern.js';
import { type Merged, isOpen, isSame, meet, memberSchemas } from './merged.js';
import { nounOfItems, plainName, factsOf } from './naming.js';
import { type Drawing, type Spot, isValidFor, mergeAll, spotRandom } from './sampling.js';
import { settle } from './settle.js';
import { isSeldomReached, isTimeName } from './numbers.js';
import { anyText } from './words.js';
import { pointerName } from '../pointers.js';

/** Objects in objects: deeper ones have only the members that they must have, and at last none. */
const DEEP = 4;
const DEEPEST = 14;

/** Values that may be drawn for members that must be there, when there are enough. */
const MUCH_MORE = 2_000;

/** Items or members that a value has at most, whatever its schema asks for. */
const MAX_COUNT = 200;

/** Attempts for an item that no other is the same as. */
const UNIQUE_ATTEMPTS = 12;

/** What a value of a whole object may be of: its members agree with those of the object around it. */
const PART =
  /address|location|geo|coordinate|position|profile|^name$|contact|attributes|^data$|timestamps|place|^result$|^item$|details|meta/;

const TIME_FORMATS = new Set(['date', 'date-time']);

/** A value that fits several schemas at once. */
export function draw(drawing: Drawing, schemas: readonly Schema[], place: Spot): Json {
  const salt = drawing.salts.get(place.pointer);
  const attempt = place.attempt + (salt ?? 0);
  const spot = salt === undefined ? place : { ...place, attempt };
  const whole = mergeAll(drawing.merge, schemas);
  // What must be there is drawn beyond the number of values that a sample has, up to an end.
  if (--drawing.left < -MUCH_MORE) return null;
  const taken = givenValue(drawing, spot, schemas, whole);
  if (taken !== undefined) return taken;
  const plain = drawPlain(drawing, schemas, spot, whole);
  if (plain !== undefined) return plain;
  const settled = settle(drawing, spot, whole);
  const type = pickType(drawing, spot, settled, isCircle(settled, spot)) ?? 'object';
  const example = whole.examples[spot.turn % Math.max(1, whole.examples.length)];
  const like = spot.like ?? (typeof example === 'object' ? example : undefined);
  // Of the first record as much of an example is taken as is valid.
  const kept = spot.kept ?? (drawing.about.examples && attempt === 0 ? whole.examples[spot.turn] : undefined);
  const trail = settled.references.length > 0 ? [...spot.trail, ...settled.references] : spot.trail;
  const own = { ...spot, like, kept, trail };
  return type === 'array' ? drawArray(drawing, own, settled) : drawObject(drawing, own, settled);
}

/** The spot of a member, or of an item. */
function below(spot: Spot, drawing: Drawing, step: string | number, seen: Partial<Spot>): Spot {
  const name = typeof step === 'number' ? spot.name : step;
  return {
    ...spot,
    pointer: `${spot.pointer}/${pointerName(String(step))}`,
    hash: hashText(String(step), spot.hash),
    name,
    depth: spot.depth + 1,
    kept: childOf(spot.kept, step),
    like: childOf(spot.like, step),
    ...seen,
  };
}

const childOf = (value: Json | undefined, step: string | number): Json | undefined =>
  typeof step === 'string'
    ? memberOf(value, step)
    : Array.isArray(value)
      ? (value as readonly Json[])[step]
      : undefined;

function drawItem(drawing: Drawing, spot: Spot, schemas: readonly Schema[], at: number): Json {
  const noun = spot.name === '' ? spot.noun : nounOfItems(spot.name);
  const child = below(spot, drawing, at, { noun, index: spot.index * 3 + at, turn: spot.turn * 3 + at });
  const facts = factsOf(drawing.about.seed, child.hash, drawing.about.now);
  const example = Array.isArray(spot.like) ? (spot.like as readonly Json[])[0] : undefined;
  return draw(drawing, schemas, { ...child, facts, like: child.like ?? example });
}

/** How many items an array has. */
function countItems(drawing: Drawing, spot: Spot, merged: Merged, isCircular: boolean): number {
  const { minItems, maxItems, prefix, items, contains } = merged;
  const least = Math.max(
    minItems,
    contains.reduce((sum, { min }) => Math.max(sum, min), 0),
  );
  const most = Math.min(maxItems, items.includes(false) ? prefix.length : Infinity, MAX_COUNT);
  if (Array.isArray(spot.kept) && spot.attempt === 0)
    return Math.max(Math.min(spot.kept.length, most), Math.min(least, most));
  if (spot.depth > DEEPEST) return 0;
  const isShort = isCircular || spot.depth > DEEP || drawing.left < 0;
  const usual = isShort ? 0 : spot.depth > 3 ? 1 : spotRandom(drawing, spot, '~count').int(1, 3);
  return Math.min(most, Math.max(least, prefix.length > 0 ? Math.min(prefix.length, most) : usual));
}

interface Unlike {
  readonly schemas: readonly Schema[];
  readonly at: number;
  readonly drawn: readonly Json[];
}

/** An item that is not there yet, if one is found. */
function drawUnlike(drawing: Drawing, spot: Spot, { schemas, at, drawn }: Unlike): Json {
  let item = drawItem(drawing, spot, schemas, at);
  for (let more = 1; more <= UNIQUE_ATTEMPTS && drawn.some((other) => isSame(other, item)); more++) {
    item = drawItem(drawing, { ...spot, kept: undefined, attempt: spot.attempt + more }, schemas, at);
  }
  return item;
}

function drawArray(drawing: Drawing, spot: Spot, merged: Merged): Json {
  const { prefix, items, contains, isUnique } = merged;
  const isCircular = mergeAll(drawing.merge, items).references.some((reference) => spot.trail.includes(reference));
  const count = countItems(drawing, spot, merged, isCircular);
  const must: readonly Schema[] = contains.flatMap(({ schema, min }) =>
    Array.from({ length: Math.min(min, MAX_COUNT) }, () => schema),
  );
  const drawn: Json[] = [];
  for (let at = 0; at < count; at++) {
    const wanted = must[at - Math.max(0, Math.min(prefix.length, count - must.length))];
    const own = prefix[at] ?? items;
    const schemas = wanted === undefined ? own : [...own, wanted];
    const item = isUnique ? drawUnlike(drawing, spot, { schemas, at, drawn }) : drawItem(drawing, spot, schemas, at);
    // Fewer items where there are not so many values.
    if (isUnique && drawn.length >= merged.minItems && drawn.some((other) => isSame(other, item))) continue;
    drawn.push(item);
  }
  return drawn;
}

/** Whether an optional member is left out. */
function isLeftOut(drawing: Drawing, spot: Spot, name: string, member: Merged): boolean {
  const pointer = `${spot.pointer}/${pointerName(name)}`;
  if (drawing.omitted.has(pointer)) return true;
  if (drawing.isFitting) return childOf(spot.kept, name) === undefined;
  if (childOf(spot.kept, name) !== undefined && spot.attempt === 0) return false;
  if (member.isNever || isCircle(member, spot) || drawing.left < 0) return true;
  const isNested = member.types === undefined || member.types.some((type) => type === 'object' || type === 'array');
  if (spot.depth >= DEEP && isNested) return true;
  const random = spotRandom(drawing, { ...spot, hash: hashText(name, spot.hash) }, '~there');
  const plain = plainName(name);
  if (isSeldomReached(plain) && (isTimeName(plain) || TIME_FORMATS.has(member.format ?? ''))) return random.chance(0.7);
  if (spot.attempt < 2) return false;
  return spot.attempt === 3 || random.chance(0.5);
}

/** Whether a stored value that need not be there is not valid: nothing is made up instead. */
const isSpoilt = (drawing: Drawing, value: Json | undefined, schemas: readonly Schema[]): boolean =>
  drawing.isFitting &&
  value !== undefined &&
  (typeof value !== 'object' || value === null) &&
  !isValidFor(drawing, schemas, value);

/** Names for members that a schema allows without naming them. */
function drawName(drawing: Drawing, spot: Spot, merged: Merged, at: number): string {
  const random = spotRandom(drawing, spot, `~name ${at}`);
  if (merged.names.length > 0) {
    const names: readonly Schema[] = [...merged.names, { type: 'string' }];
    const child = below(spot, drawing, `~name ${at}`, { name: '', kept: undefined, like: undefined });
    const name = draw(drawing, names, child);
    if (typeof name === 'string') return name;
  }
  const [pattern] = merged.byPattern;
  const isClosed = merged.rests.some(({ schema }) => schema === false);
  if (pattern !== undefined && (isClosed || merged.rests.length === 0)) {
    const options = { patterns: [pattern[0]], maxLength: 24 };
    const name = drawMatch({ ...options, minLength: 6 }, random) ?? drawMatch({ ...options, minLength: 1 }, random);
    if (name !== undefined) return name;
  }
  return anyText({ ...namingOf(drawing, spot, merged), random }).replaceAll(' ', '_');
}

/** Members that are not named: as many as there must be, and one or two of a map. */
function addMembers(drawing: Drawing, spot: Spot, merged: Merged, members: Map<string, Json>): void {
  const isMap = merged.properties.size === 0 && isOpen(merged) && spot.depth <= DEEP && !drawing.isFitting;
  const isSaid = merged.byPattern.length > 0 || merged.rests.some(({ schema }) => isObject(schema));
  const random = spotRandom(drawing, spot, '~members');
  const wanted = isMap && isSaid && spot.attempt < 3 ? random.int(1, 2) : 0;
  const least = Math.min(Math.max(merged.minProperties, wanted), merged.maxProperties, MAX_COUNT);
  for (let at = 0; members.size < least && at < least * 4; at++) {
    const name = drawName(drawing, spot, merged, at);
    const schemas = memberSchemas(merged, name);
    if (schemas === undefined || members.has(name)) continue;
    if (isCircle(mergeAll(drawing.merge, schemas), spot) && members.size >= merged.minProperties) break;
    members.set(name, draw(drawing, schemas, below(spot, drawing, name, { noun: spot.noun })));
  }
}

/** The schema of an object with what follows from the members that are there. */
function withDependents(drawing: Drawing, spot: Spot, merged: Merged): Merged {
  let whole = merged;
  const done = new Set<unknown>();
  for (let round = 0; round < 10; round++) {
    const next = whole.dependents.find(
      (dependent) =>
        !done.has(dependent) &&
        (whole.required.has(dependent.member) || isThere(drawing, spot, whole, dependent.member)),
    );
    if (next === undefined) break;
    done.add(next);
    const required = new Set([...whole.required, ...next.required]);
    const more = settle(drawing, spot, meet({ ...whole, required }, drawing.merge(next.schema)));
    whole = more.isNever ? { ...whole, required } : more;
  }
  return whole;
}

const isThere = (drawing: Drawing, spot: Spot, merged: Merged, name: string): boolean =>
  merged.properties.has(name) &&
  !isLeftOut(drawing, spot, name, mergeAll(drawing.merge, memberSchemas(merged, name) ?? [false]));

/** Names of the members that are drawn, in the order of the schema. */
function namesIn(drawing: Drawing, spot: Spot, merged: Merged): readonly string[] {
  const kept = isObject(spot.kept) ? Object.keys(spot.kept) : [];
  const isKept = (name: string) => !merged.properties.has(name) && (isOpen(merged) || merged.properties.size === 0);
  return [
    ...new Set([...merged.properties.keys(), ...merged.required, ...(drawing.isFitting ? kept.filter(isKept) : [])]),
  ];
}

/** What the value of a member is of, and where it stands among its like. */
function memberSpot(drawing: Drawing, spot: Spot, name: string, merged: Merged): Spot {
  const child = below(spot, drawing, name, {});
  const isWhole = merged.types?.includes('object') ?? (merged.properties.size > 0 || merged.choices.length > 0);
  if (!isWhole) return child;
  const plain = plainName(name);
  const noun = PART.test(plain) ? `${spot.noun} ${plain.replaceAll('_', ' ')}` : nounOfItems(name);
  if (PART.test(plain)) return { ...child, noun };
  const index = spotRandom(drawing, child, '~index').int(0, 19);
  return { ...child, noun, index };
}

function drawObject(drawing: Drawing, spot: Spot, schema: Merged): Json {
  const { about } = drawing;
  if (spot.depth > DEEPEST) return {};
  const isPart = spot.depth > 0 && PART.test(plainName(spot.name));
  const facts = isPart || spot.depth === 0 ? spot.facts : factsOf(about.seed, spot.hash, about.now);
  const own = { ...spot, facts };
  const merged = withDependents(drawing, own, schema);
  const members = new Map<string, Json>();
  const most = Math.max(merged.maxProperties, merged.required.size);
  let optional = most - merged.required.size;
  for (const name of namesIn(drawing, own, merged)) {
    const schemas = memberSchemas(merged, name);
    const member = mergeAll(drawing.merge, schemas ?? [false]);
    const isHidden = about.direction === 'request' ? member.isReadOnly : member.isWriteOnly;
    const isRequired = merged.required.has(name);
    if (isHidden || (!isRequired && (schemas === undefined || optional <= 0 || isLeftOut(drawing, own, name, member))))
      continue;
    if (!isRequired && isSpoilt(drawing, childOf(own.kept, name), schemas ?? [])) continue;
    if (!isRequired) optional--;
    members.set(
      name,
      draw(drawing, schemas ?? merged.properties.get(name) ?? [], memberSpot(drawing, own, name, member)),
    );
  }
  addMembers(drawing, own, merged, members);
  // `fromEntries` takes a member called `__proto__` for a member.
  return Object.fromEntries(members);
}
