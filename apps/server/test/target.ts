/** Something that requests can be sent to: a server, or a sandbox of one. */
export interface Target {
  /** Asks for a path. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

let bases = 0;

/** Path of a sandbox that no other test knows. */
export const newBase = (): string => `/sandboxes/own-${(bases += 1)}`;

/** A sandbox of a server: one of its own where none is named. */
export const inSandbox = ({ fetch }: Target, base = newBase()): Target => ({
  fetch: (path, init) => fetch(base + path, init),
});

/** Moves the clock of a sandbox. */
export async function moveClock(
  { fetch }: Target,
  move: { readonly action: 'advance'; readonly seconds: number } | { readonly action: 'freeze'; readonly at: string },
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/clock', { method: 'POST', headers, body: JSON.stringify(move) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** What a path answers as JSON, whatever that says. */
export async function jsonAt({ fetch }: Target, path: string, init?: RequestInit): Promise<ReturnType<JSON['parse']>> {
  return (await fetch(path, init)).json();
}

/** A request that sends JSON. */
export function jsonRequest(
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
