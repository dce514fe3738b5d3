/** Reports a store that does not fit the options, like any other wrong option. */
import { sizesText } from '../store/stores/compatibility.js';
import type { StoreRefused } from '../store/stores/store.js';
import { type Named, OptionError, type Settings } from './options.js';
import { shown } from './shown.js';

/** The error that names the option at odds with the store. */
export function unusable(settings: Settings, named: Named, refused: StoreRefused): OptionError {
  const { option, message } = refused;
  const name = named(option);
  // A path says nothing of what has changed in the file.
  if (option === 'data' || option === 'openapi')
    return new OptionError(`${name} has changed, but ${message}`, { cause: refused });
  const value = option === 'size' ? sizesText(settings.size) : settings[option];
  return new OptionError(`${name} is ${shown(value)}, but ${message}`, { cause: refused });
}
