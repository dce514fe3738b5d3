/** Where the requests go: to the server at an address, or to one in this process, with no port. */
import { createUnderstudy } from '@understudy/server';

/**
 * @typedef {(url: string, init?: RequestInit) => Promise<Response>} Fetch
 * @typedef {{ baseUrl: string, fetch: Fetch, close: () => Promise<void> }} Server
 */

/**
 * @param {string | undefined} baseUrl address of a server that runs already
 * @returns {Server} the server to ask
 */
export function openServer(baseUrl) {
  if (baseUrl) return { baseUrl, fetch: (url, init) => fetch(url, init), close: async () => {} };
  const { fetch: ask, close } = createUnderstudy();
  return { baseUrl: 'http://understudy.local', fetch: ask, close };
}
