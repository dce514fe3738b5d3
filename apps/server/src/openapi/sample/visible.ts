/** A value without the members that its schema hides in one direction, or does not know. */
import type { Json, JsonObject, Schema } from '../model.js';
import { isObject } from '../schema.js';
import { isOpen, memberSchemas, type Merged, meet } from './merged.js';
import { type Drawing, isValidFor, mergeAll } from './sampling.js';

const MAX_DEPTH = 60;
const MAX_CHOICES = 20;

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
  for (let i = 0; i < MAX_CHOICES; i++) {
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

export interface VisibleOptions {
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
