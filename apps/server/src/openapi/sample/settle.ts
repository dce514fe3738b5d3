/** Takes one branch of each oneOf, anyOf and if of a schema; and takes from a value what its schema hides or does not know. */
import type { Json, JsonObject, Schema } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import { RECORD_ID } from './formats.js';
import { anything, type Choice, meet, type Merged, isOpen, memberSchemas } from './merged.js';
import { type Drawing, isValidFor, type Spot, spotRandom, mergeAll } from './sampling.js';

/** Choices within choices. */
const MAX_CHOICES = 40;

/** Branches that are looked at for one that a value can fit. */
const MAX_BRANCHES = 200;

const isNull = ({ types, values }: Merged): boolean =>
  (types?.length === 1 && types[0] === 'null') || (values?.length === 1 && values[0] === null);

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The name by which a discriminator knows a schema. */
function discriminatorName(discriminator: JsonObject, reference: string): string {
  const { mapping } = discriminator;
  const names = isObject(mapping) ? Object.entries(mapping) : [];
  const found = names.find(([, target]) => target === reference || target === lastOf(reference));
  return found?.[0] ?? lastOf(reference);
}

/** With the member of a discriminator set to a name, unless its schema allows other ones only. */
function withName(drawing: Drawing, merged: Merged, discriminator: JsonObject, name: string): Merged {
  const member = discriminator['propertyName'];
  if (typeof member !== 'string') return merged;
  const own = merged.properties.get(member) ?? [];
  const named: Schema = { enum: [name] };
  const whole = [...own, named].reduce<Merged>((all, schema) => meet(all, drawing.merge(schema)), anything);
  if (whole.isNever) return merged;
  return meet(merged, {
    ...anything,
    properties: new Map([[member, [named]]]),
    required: new Set([member]),
  });
}

interface Branch {
  readonly schema: Schema;
  readonly merged: Merged;
}

/** The name of the schema behind the branch that a value names, for a choice with a discriminator. */
function isNamed(choice: Choice, { schema }: Branch, value: Json): boolean {
  const member = choice.discriminator?.['propertyName'];
  const reference = memberOf(isObject(schema) ? schema : undefined, '$ref');
  if (choice.discriminator === undefined || typeof member !== 'string' || typeof reference !== 'string') return false;
  return memberOf(value, member) === discriminatorName(choice.discriminator, reference);
}

/** One branch of several that are possible. */
function pick(drawing: Drawing, spot: Spot, choice: Choice, branches: readonly Branch[]): Branch | undefined {
  const random = spotRandom(drawing, spot, `~${branches.length}`);
  const { kept, trail } = spot;
  if (kept !== undefined) {
    const fitting =
      branches.find((branch) => isNamed(choice, branch, kept)) ??
      branches.find(({ schema }) => isValidFor(drawing, [schema], kept)) ??
      branches.find(({ merged }) => isObject(kept) && isLike(merged, kept)) ??
      (isObject(kept) ? nearest(branches, kept) : undefined);
    if (fitting !== undefined) return fitting;
  }
  const ending = branches.filter(({ merged }) => !merged.references.some((reference) => trail.includes(reference)));
  const usable = ending.length > 0 ? ending : branches;
  const values = usable.filter(({ merged }) => !isNull(merged));
  const nulls = usable.filter(({ merged }) => isNull(merged));
  if (values.length === 0) return nulls[0];
  if (nulls.length > 0 && (ending.length < branches.length || (spot.depth > 0 && random.chance(0.1)))) return nulls[0];
  // Deep down, what ends soonest.
  if (spot.depth > 8 || drawing.left < 200) {
    return values.find(({ merged }) => merged.required.size === 0 || merged.types?.[0] === 'string') ?? values[0];
  }
  return random.pick(values);
}

/** Whether an object has the members that a branch asks for. */
const isLike = ({ required, types }: Merged, value: JsonObject): boolean =>
  (types?.includes('object') ?? true) && [...required].every((name) => Object.hasOwn(value, name));

/** The branch that lists most members of an object, less those that it lacks: what was written is not lost for another. */
function nearest(branches: readonly Branch[], value: JsonObject): Branch | undefined {
  const scoreOf = ({ merged: { properties, required } }: Branch) =>
    Object.keys(value).filter((name) => properties.has(name)).length -
    [...required].filter((name) => !Object.hasOwn(value, name)).length;
  const objects = branches.filter(({ merged }) => merged.properties.size > 0 && !isNull(merged));
  const scores = objects.map(scoreOf);
  return objects[scores.indexOf(Math.max(...scores))];
}

/** The choices of a schema; the one among those that a base class names in its discriminator is a choice as well. */
function choicesOf({ about }: Drawing, { choices, discriminators, references }: Merged): readonly Choice[] {
  if (choices.length > 0) return choices;
  const schemas = memberOf(about.document.root['components'], 'schemas');
  return discriminators.flatMap((discriminator): readonly Choice[] => {
    const { mapping } = discriminator;
    const targets = (isObject(mapping) ? Object.values(mapping) : []).filter((target) => typeof target === 'string');
    // A mapping names schemas by themselves, or refers to them.
    const names = targets
      .map((target) => (memberOf(schemas, target) === undefined ? target : `#/components/schemas/${target}`))
      .filter((target) => target.startsWith('#'));
    // It is one of them already.
    if (names.length === 0 || names.some((name) => references.includes(name))) return [];
    return [{ branches: [...new Set(names)].map(($ref) => ({ $ref })), discriminator }];
  });
}

/** Whether nothing but its name says what a text is. */
const isPlainText = ({ types, format, values, patterns, examples }: Merged): boolean =>
  types?.length === 1 &&
  types[0] === 'string' &&
  [format, values].every((one) => one === undefined) &&
  patterns.length + examples.length === 0;

function chosen(drawing: Drawing, spot: Spot, merged: Merged, choice: Choice): Merged {
  const possible = choice.branches.slice(0, MAX_BRANCHES).map((schema) => ({ schema, merged: drawing.merge(schema) }));
  const branches = possible.filter((branch) => !meet(merged, branch.merged).isNever);
  const branch = pick(drawing, spot, choice, branches);
  if (branch === undefined) return { ...merged, isNever: true };
  const faultOutcome = meet(merged, branch.merged);
  const isId = isPlainText(faultOutcome) && branches.some((other) => other.merged.properties.has('id'));
  const whole = isId ? { ...faultOutcome, format: RECORD_ID } : faultOutcome;
  const reference = memberOf(isObject(branch.schema) ? branch.schema : undefined, '$ref');
  if (choice.discriminator === undefined || typeof reference !== 'string') return whole;
  return withName(drawing, whole, choice.discriminator, discriminatorName(choice.discriminator, reference));
}

/** With one side of an `if`. */
function conditioned(drawing: Drawing, spot: Spot, merged: Merged, condition: JsonObject): Merged {
  const { if: test = true, then = true, else: otherwise = true } = condition;
  const random = spotRandom(drawing, spot, '~if');
  const sideOf = (schemas: readonly Json[]) =>
    schemas.reduce<Merged>((all, schema) => meet(all, drawing.merge(schema as Schema)), merged);
  const isThen = spot.kept === undefined ? random.chance(0.5) : isValidFor(drawing, [test as Schema], spot.kept);
  const sides = isThen ? [[test, then], [otherwise]] : [[otherwise], [test, then]];
  return sides.map(sideOf).find((side) => !side.isNever) ?? merged;
}

/** A schema without choices: one branch is taken of each. */
export function settle(drawing: Drawing, spot: Spot, schema: Merged): Merged {
  let merged = schema;
  for (let i = 0; i < MAX_CHOICES && !merged.isNever; i++) {
    const [choice] = choicesOf(drawing, merged);
    const [condition] = merged.conditions;
    if (choice !== undefined) {
      const without = { ...merged, choices: merged.choices.filter((other) => other !== choice) };
      const discriminators = merged.discriminators.filter((other) => other !== choice.discriminator);
      merged = chosen(drawing, spot, { ...without, discriminators }, choice);
      // What the branch brings of the discriminator of its base has been settled.
      if (choice.discriminator !== undefined) {
        const left = merged.discriminators.filter((other) => other !== choice.discriminator);
        merged = { ...merged, discriminators: left };
      }
    } else if (condition !== undefined) {
      const conditions = merged.conditions.filter((other) => other !== condition);
      merged = conditioned(drawing, spot, { ...merged, conditions }, condition);
    } else break;
  }
  for (const discriminator of merged.discriminators) {
    const [reference] = merged.references;
    if (reference !== undefined) {
      merged = withName(drawing, merged, discriminator, discriminatorName(discriminator, reference));
    }
  }
  return merged;
}

const MAX_DEPTH = 60;
const MAX_OPENED = 20;

/** Whether a member of a value says that it is not of a branch: one that may only have other values. */
const isOther = (drawing: Drawing, merged: Merged, value: JsonObject): boolean =>
  [...merged.properties].some(([name, schemas]) => {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof own !== 'string') return false;
    const { values } = mergeAll(drawing.merge, schemas);
    return values !== undefined && !values.includes(own);
  });

const withoutChoice = (merged: Merged): Merged => ({ ...merged, choices: merged.choices.slice(1) });

/** A schema with those branches of its choices that a value may be meant to be of. */
function open(drawing: Drawing, schema: Merged, value: Json): Merged {
  let merged = schema;
  for (let i = 0; i < MAX_OPENED; i++) {
    const [choice] = merged.choices;
    if (choice === undefined) break;
    merged = withoutChoice(merged);
    const fitting = choice.branches.filter((branch) => isValidFor(drawing, [branch], value));
    const likely =
      fitting.length > 0
        ? fitting
        : choice.branches.filter((branch) => isObject(value) && !isOther(drawing, drawing.merge(branch), value));
    // Members of all of them are kept: which of them it is may be told when the others are gone.
    for (const branch of likely) {
      merged = meet(merged, { ...drawing.merge(branch), required: new Set(), values: undefined, types: undefined });
    }
  }
  return merged;
}

interface VisibleOptions {
  /** Whether members that the schema does not list go as well, where it lists some and does not say that there may be more. */
  readonly isListedOnly: boolean;
}

/** A value as it is shown; the same value where nothing is hidden. */
export function visible(
  drawing: Drawing,
  schemas: readonly Schema[],
  value: Json,
  options: VisibleOptions & { readonly depth?: number } = { isListedOnly: false },
): Json {
  const { depth = 0 } = options;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  const whole = mergeAll(drawing.merge, schemas);
  const within = { ...options, depth: depth + 1 };
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const merged = whole.choices.length > 0 ? open(drawing, whole, value) : whole;
    if (merged.items.length + merged.prefix.length === 0) return value;
    const shown = items.map((item, at) => visible(drawing, merged.prefix[at] ?? merged.items, item, within));
    return shown.some((item, at) => item !== items[at]) ? shown : value;
  }
  const merged = whole.choices.length > 0 ? open(drawing, whole, value) : whole;
  const isListing = options.isListedOnly && merged.properties.size > 0 && !isOpen(merged);
  const hidden = drawing.about.direction === 'request' ? 'isReadOnly' : 'isWriteOnly';
  let isSame = true;
  const members: [string, Json][] = [];
  for (const [name, own] of Object.entries(value)) {
    const schemasOfMember = memberSchemas(merged, name);
    const isGone = isListing && (schemasOfMember === undefined || !isListed(merged, name));
    if (isGone || (schemasOfMember !== undefined && mergeAll(drawing.merge, schemasOfMember)[hidden])) {
      isSame = false;
      continue;
    }
    const shown = schemasOfMember === undefined ? own : visible(drawing, schemasOfMember, own, within);
    if (shown !== own) isSame = false;
    members.push([name, shown]);
  }
  return isSame ? value : Object.fromEntries(members);
}

const isListed = ({ properties, required, byPattern }: Merged, name: string): boolean =>
  properties.has(name) || required.has(name) || byPattern.some(([, pattern]) => pattern.test(name));
