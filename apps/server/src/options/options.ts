/** Every option of the server: flag, variable, field, default and help follow from here. */
import type { Sizes } from '../kit/dataset.js';
import { dataOptions, sizeOption } from './data.js';
import { limitsOptions } from './limits.js';
import { networkOptions } from './network.js';
import type { OptionTable, ValuesOf } from './option.js';
import { OptionError } from './option-error.js';
import { NotAllowed } from './parse.js';
import { shown } from './shown.js';
import { trafficOptions } from './traffic.js';
import { watchingOptions } from './watching.js';

/**
 * All options, by their field of `createUnderstudy`.
 *
 * @param sizes the collections that can be sized, each with its default
 */
export function optionsFor(sizes: Sizes) {
  const { seed, ...data } = dataOptions;
  return {
    ...networkOptions,
    ...watchingOptions,
    seed,
    size: sizeOption(sizes),
    ...data,
    ...limitsOptions,
    ...trafficOptions,
  };
}

/** All options, by their field. */
export type Options = ReturnType<typeof optionsFor>;

/** The options by field, each with its value. */
export type Settings = ValuesOf<Options>;

/** Name of an option as it was given: a flag, a variable or a field. */
export type Named = (field: string) => string;

/** What options are read from. */
export interface Given {
  /** The values by field; an option that is left out has its default. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly named: Named;
}

/** Reads the given values. */
export function readOptions<Table extends OptionTable>(options: Table, { values, named }: Given): ValuesOf<Table> {
  const entries = Object.entries(options).map(([field, described]) => {
    const value = values[field];
    if (value === undefined) return [field, described.fallback];
    try {
      return [field, described.read(value)];
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      throw new OptionError(
        `${named(field)} is ${described.isSecret === true ? '***' : shown(value)}, but must be ${error.message}`,
        { cause: error },
      );
    }
  });
  // Every field of the options was read by its own reader.
  return Object.fromEntries(entries) as ValuesOf<Table>;
}

export { OptionError } from './option-error.js';
