/** What a request asked for of a list. */

/** A page, as a request asked for it. */
export interface AskedPage {
  /** Names the list, whichever page of it: path and query. */
  readonly list: string;
  /** Number that it was asked for by; undefined where that was a cursor. */
  readonly number: number | undefined;
  readonly style: string;
}

/** What says nothing of which list it is. */
const BESIDE = ['page', 'cursor', 'pagination_style', 'fault', 'delay', 'simulate_error', 'cors'];

/** What a request asked for of a list. */
export function askedPage({ path, query }: { readonly path: string; readonly query: string }): AskedPage {
  const parameters = new URLSearchParams(query);
  const number = parameters.has('cursor') ? undefined : Number(parameters.get('page') ?? 1);
  const style = parameters.get('pagination_style') ?? 'page';
  for (const name of BESIDE) parameters.delete(name);
  parameters.sort();
  return { list: `${path}?${parameters}`, number, style };
}
