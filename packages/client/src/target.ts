/** Where a call goes and what it carries: the input of an operation laid out as path, query, headers and body. */
import type { Input, Route } from './route.js';
import type { LinesToSend } from './upload.js';
import type { SandboxAddress } from './client-options.js';

/** Where the routes begin. */
interface Bases extends Pick<SandboxAddress, 'baseUrl' | 'root'> {
  /** What stands for the `/api` of their paths. */
  readonly base: string;
  /** Rows that are the body, where they are no member of it. */
  readonly lines?: LinesToSend | undefined;
}

/** The address and the body of a call, before its controls. */
export interface Target {
  readonly url: string;
  /** JSON or lines, where the operation reads a body. */
  readonly body: string | undefined;
  /** Media type of the body, where it is not JSON. */
  readonly contentType?: string | undefined;
  /** How long the server may hold its answer, in ms. */
  readonly heldMs?: number;
  /** The inputs that go into headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The paths of routes in parts, made once: what stands at odd positions stood in braces. */
const pathCache: Record<string, string[]> = {};

/**
 * Lays out an input. Rows that come as lines are the body, and all else is in the query.
 *
 * @throws TypeError for a path input that would lead to another route.
 */
export function targetOf({ baseUrl, root, base, lines }: Bases, route: Route, input: Input): Target {
  const parts = (pathCache[route.path] ??= route.path.split(/[{}]/));
  const path = parts.map((part, index) => (index % 2 === 0 ? part : segment(part, input[part]))).join('');
  const url = (route.control === true ? root : baseUrl) + path.replace(/^\/api(?=\/)/, base);
  const headers: Record<string, string> = {};
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(input)) {
    const header = route.headers?.[name];
    if (value === undefined || parts.indexOf(name) % 2 === 1) continue;
    if (header === undefined) rest.push([name, value]);
    else headers[header] = textOf(value);
  }
  const heldMs = Number(input[route.holds ?? ''] ?? 0) * 1000;
  if (route.sends === 'body' && lines === undefined)
    return { url, headers, heldMs, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = rest.length > 0 && new URLSearchParams(rest.map(([name, value]) => [name, textOf(value)]));
  return { url: query ? `${url}?${query}` : url, headers, heldMs, body: lines?.text, contentType: lines?.type };
}

/** As JavaScript writes it, but numbers in decimal digits: `1e-7` is a number in no query. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  const text = String(value);
  const isShort = typeof value === 'number' && text.includes('e');
  return isShort ? value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 }) : text;
}

/** An empty segment would lead to the list above, and dots are resolved away even when they are encoded. */
function segment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : textOf(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} must be an id, but is ${value === undefined ? 'missing' : JSON.stringify(value)}`);
  }
  return encodeURIComponent(text);
}
