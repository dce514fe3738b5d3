/** The library: a whole Understudy server in this process, with or without a port. */
import { withData } from './server/with-data.js';
import { understudyOf } from './server/create-understudy.js';
import { nodePlatform } from './server/node-platform.js';
import { openApp } from './server/open-app.js';
import { builtinDomains } from './server/builtin-domains.js';
import type { Understudy, UnderstudyOptions } from './server/understudy.js';

/**
 * Starts a server in this process. It listens on no port: its `fetch` answers requests directly.
 *
 * @throws {@link OptionError} naming the option, its value and what is allowed.
 *
 * @example
 * ```ts
 * import { createUnderstudy } from '@understudy/server';
 *
 * const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z' });
 * const answer = await understudy.fetch('/api/education/courses?per_page=2');
 * console.log(await answer.json());
 * await understudy.close();
 * ```
 */
export function createUnderstudy(given: UnderstudyOptions = {}): Understudy {
  return understudyOf(given, {
    platform: nodePlatform,
    openApp,
    ours: builtinDomains,
    withData,
  });
}

export type { AppRouter } from './http/app-router.js';
export { CallerError } from './server/understudy.js';
export type { Handler } from './transport/handler-of.js';
export { OptionError } from './options/options.js';
export type { Fetch, Understudy, UnderstudyOptions, UnderstudySandbox } from './server/understudy.js';
