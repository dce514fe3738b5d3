/** Walks through the pages of a list, and sees to it that the walk comes to an end. */
import type { PageWithResponse } from './list.js';
import type { Position } from './next-page.js';

/** A page on the way, and where it leads. */
export interface Visit<Item> {
  readonly page: PageWithResponse<Item>;
  readonly next: Position | undefined;
  /** Why the walk must not go on to the next position, where it must not. */
  readonly stray?: string;
  /** Makes the error that says why the walk cannot go on. */
  readonly refuse: (detail: string) => Error;
}

/** Asks for the page at a position. */
export type Load<Item> = (position: Position) => Promise<Visit<Item>>;

/** Walks from a position to the last page; each page is asked for when it is needed. */
export async function* walk<Item>(
  start: Position,
  load: Load<Item>,
): AsyncGenerator<PageWithResponse<Item>, void, undefined> {
  const seen = new Set([JSON.stringify(start)]);
  let position = start;
  for (;;) {
    const { page, next, stray, refuse }: Visit<Item> = await load(position);
    yield page;
    if (next === undefined) return;
    if (stray !== undefined) throw refuse(stray);
    const key = JSON.stringify(next);
    if (seen.has(key)) throw refuse(`The list leads to the same place again: ${key}.`);
    seen.add(key);
    position = next;
  }
}
