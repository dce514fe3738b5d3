/** Something that requests can be sent to: a server, or a sandbox of one. */
export interface Target {
  /** Asks for a path. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** A request that sends JSON. */
export function jsonRequest(
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
