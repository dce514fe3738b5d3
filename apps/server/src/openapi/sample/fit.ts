/** Makes a stored record fit the schema of an answer. */
import type { Json, Schema } from '../model.js';
import { make } from './sample.js';
import { type Drawing, mergeOf, type Sampling } from './sampling.js';
import { visible } from './visible.js';

/**
 * The value with those of its members that the schema declares, or allows by saying so, as far as they are valid there;
 * without those that only requests have; and with those that it must have, made up by the seed.
 */
export function fit(value: Json, schema: Schema, about: Sampling): Json {
  const { document, validation, direction } = about;
  const drawing: Drawing = {
    about,
    merge: mergeOf(document),
    salts: new Map(),
    omitted: new Set(),
    isFitting: true,
    left: 0,
  };
  const shown = visible(drawing, [schema], value, { isListedOnly: true });
  if (validation.isValid(schema, shown, direction)) return shown;
  return make(schema, { ...about, examples: false }, { kept: shown, isFitting: true }).value;
}
