/** Every option of the server: flag, variable, field, default and help follow from here. */
import { dataOptions } from './data.js';
import { limitsOptions } from './limits.js';
import { networkOptions } from './network.js';
import { NotAllowed } from './parse.js';
import { shown } from './shown.js';

/** All options, by their field of `createUnderstudy`. */
export const options = { ...networkOptions, ...dataOptions, ...limitsOptions };

/** The options by field, each with its value. */
export type Settings = {
  readonly [Field in keyof typeof options]: (typeof options)[Field]['fallback'];
};

/** An option is unknown, or has a value that it does not allow. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Name of an option as it was given: a flag, a variable or a field. */
export type Named = (field: keyof typeof options) => string;

/** Reads the given values; an option that is left out has its default. */
export function readOptions(given: Readonly<Record<string, unknown>>, named: Named): Settings {
  const entries = Object.entries(options).map(([field, described]) => {
    const value = given[field];
    if (value === undefined) return [field, described.fallback];
    try {
      return [field, described.read(value)];
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      const name = named(field as keyof typeof options);
      throw new OptionError(
        `${name} is ${described.isSecret === true ? '***' : shown(value)}, but must be ${error.message}`,
        { cause: error },
      );
    }
  });
  // Every field of the options was read by its own reader.
  return Object.fromEntries(entries) as Settings;
}
