/** What a request asked for of a list, whatever names it asked by. */
import { callControls } from '@understudy/contract/kit';
import type { Facts } from '../journal/masked-entry.js';

/** A page, as a request asked for it. */
export interface AskedPage {
  /** Names the list, whichever page of it: path and query. */
  readonly list: string;
  /** Number that it was asked for by; undefined where that was a cursor. */
  readonly number: number | undefined;
  readonly style: string;
}

/** What says nothing of which list it is, beside names that nothing reads; `_` is what clients pass caches by. */
const BESIDE = ['page', 'cursor', 'pagination_style', '_', ...Object.keys(callControls)];

/** Names that json-server's clients choose a page by; where a list does not read them, they are unknown names. */
const BARE = ['_page', '_per_page', '_limit', '_start', '_end'];

/** Which page was asked for, counted from 1, and of how many records: undefined where that was not said. */
function counted(parameters: URLSearchParams): readonly [number: number, size: number | undefined] {
  const read = (...names: string[]): number | undefined => {
    const text = names.map((name) => parameters.get(name)).find((value) => value !== null);
    return text === undefined ? undefined : Number(text);
  };
  const [start, end, limit] = [read('_start'), read('_end'), read('_per_page', '_limit', 'per_page')];
  if (parameters.has('_page') || (start === undefined && end === undefined)) return [read('_page', 'page') ?? 1, limit];
  const first = start ?? 0;
  const size = end === undefined ? limit : end - first;
  return [size === undefined ? 1 : first / size + 1, size];
}

/** What a request asked for of a list. */
export function askedPage({ path, query, unknown }: Pick<Facts, 'path' | 'query' | 'unknown'>): AskedPage {
  const parameters = new URLSearchParams(query);
  for (const { name, in: where } of unknown) if (where === 'query') parameters.delete(name);
  const [page, size] = counted(parameters);
  const number = parameters.has('cursor') ? undefined : page;
  const style = parameters.get('pagination_style') ?? 'page';
  for (const name of [...BESIDE, ...BARE]) parameters.delete(name);
  if (size !== undefined) parameters.set('per_page', String(size));
  parameters.sort();
  return { list: `${path}?${parameters}`, number, style };
}
