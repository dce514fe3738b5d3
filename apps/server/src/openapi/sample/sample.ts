/** Makes up a value that fits a schema and looks real: the same for the same seed, document and path. */
import { EPOCH } from '../../kit/dataset.js';
import { hashText } from '../../kit/random.js';
import type { Json, Schema } from '../model.js';
import { draw } from './draw.js';
import { factsOf } from './naming.js';
import { type Drawing, type Sampling, type Spot, mergeOf } from './sampling.js';
import type { Issue } from '../validate/issues.js';
import { visible } from './settle.js';

export type { Sampling } from './sampling.js';

/** Values that are made for one: objects, arrays, texts, numbers. */
const MAX_VALUES = 1_500;

/** How often what is wrong with a value is drawn anew, with that no value is made for ever. */
const ROUNDS = 12;
const MAX_ALL_VALUES = 8_000;

/** Rounds in which nothing gets better, after which it is left as it is. */
const PATIENCE = 6;

/** A value, and what is wrong with it. */
interface Drawn {
  readonly value: Json;
  readonly issues: readonly Issue[];
}

/** The spot of a whole value. */
function rootSpot({ seed, noun, index, now }: Required<Sampling>, kept?: Json): Spot {
  const hash = hashText('');
  const facts = factsOf(seed, hash, now);
  return {
    pointer: '',
    hash,
    name: '',
    noun: noun.toLowerCase(),
    index,
    turn: index,
    depth: 0,
    trail: [],
    facts,
    attempt: 0,
    kept,
    like: undefined,
  };
}

interface Making {
  readonly kept?: Json | undefined;
  readonly isFitting: boolean;
}

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** Rounds after which what cannot be met is left out, if it need not be there; later on with what it lies in. */
const TRIES = 2;

/** Marks what is to be drawn anew: the part with an issue, and later what it lies in. */
function mark({ pointer, keyword }: Issue, round: number, salts: Map<string, number>, omitted: Set<string>): void {
  const isMember = keyword === 'additionalProperties' || keyword === 'unevaluatedProperties' || keyword === 'false';
  let at = pointer;
  for (let up = round - TRIES; up > 0; up--) at = parentOf(at);
  if ((isMember || round >= TRIES) && at !== '') omitted.add(at);
  salts.set(at, (salts.get(at) ?? 0) + 1);
}

/** Draws a value, and what is wrong with it anew, as long as that helps. */
function make(schema: Schema, about: Required<Sampling>, { kept, isFitting }: Making): Drawn {
  const { validation, direction } = about;
  const salts = new Map<string, number>();
  const omitted = new Set<string>();
  let best: Drawn | undefined;
  let made = 0;
  let since = 0;
  for (let round = 0; round < ROUNDS && made < MAX_ALL_VALUES && since < PATIENCE; round++) {
    const drawing: Drawing = { about, merge: mergeOf(about.document), salts, omitted, isFitting, left: MAX_VALUES };
    const value = draw(drawing, [schema], rootSpot(about, kept));
    if (validation.isValid(schema, value, direction)) return { value, issues: [] };
    const issues = validation.check(schema, value, direction);
    made += MAX_VALUES - drawing.left;
    since++;
    if (best === undefined || issues.length < best.issues.length) {
      best = { value, issues };
      since = 0;
    }
    for (const issue of issues) mark(issue, round, salts, omitted);
  }
  return best ?? { value: null, issues: [] };
}

const withDefaults = (about: Sampling): Required<Sampling> => ({
  index: 0,
  now: EPOCH,
  direction: 'answer',
  examples: true,
  ...about,
});

/** A value that fits a schema, if one can; else the nearest that was found. */
export const sample = (schema: Schema, about: Sampling): Json =>
  make(schema, withDefaults(about), { isFitting: false }).value;

/**
 * The value with those of its members that the schema declares, or allows by saying so, as far as they are valid there;
 * without those that only requests have; and with those that it must have, made up by the seed.
 */
export function fit(value: Json, schema: Schema, given: Sampling): Json {
  const about = withDefaults(given);
  const { document, validation, direction } = about;
  const none = { salts: new Map(), omitted: new Set<string>(), left: 0 };
  const drawing: Drawing = { about, merge: mergeOf(document), isFitting: true, ...none };
  const shown = visible(drawing, [schema], value, { isListedOnly: true });
  if (validation.isValid(schema, shown, direction)) return shown;
  return make(schema, { ...about, examples: false }, { kept: shown, isFitting: true }).value;
}
