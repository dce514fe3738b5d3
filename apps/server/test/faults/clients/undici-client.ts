/** The `fetch` of Node, which is undici. */
import { type Asked, type Client, garbled, type Seen } from './seen.js';

/** The code of an error of the connection, which `fetch` has as its cause; amid a body it is now this one, now that. */
function nameOf(error: unknown, isAmidBody: boolean): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  if (!(cause instanceof Error)) return name;
  const reason = isAmidBody ? message : 'code' in cause ? String(cause.code) : cause.message;
  return reason === '' ? name : `${name} (${reason})`;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Asks by a `fetch`. */
export async function askBy(fetch: Fetch, asked: Asked): Promise<Seen> {
  const { url, method, body, headers: own = {}, limitMs, title } = asked;
  let seen: Seen = {};
  try {
    const headers = { ...own, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(url, { method, headers, body: body ?? null, signal: AbortSignal.timeout(limitMs) });
    const { status, ok } = answer;
    seen = { status, type: answer.headers.get('content-type'), retryAfter: answer.headers.get('retry-after') };
    if (!ok) {
      await answer.text();
      return seen;
    }
    return { ...seen, isGarbled: garbled(await answer.json(), title) };
  } catch (error) {
    return { ...seen, error: nameOf(error, seen.status !== undefined) };
  }
}

/** Asks by the `fetch` of Node. */
export const askUndici = (asked: Asked): Promise<Seen> => askBy((url, init) => fetch(url, init), asked);

/** It keeps its connections by itself. */
export async function openUndici(): Promise<Client> {
  return { ask: askUndici, close: async () => undefined };
}
