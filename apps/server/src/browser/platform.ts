/** The parts of a server that runs in a page or a worker: it has no files, no network and nobody to keep from anything. */
import { copied, DataFault } from '../data/given-value.js';
import { ProblemError } from '../kit/problem-error.js';
import { OptionError, type Settings } from '../options/options.js';
import type { Platform } from '../server/parts.js';
import type { DataOptions } from '../server/with-data.js';
import type { ServedDomains } from '../server/served-api.js';
import type { AnyImplementation } from '../call/domain.js';
import type { Users } from '../identity/credentials.js';
import type { BuiltinDomain } from '../server/understudy.js';

/**
 * Refuses what needs a machine.
 *
 * @throws OptionError naming the option
 */
function checkSettings({ store, webhookDelivery }: Settings): void {
  // The address of a database may hold a password.
  if (store !== 'memory') {
    throw new OptionError('the option store names a database, but a browser has none; leave it out, or use memory');
  }
  if (webhookDelivery === 'on') {
    throw new OptionError(
      'the option webhookDelivery is "on", but a browser delivers to nobody; leave it out, or use off',
    );
  }
}

export const webPlatform: Platform = {
  sink: (lines) => {
    // oxlint-disable-next-line no-console -- a page has no other output
    console.error(lines.trimEnd());
  },
  check: checkSettings,
  readJson: (given) => {
    if (typeof given === 'object') return copied(given);
    throw new DataFault('a browser reads no files; give what is in it instead');
  },
  readDocument: async () => {
    throw new OptionError('a browser reads no files; give the OpenAPI document as an object instead');
  },
  createConduct: () => ({
    // To find nothing would pass for good conduct.
    of: async () => {
      const detail = 'a server in a browser does not judge its clients; ask one that runs in Node';
      throw new ProblemError('not_found', { detail });
    },
  }),
  // The option that would have it deliver is refused before.
  createDeliveries: () => ({
    wake: () => undefined,
    watch: async () => undefined,
    idle: async () => undefined,
    close: async () => undefined,
  }),
};

/**
 * The domains that are served, which data adds none to.
 *
 * @throws {@link OptionError} where data is given
 */
export function withoutData(served: ServedDomains, { data, bare, id, readOnly, named }: DataOptions): ServedDomains {
  if (data === undefined && !bare && !readOnly && id === 'id') return served;
  const what = named(data === undefined ? 'bare' : 'data');
  throw new OptionError(
    `${what} is for a server that reads files; here data is given as domains: dataDomains(json, { bare })`,
  );
}

/** What each of ours brings with it. */
const known = new WeakMap<object, Users | undefined>();

/**
 * Says that a domain is ours.
 *
 * @param users what reads users, where it brings them
 */
export function builtinDomain(domain: AnyImplementation, users?: Users): BuiltinDomain {
  known.set(domain, users);
  // Only a server is given it, which has what they need.
  return domain as BuiltinDomain;
}

/** Whether a domain is ours. */
export function isBuiltin(domain: BuiltinDomain): boolean {
  return known.has(domain);
}

/** What reads the users that some domains bring; undefined where none does. */
export function usersOf(domains: readonly BuiltinDomain[]): Users | undefined {
  return domains.map((domain) => known.get(domain)).find((users) => users !== undefined);
}
