/** Where a call goes and what it carries: the input of an operation laid out as path, query and body. */
import type { Input, Route } from './route.js';

/** The address and the body of a call, before its controls. */
export interface Target {
  readonly url: URL;
  /** JSON, where the operation reads a body. */
  readonly body: string | undefined;
}

/** Where the routes begin. */
export interface Bases {
  /** Address of the sandbox. */
  readonly baseUrl: string;
  /** Address of the server. */
  readonly root: string;
}

/**
 * Lays out an input.
 *
 * @throws TypeError for a path input that would lead to another route.
 */
export function targetOf({ baseUrl, root }: Bases, route: Route, input: Input): Target {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = segment(name, rest.get(name));
    rest.delete(name);
    return value;
  });
  const url = new URL((route.control === true ? root : baseUrl) + path);
  if (route.sends === 'body') return { url, body: JSON.stringify(Object.fromEntries(rest)) };
  for (const [name, value] of rest) url.searchParams.set(name, String(value));
  return { url, body: undefined };
}

/** An empty segment would lead to the list above, and dots are resolved away even when they are encoded. */
function segment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} must be an id, but is ${value === undefined ? 'missing' : JSON.stringify(value)}`);
  }
  return encodeURIComponent(text);
}
