/** Walks: pages of a list that a program read one after the other, from the first to the last. */
import type { Attempt } from './attempt.js';
import { isLast, pagesByList, type ReadPage } from './pages.js';
import { sinceEnd } from './time.js';

/** Longest pause of a program between two pages, in ms: people who turn pages take longer. */
const LONGEST_PAUSE_MS = 1000;

/** Pages that make a walk. */
const FEWEST = 4;

/** Walks of one list that go on at once. */
const MAX_AT_ONCE = 10;

/** Pages of a list that was read to its end, in the order in which they came. */
export type Walk = readonly ReadPage[];

const startsOf = (walk: Walk): Set<number> => new Set(walk.map(({ page }) => page.start));

/** The walk that a page belongs to: one that it follows on, else one that does not have it, else the latest. */
function walkOf(page: ReadPage, walks: readonly ReadPage[][]): ReadPage[] | undefined {
  const { start } = page.page;
  const follows = walks.find((walk) => walk.at(-1) !== undefined && endOf(walk.at(-1)) === start);
  return follows ?? walks.findLast((walk) => !startsOf(walk).has(start)) ?? walks.at(-1);
}

const endOf = (page: ReadPage | undefined): number => (page === undefined ? 0 : page.page.start + page.page.count);

const isSteady = (walk: Walk): boolean =>
  walk.every((one, i) => {
    const before = walk[i - 1];
    return before === undefined || sinceEnd(before.attempt, one.attempt) <= LONGEST_PAUSE_MS;
  });

/** Whether it was read from end to end by a program, while the list stayed as long as it was. */
function isWhole(walk: Walk): boolean {
  const [first] = walk;
  if (first === undefined || walk.length < FEWEST || first.page.start !== 0) return false;
  return walk.some(isLast) && walk.every(({ page }) => page.total === first.page.total) && isSteady(walk);
}

/** All walks. Pages after the last one of a list belong to none. */
export function walksOf(attempts: readonly Attempt[]): Walk[] {
  return Array.from(pagesByList(attempts).values()).flatMap((pages) => {
    const all: ReadPage[][] = [];
    let open: ReadPage[][] = [];
    for (const page of pages.filter(({ page: { count } }) => count > 0)) {
      const walk = page.page.start === 0 ? undefined : walkOf(page, open);
      if (walk !== undefined) walk.push(page);
      else {
        const begun = [page];
        all.push(begun);
        open = [...open, begun].slice(-MAX_AT_ONCE);
      }
    }
    return all.filter(isWhole);
  });
}
