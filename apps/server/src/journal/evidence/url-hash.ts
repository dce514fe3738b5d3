/** Hashes URLs, so that requests for the same thing are known by it. */
import { callControls } from '@understudy/contract/kit';
import { shortHash } from './short-hash.js';

/** A URL, as the journal has it: its query without the question mark. */
export interface Target {
  readonly baseUrl: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query: string;
}

const CONTROLS = new Set(Object.keys(callControls));

/** A query without the controls of the call, and without empty members: they ask for nothing. The same however it is spelled. */
function withoutControls(query: string): string {
  if (query === '') return '';
  const isOwn = (member: string): boolean => member !== '' && !CONTROLS.has(member.split('=', 1)[0] ?? '');
  const own = new URLSearchParams(query.split('&').filter(isOwn).join('&'));
  own.sort();
  return own.toString();
}

/** The hash of path and query; whatever the origin. */
export function urlHash({ baseUrl, path, query }: Target): string {
  const slash = baseUrl.indexOf('/', baseUrl.indexOf('://') + 3);
  const base = slash < 0 ? '' : baseUrl.slice(slash);
  return shortHash(`${base}${path}?${withoutControls(query)}`);
}

/** The origin and the hash of an absolute URL; undefined where it is none. */
export function absoluteHash(text: string): readonly [origin: string, url: string] | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, search } = new URL(text);
  return [origin, urlHash({ baseUrl: origin, path: pathname, query: search.slice(1) })];
}
