/** Makes a client: the operations of every domain as methods, and ways to derive a client from it. */
import { type ClientOptions, completed, type Settings } from './client-options.js';
import { mergeControls } from './controls.js';
import type { Domains } from './generated/domains.js';
import { renewalOf, routes } from './generated/routes.js';
import { problemKinds } from './generated/problem-kinds.js';
import {
  type CustomDomains,
  kindsOf,
  type MethodsOf,
  type NoDomains,
  type OptionsWithDomains,
  routesOf,
} from './custom-domain.js';
import { method } from './operation.js';
import type { Route } from './route.js';
import { refreshOf, Session, type SessionTokens } from './session.js';
import { type JournalMethods, waitingFor } from './wait-for-requests.js';

/**
 * A client: `api.<domain>.<operation>(input, controls)`. Its type argument is the type of the `domains` it is given.
 *
 * @example
 * ```ts
 * import { createClient, type Client } from '@understudy/client';
 *
 * const titles = async (api: Client) => (await api.education.listCourses()).data.map(({ title }) => title);
 * console.log(await titles(createClient({ baseUrl: 'http://127.0.0.1:4010' })));
 * ```
 */
export type Client<Given extends CustomDomains = NoDomains> = Derivable<Given> & DomainsWith<Given>;

/** The domains of Understudy. */
type OurDomains = Domains & { readonly sandboxes: JournalMethods };

/** The domains of Understudy and those given; of two with one name, the one that was given. */
type DomainsWith<Given extends CustomDomains> = [keyof Given] extends [never]
  ? OurDomains
  : Omit<OurDomains, keyof Given> & { readonly [Name in keyof Given]: MethodsOf<Given[Name]> };

/** What a client has beside its domains. */
interface Derivable<Given extends CustomDomains> {
  /** Name of the sandbox that the client works in. */
  readonly sandbox: string;
  /** A client like this one, with these options instead of its own. */
  with(options: Partial<ClientOptions>): Client<Given>;
  /** A client like this one that sends a bearer token with each call. */
  withToken(token: string): Client<Given>;
  /**
   * A client like this one that is logged in: it sends the access token with each call, and exchanges the refresh token
   * when one is refused with 401. All clients derived from it share the tokens.
   *
   * @param onRefresh called with new tokens before they are used, for an app that keeps them
   *
   * @example
   * ```ts
   * import { createClient } from '@understudy/client';
   *
   * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
   * const ada = { email: 'ada@example.com', password: 'correct horse', name: 'Ada Moreno' };
   * await api.auth.register(ada);
   * const mine = api.withSession(await api.auth.login(ada));
   * console.log((await mine.auth.getProfile()).name);
   * ```
   */
  withSession(session: SessionTokens, onRefresh?: (session: SessionTokens) => void | Promise<void>): Client<Given>;
}

/** Members of a client that are no domains; `then` would make a promise of it. */
const reserved = ['sandbox', 'with', 'withToken', 'withSession', 'then'];

/**
 * Makes a client. It holds no connection and nothing to close. Methods of domains of one's own, the option `domains`, are
 * typed by their declarations.
 *
 * @throws TypeError for a baseUrl that is no http or https URL, a timeout that no timer can keep, a retry limit that is
 * no whole number, or a domain whose name is that of another member.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * for await (const course of api.education.listCourses({ q: 'sql' })) console.log(course.title);
 *
 * const slow = api.with({ delay: 1 });
 * console.log((await slow.education.listStudents()).meta.delayMs); // 1000
 * ```
 */
export function createClient<Given extends CustomDomains = NoDomains>(
  options: OptionsWithDomains<Given>,
): Client<Given> {
  const name = reserved.find((member) => Object.hasOwn(options.domains ?? {}, member));
  if (name !== undefined) throw new TypeError(`a domain cannot have the name ${name}, which the client has for itself`);
  return clientOf(options, new Session(options.token, options.refresh));
}

function clientOf<Given extends CustomDomains>(options: OptionsWithDomains<Given>, session: Session): Client<Given> {
  const { domains: _, ...own } = options;
  const given: CustomDomains = options.domains ?? {};
  const kinds = [...problemKinds, ...Object.values(given).flatMap(kindsOf)];
  const settings = completed(own, { session, kinds });
  const routesGiven = Object.entries(given).map(([name, domain]) => [name, routesOf(domain)]);
  const all: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
    ...routes,
    ...Object.fromEntries(routesGiven),
  };
  const domains = Object.fromEntries(
    Object.entries(all).map(([domain, operations]) => [domain, methodsOf(domain, operations, settings)]),
  );
  // A domain of that name that was given has its own methods alone.
  if (!('sandboxes' in given)) Object.assign(domains['sandboxes'] ?? {}, waitingFor(settings));
  const derive = (changes: Partial<ClientOptions>): Client<Given> => {
    const merged = mergeControls(options, changes);
    // A token that one of them has renewed is renewed for all, unless one goes its own way.
    const isOwn = 'token' in changes || 'refresh' in changes;
    return clientOf(merged, isOwn ? new Session(merged.token, merged.refresh) : session);
  };
  const client = {
    ...domains,
    sandbox: settings.sandbox,
    with: derive,
    withToken: (token: string) => derive({ token }),
    withSession: (tokens: SessionTokens, onRefresh?: (session: SessionTokens) => void | Promise<void>) => {
      // Nothing is forced on it: what a test forces is for the calls of the test.
      const fresh: unknown = derive({ token: undefined, refresh: undefined, scenario: undefined });
      const renew = renewalOf(fresh as Domains);
      const exchange = (refresh_token: string) =>
        renew({ refresh_token }, { idempotencyKey: settings.newIdempotencyKey() });
      return derive({ token: tokens.access_token, refresh: refreshOf(tokens, exchange, onRefresh) });
    },
  };
  // What each method takes and gives follows from the same document or declaration as the routes it is made from.
  return client as unknown as Client<Given>;
}

function methodsOf(domain: string, operations: Readonly<Record<string, Route>>, settings: Settings) {
  return Object.fromEntries(
    Object.entries(operations).map(([name, route]) => [name, method(`${domain}.${name}`, route, settings)]),
  );
}
