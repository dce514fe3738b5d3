/** Reports a store that does not fit the options, like any other wrong option. */
import { sizesText } from '../state/stores/dataset-spec.js';
import type { StoreRefused } from '../state/stores/refused.js';
import { type Named, OptionError, type Settings } from './options.js';
import { shown } from './shown.js';

/** The error that names the option at odds with the store. */
export function unusable(settings: Settings, named: Named, refused: StoreRefused): OptionError {
  const value = refused.option === 'size' ? sizesText(settings.size) : settings[refused.option];
  return new OptionError(`${named(refused.option)} is ${shown(value)}, but ${refused.message}`, { cause: refused });
}
