/** The pages of lists that clients have read. */
import { pagingFaults } from '@understudy/contract/sandboxes';
import type { PageEvidence } from '../journal/evidence/evidence.js';
import {
  type RequestedPage,
  requestedPage,
  type Attempt,
  hasSucceeded,
  isWhole,
  type Pausing,
  senderOf,
  sinceEnd,
} from './attempt.js';

/** A page that was read whole. */
export interface ReadPage extends Pick<RequestedPage, 'number' | 'style'> {
  readonly attempt: Attempt;
  readonly page: PageEvidence;
}

/** Pages that were read, by list and reader. */
export type Pages = ReadonlyMap<string, readonly ReadPage[]>;

/** Whether a client was told to go on with the page that it has (RFC 9110 §15.4.5). */
const isUnchanged = (attempt: Attempt): boolean => attempt.status === 304 && isWhole(attempt);

/** The pages that were read of each list, by whoever read them. */
export function* pagesOf(attempts: readonly Attempt[]): Pausing<Pages> {
  const lists = new Map<string, ReadPage[]>();
  const kept = new Map<string, PageEvidence>();
  for (const attempt of attempts) {
    yield;
    const { method, url, evidence } = attempt;
    if (method !== 'GET' && evidence.page === undefined) continue;
    if (!(hasSucceeded(attempt) || isUnchanged(attempt))) continue;
    const sender = senderOf(attempt);
    const page = evidence.page ?? kept.get(`${sender} ${url}`);
    const asked = attempt.asked ?? (isUnchanged(attempt) ? requestedPage(attempt) : undefined);
    if (asked === undefined) continue;
    const name = `${sender} ${asked.list} ${page?.of ?? ''}`;
    const list = lists.get(name) ?? [];
    if (page === undefined) {
      // Which one it is that the client had is not known, nor what it has read by now.
      list.length = 0;
      continue;
    }
    kept.set(`${sender} ${url}`, page);
    list.push({ attempt, page, number: asked.number, style: asked.style });
    lists.set(name, list);
  }
  return lists;
}

const lies: ReadonlySet<string> = new Set(pagingFaults.map(({ shape }) => shape.fault.value));

/** Whether a fault has made some pages say what is not so: nothing follows from where they begin and end. */
export function* areLies(pages: readonly ReadPage[]): Pausing<boolean> {
  for (const { attempt } of pages) {
    yield;
    const { fault } = attempt;
    if (fault !== undefined && lies.has(fault)) return true;
  }
  return false;
}

/** Whether a page says that none comes after it. */
export const isLast = ({ page }: ReadPage): boolean => page.start + page.count >= page.total;

/** Longest pause of a program between two pages, in ms: people who turn pages take longer. */
export const LONGEST_PAUSE_MS = 1000;

/** Pages that make a walk. */
const FEWEST = 4;

/** Walks of one list that go on at once. */
const MAX_AT_ONCE = 10;

/** A list that was read to its end. */
export interface Walk {
  /** In the order in which they came. */
  readonly pages: readonly ReadPage[];
  /** The first that had been read before, where there is one. */
  readonly again: ReadPage | undefined;
}

/** A walk that may go on. */
class OpenWalk implements Walk {
  readonly pages: ReadPage[] = [];
  again: ReadPage | undefined;
  readonly #starts = new Set<number>();

  has({ page }: ReadPage): boolean {
    return this.#starts.has(page.start);
  }

  /** Whether a page follows on the last one. */
  leadsTo({ page }: ReadPage): boolean {
    const last = this.pages.at(-1)?.page;
    return last !== undefined && last.start + last.count === page.start;
  }

  add(page: ReadPage): void {
    if (this.has(page)) this.again ??= page;
    this.#starts.add(page.page.start);
    this.pages.push(page);
  }
}

/** The walk that a page belongs to: one that it follows on, else one that does not have it, else the latest. */
function walkOf(page: ReadPage, walks: readonly OpenWalk[]): OpenWalk | undefined {
  if (page.page.start === 0) return undefined;
  return walks.find((walk) => walk.leadsTo(page)) ?? walks.findLast((walk) => !walk.has(page)) ?? walks.at(-1);
}

/** Whether it was read from end to end by a program, while the list stayed as long as it was. */
function* isWholeWalk({ pages }: Walk): Pausing<boolean> {
  const [first] = pages;
  if (first === undefined || pages.length < FEWEST || first.page.start !== 0) return false;
  for (const [i, one] of pages.entries()) {
    yield;
    const before = pages[i - 1];
    if (one.page.total !== first.page.total) return false;
    if (before === undefined) continue;
    const pause = sinceEnd(before.attempt, one.attempt);
    // Who goes back, and did not ask for both at once, looks for something.
    if (pause > LONGEST_PAUSE_MS || (pause >= 0 && one.page.start < before.page.start)) return false;
  }
  return pages.some(isLast);
}

/** All walks. Pages after the last one of a list belong to none. */
export function* walksOf(lists: Pages): Pausing<Walk[]> {
  const all: OpenWalk[] = [];
  for (const pages of lists.values()) {
    if (yield* areLies(pages)) continue;
    let open: OpenWalk[] = [];
    for (const page of pages) {
      yield;
      if (page.page.count === 0) continue;
      let walk = walkOf(page, open);
      if (walk === undefined) {
        walk = new OpenWalk();
        all.push(walk);
        open = [...open, walk].slice(-MAX_AT_ONCE);
      }
      walk.add(page);
    }
  }
  const whole: Walk[] = [];
  for (const walk of all) if (yield* isWholeWalk(walk)) whole.push(walk);
  return whole;
}
