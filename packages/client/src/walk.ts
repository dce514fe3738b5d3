/** Walks through the pages of a list, and sees to it that the walk comes to an end. */
import type { PageWithResponse } from './list.js';
import type { Place } from './next-page.js';

/** A page on the way, and where it leads. */
export interface Visit<Item> {
  readonly page: PageWithResponse<Item>;
  readonly next: Place | undefined;
  /** Why the next place must not be taken, where it must not. */
  readonly stray?: string;
  /** Makes the error that tells why the next place cannot be taken. */
  readonly refuse: (detail: string) => Error;
}

/** Asks for the page at a place. */
export type Load<Item> = (place: Place) => Promise<Visit<Item>>;

/** Walks from a place to the last page; each page is asked for when it is needed. */
export async function* walk<Item>(
  start: Place,
  load: Load<Item>,
): AsyncGenerator<PageWithResponse<Item>, void, undefined> {
  const seen = new Set([JSON.stringify(start)]);
  let place = start;
  for (;;) {
    const { page, next, stray, refuse }: Visit<Item> = await load(place);
    yield page;
    if (next === undefined) return;
    if (stray !== undefined) throw refuse(stray);
    const key = JSON.stringify(next);
    if (seen.has(key)) throw refuse(`The list leads to the same place again: ${key}.`);
    seen.add(key);
    place = next;
  }
}
