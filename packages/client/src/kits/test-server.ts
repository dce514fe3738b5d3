/** The server that the sandboxes of tests are on. */
import { sandboxAt, type WholeFetch } from '../client-options.js';
import { type Client, createClient } from '../client.js';
import { routes } from '../generated/routes.js';

/** A variable that is set; where there is no environment, such as in a browser, none is. */
export function variable(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
  const value = process?.env?.[name];
  return value === '' ? undefined : value;
}

/** Where the server is, and what its control API wants. */
export interface ServerSettings {
  readonly url: string | undefined;
  readonly token?: string | undefined;
  /** Sends the requests. @defaultValue the global fetch */
  readonly fetch?: WholeFetch | undefined;
}

/** A server with sandboxes. */
export interface TestServer {
  /** Its address, without a slash at the end. */
  readonly root: string;
  readonly fetch: WholeFetch;
  /** A client in a sandbox. */
  readonly clientIn: (sandbox: string) => Client;
}

/** The server to test with. @throws Error if nothing says where it is */
export function testServer({
  url,
  token,
  fetch = (to, init) => globalThis.fetch(to, init),
}: ServerSettings): TestServer {
  const address = url ?? variable('UNDERSTUDY_URL');
  if (address === undefined) {
    throw new Error('no Understudy to test with: set understudyUrl, or the variable UNDERSTUDY_URL, to its address');
  }
  const { root } = sandboxAt(address.replace(/\/+$/, ''), undefined);
  const allowed = withAdminToken(fetch, { root, token: token ?? variable('UNDERSTUDY_ADMIN_TOKEN') });
  return { root, fetch: allowed, clientIn: (sandbox) => createClient({ baseUrl: root, fetch: allowed, sandbox }) };
}

/** Paths of the control API, relative to the address of the server. */
const CONTROL = Object.values(routes.sandboxes).map(
  ({ path }) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
);

/** Sends the admin token with calls of the control API, and with no other: those are journalled. */
function withAdminToken(fetch: WholeFetch, { root, token }: { root: string; token: string | undefined }): WholeFetch {
  if (token === undefined) return fetch;
  return (url, init) => {
    const { origin, pathname } = new URL(url);
    const address = origin + pathname;
    const isControl = address.startsWith(root) && CONTROL.some((path) => path.test(address.slice(root.length)));
    if (!isControl) return fetch(url, init);
    const request = new Request(url, init);
    request.headers.set('authorization', `Bearer ${token}`);
    return fetch(url, request);
  };
}
