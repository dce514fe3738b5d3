/** The library for browsers: a server in a page, a worker or a service worker, of the domains that it is given. */
import { isBuiltin, usersOf, webPlatform, withoutData } from './browser/platform.js';
import { understudyOf } from './server/create-understudy.js';
import { sandboxes } from './domains/sandboxes/index.js';
import type { Understudy, UnderstudyOptions } from './server/understudy.js';

/**
 * Starts a server in this page or worker. It needs no network: its `fetch` answers requests directly. It serves the
 * domains that it is given, yours and ours, so that a bundle holds no others.
 *
 * @throws {@link OptionError} naming the option, its value and what is allowed.
 *
 * @example
 * ```ts
 * import { createUnderstudy, education } from '@understudy/server/browser';
 *
 * const understudy = createUnderstudy({ domains: [education] });
 * const answer = await understudy.fetch('/api/education/courses?per_page=2');
 * console.log(await answer.json());
 * ```
 */
export function createUnderstudy({
  domains = [],
  ...given
}: Omit<UnderstudyOptions, 'data' | 'bare'> = {}): Understudy {
  // Whatever their order, they are served in that of a server of all of them.
  const ours = [sandboxes, ...domains.filter(isBuiltin)].toSorted((a, b) =>
    a.contract.name < b.contract.name ? -1 : 1,
  );
  const own = domains.filter((domain) => !isBuiltin(domain));
  return understudyOf(
    { ...given, domains: own },
    {
      platform: { ...webPlatform, users: usersOf(domains) },
      ours,
      areChosen: true,
      withData: withoutData,
    },
  );
}

export { auth } from './browser/domains/auth.js';
export { commerce } from './browser/domains/commerce.js';
export { education } from './browser/domains/education.js';
export { events } from './browser/domains/events.js';
export { food } from './browser/domains/food.js';
export { oauth } from './browser/domains/oauth.js';
export { realestate } from './browser/domains/realestate.js';
export { saas } from './browser/domains/saas.js';
export { social } from './browser/domains/social.js';
export { webhooks } from './browser/domains/webhooks.js';
export type { AppRouter } from './http/app-router.js';
export { dataDomains } from './data/data-domains.js';
export { CallerError } from './server/understudy.js';
export type { Handler } from './transport/handler-of.js';
export { OptionError } from './options/options.js';
export type { Fetch, BuiltinDomain, Understudy, UnderstudyOptions, UnderstudySandbox } from './server/understudy.js';
