/** What the library is where a bundler builds for browsers: the same server, of the same domains. */
import { users } from '../identity/credentials.js';
import { understudyOf } from '../server/create-understudy.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { withData } from '../server/with-data.js';
import type { Understudy, UnderstudyOptions } from '../server/understudy.js';
import { webPlatform } from './platform.js';

/**
 * Starts a server in this page or worker, of all our domains and those that it is given.
 *
 * @throws {@link OptionError} naming the option, its value and what is allowed.
 */
export function createUnderstudy(given: UnderstudyOptions = {}): Understudy {
  return understudyOf(given, {
    platform: { ...webPlatform, users },
    ours: builtinDomains,
    withData,
  });
}

export { CallerError } from '../server/understudy.js';
export { OptionError } from '../options/options.js';
