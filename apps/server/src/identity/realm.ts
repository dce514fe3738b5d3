/** The realm of a sandbox: its issuer, and the audiences of its tokens. */
import { z } from 'zod';
import { DEFAULT_SANDBOX, parseSandboxPath, withoutSandbox } from '../kit/sandbox-address.js';
import { hasScope, oauthFault } from './claims.js';

/** Where and when tokens are issued and read. */
export interface Realm {
  /** Base URL of the sandbox. */
  readonly baseUrl: string;
  /** Address of its API. */
  readonly apiUrl: string;
  /** The issuer that its tokens name. */
  readonly issuer: string;
  /** Name of the sandbox: tokens of another one are foreign here. */
  readonly sandbox: string;
  /** The present in ms since 1970. */
  readonly now: number;
  /** Since when the sandbox is what it is: what was handed out before, and kept nowhere, is nothing to it. */
  readonly began: number;
}

/** Where and when a handler issues and reads tokens. */
export function realmOf({ baseUrl, apiUrl, issuer, sandbox, now, began }: Realm): Realm {
  return { baseUrl, apiUrl, issuer, sandbox, now, began };
}

/** Address that the endpoints of the provider lie below. It is the issuer, unless another one was set. */
export function providerUrl({ apiUrl }: Pick<Realm, 'apiUrl'>): string {
  return `${apiUrl}/oauth`;
}

/** The audiences that a client names. */
export const audiences = z.array(z.string()).optional();

/** How requests name audiences: by RFC 8707, or as Auth0 has it. */
interface AudienceRequest {
  readonly resource?: string | readonly string[] | undefined;
  readonly audience?: string | undefined;
}

/**
 * The audiences that a request names; undefined where it names none.
 *
 * @throws ProblemError `invalid_target` where a resource is no absolute URI without fragment (RFC 8707 §2)
 */
export function requestedAudiences({ resource = [], audience }: AudienceRequest): string[] | undefined {
  const resources = typeof resource === 'string' ? [resource] : resource;
  const isUri = (one: string): boolean => /^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(one) && URL.canParse(one);
  if (!resources.every(isUri)) {
    throw oauthFault('invalid_target', 'resource must be an absolute URI without a fragment', 'resource');
  }
  const named = [...new Set([...resources, ...(audience === undefined ? [] : [audience])])];
  return named.length === 0 ? undefined : named;
}

/**
 * The audiences of a token: those that its request names, which must be among those of its grant (RFC 8707 §2.2). A grant
 * that names none takes any.
 */
export function narrowedAudiences(
  requested: string[] | undefined,
  granted: string[] | undefined,
): string[] | undefined {
  if (requested === undefined || granted === undefined) return requested ?? granted;
  if (requested.every((one) => granted.includes(one))) return requested;
  throw oauthFault('invalid_target', 'the login was not requested for this audience', 'resource');
}

/**
 * The `aud` of an access token. One that also gives the claims of a user is for this server as well, where userinfo is.
 *
 * @param apiUrl address of the API that is served here
 */
export function audienceClaim(named: readonly string[] | undefined, scope: string, apiUrl: string): string | string[] {
  if (named === undefined) return apiUrl;
  const all = [...new Set([...named, ...(hasScope(scope, 'openid') ? [apiUrl] : [])])];
  return all.length === 1 ? (all[0] ?? apiUrl) : all;
}

interface Place {
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly sandbox: string;
}

/** The path of an address below the server, which may lie below a prefix itself. */
function pathOf(address: string, baseUrl: string): string {
  const { pathname } = new URL(address);
  const prefix = withoutSandbox(new URL(baseUrl).pathname.replace(/\/$/, ''));
  return prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
}

/** Whether an address is one below the sandbox, whatever host it was reached by. */
export function isOfSandbox(address: string, path: string, { baseUrl, sandbox }: Place): boolean {
  if (!URL.canParse(address)) return false;
  const pathname = pathOf(address, baseUrl);
  const { name, path: found } = parseSandboxPath(pathname) ?? { name: DEFAULT_SANDBOX, path: pathname };
  return name === sandbox && found === path.slice(baseUrl.length);
}

/** Whether an `aud` names the API that is served here. */
export function isForApi(aud: string | readonly string[], place: Place): boolean {
  const all = typeof aud === 'string' ? [aud] : aud;
  // Served at the root, the address of the API is that of its sandbox, which is a path only with something below it.
  return all.some((one) => isOfSandbox(`${one}/-`, `${place.apiUrl}/-`, place));
}
