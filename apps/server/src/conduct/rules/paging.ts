/** Rules on the pages of lists. */
import { type Attempt, grouped, type Pausing, attemptText, senderOf, sinceEnd } from '../attempt.js';
import { areLies, isLast, LONGEST_PAUSE_MS, type ReadPage, type Walk } from '../pages.js';
import type { Rule } from '../rule.js';

/** How often a page that leads to itself is read by who does not look where it leads. */
const CYCLE = 3;

/** The first reads in a row of a page that leads to itself; none where a client notices. */
function* cycleIn(pages: readonly ReadPage[]): Pausing<readonly ReadPage[]> {
  let run: ReadPage[] = [];
  for (const page of pages) {
    yield;
    const { attempt, page: evidence } = page;
    const isAgain = evidence.next !== undefined && evidence.next === attempt.url;
    run = isAgain ? [...(run[0]?.attempt.url === attempt.url ? run : []), page] : [];
    if (run.length === CYCLE) return run;
  }
  return [];
}

/** How often a list is read from its beginning by who takes an empty cursor for one that leads on. */
const ROUNDS = 10;

/** Whether a first page was asked for by a cursor, or whatever parameter leads on, that is empty. */
const isByNothing = ({ query, evidence }: Attempt): boolean => evidence.page?.start === 0 && /=(?:&|$)/.test(query);

/** Whether a page is the first again, asked for by nothing, right after the last one. */
function isNextRound(before: Attempt | undefined, attempt: Attempt): boolean {
  const last = before?.evidence.page;
  if (before === undefined || last === undefined || before.path !== attempt.path || last.start === 0) return false;
  return isByNothing(attempt) && last.next === undefined && sinceEnd(before, attempt) <= LONGEST_PAUSE_MS;
}

/** The beginnings of rounds through a list, one right after the other, with nothing else between them. */
function* roundsIn(attempts: readonly Attempt[]): Pausing<readonly (readonly Attempt[])[]> {
  const found: Attempt[][] = [];
  for (const own of (yield* grouped(attempts, senderOf)).values()) {
    let rounds: Attempt[] = [];
    for (const [index, attempt] of own.entries()) {
      yield;
      if (isNextRound(own[index - 1], attempt)) {
        rounds.push(attempt);
        if (rounds.length === ROUNDS) found.push(rounds);
      } else if (isByNothing(attempt) || attempt.path !== rounds[0]?.path) rounds = [];
    }
  }
  return found;
}

/** The client asked for pages after the last, or went round in a circle. */
export const keptPaging: Rule = {
  id: 'kept_paging',
  *find({ attempts, pages: lists }) {
    for (const rounds of yield* roundsIn(attempts)) {
      const [turn] = rounds;
      if (turn === undefined) continue;
      const detail = `${attemptText(turn)} was asked for by an empty cursor after the last page, ${ROUNDS} times in a row.`;
      yield { attempts: rounds.slice(0, ROUNDS), detail };
    }
    for (const pages of lists.values()) {
      const cycle = yield* cycleIn(pages);
      const [turn] = cycle;
      if (turn !== undefined) {
        const detail = `${attemptText(turn.attempt)} leads to itself, and was read ${CYCLE} times in a row.`;
        yield { attempts: cycle.map(({ attempt }) => attempt), detail };
      }
      if (yield* areLies(pages)) continue;
      for (const [i, { attempt, page, number = 1 }] of pages.entries()) {
        yield;
        if (page.count > 0 || number < 2) continue;
        const before = pages.slice(Math.max(0, i - 50), i);
        const known = before.findLast((one) => (one.number ?? 0) < number && isLast(one));
        // Those that were asked for together were asked for before anybody could know.
        if (known === undefined || sinceEnd(known.attempt, attempt) < 0) continue;
        // A list that has changed since may have had another last page.
        if (before.some((one) => one.page.total !== page.total && one.attempt.at >= known.attempt.at)) continue;
        if (known.page.total !== page.total) continue;
        const detail = `${attemptText(attempt)} was asked for page ${number}, after page ${known.number} had been the last.`;
        yield { attempts: [known.attempt, attempt], detail };
      }
    }
  },
};

/**
 * Whether a page offered where to go on, as it was asked to, and the next one was counted instead. A Link that nobody has
 * asked for, such as that of a list which is asked by json-server's names, is no reason to leave the names that it has.
 */
function isBuilt(before: ReadPage, { number, attempt, style }: ReadPage): boolean {
  if (number === undefined || before.number === undefined || number !== before.number + 1) return false;
  const { next, cursors } = before.page;
  if (style === 'page' || style !== before.style || next === undefined) return false;
  return cursors !== undefined || next !== attempt.url;
}

/** The first page that was counted, after the one before it. */
function* firstBuilt(pages: readonly ReadPage[]): Pausing<readonly ReadPage[]> {
  for (const [i, page] of pages.entries()) {
    yield;
    const before = pages[i - 1];
    if (before !== undefined && isBuilt(before, page)) return [before, page];
  }
  return [];
}

/** The client counted pages itself where it had asked for cursors or Link. */
export const builtPageUrls: Rule = {
  id: 'built_page_urls',
  *find({ pages: lists }) {
    for (const pages of lists.values()) {
      const [before, page] = yield* firstBuilt(pages);
      if (before === undefined || page === undefined) continue;
      const offered = before.page.cursors === undefined ? 'Link' : 'a cursor';
      const detail = `${attemptText(page.attempt)} was asked for page ${page.number} by its number, though ${offered} named it.`;
      yield { attempts: [before.attempt, page.attempt], detail };
    }
  },
};

/** The client used a cursor with another query. */
export const mixedCursor: Rule = {
  id: 'mixed_cursor',
  *find({ attempts }) {
    const givers = new Map<string, Attempt>();
    for (const attempt of attempts) {
      yield;
      const { cursor, page } = attempt.evidence;
      const giver = cursor === undefined ? undefined : givers.get(cursor);
      if (giver !== undefined && attempt.kind === 'invalid_cursor' && giver.asked?.list !== attempt.asked?.list) {
        const detail = `${attemptText(attempt)} was asked with a cursor that another query had given: ${attemptText(giver)}.`;
        yield { attempts: [giver, attempt], detail };
      }
      for (const one of page?.cursors ?? []) givers.set(one, attempt);
    }
  },
};

/** The first pages between which one is missing. */
function gapIn({ pages }: Walk): readonly ReadPage[] {
  const ordered = pages.toSorted((a, b) => a.page.start - b.page.start);
  const index = ordered.findIndex(({ page }, i) => {
    const before = ordered[i - 1];
    return before !== undefined && page.start > before.page.start + before.page.count;
  });
  return index < 1 ? [] : ordered.slice(index - 1, index + 1);
}

/** The client left a page out while it walked a list to its end. */
export const skippedPages: Rule = {
  id: 'skipped_pages',
  *find({ walks }) {
    for (const walk of walks) {
      yield;
      const [before, after] = gapIn(walk);
      if (before === undefined || after === undefined) continue;
      const from = before.page.start + before.page.count;
      const detail = `${attemptText(after.attempt)} was read to its end, but for the records ${from + 1} to ${after.page.start}.`;
      yield { attempts: [before.attempt, after.attempt], detail };
    }
  },
};

/** The client read a page twice while it walked a list to its end. */
export const repeatedPages: Rule = {
  id: 'repeated_pages',
  *find({ walks }) {
    for (const { pages, again } of walks) {
      yield;
      const first = pages.find(({ page }) => page.start === again?.page.start);
      if (again === undefined || first === undefined) continue;
      const { start, count } = again.page;
      const detail = `${attemptText(again.attempt)} was read to its end, and the records ${start + 1} to ${start + count} twice.`;
      yield { attempts: [first.attempt, again.attempt], detail };
    }
  },
};
