/** Faults of the pages of lists: what a page shows in the place of what it is. */
import { ProblemError } from '../../kit/problem-error.js';
import { hashText, Random } from '../../kit/random.js';
import type { Cut, ShownPage, ShowPage } from '../../kit/pages.js';
import type { ContentEffect, FaultOf } from '../outcome.js';

/** A fault of pages. */
export type PagingFault = FaultOf<
  | 'expired_cursor'
  | 'repeated_cursor'
  | 'empty_page'
  | 'endless'
  | 'wrong_total'
  | 'short_pages'
  | 'foreign_next'
  | 'relative_next'
  | 'doubled_record'
  | 'dropped_record'
  | 'shuffled'
  | 'moving'
>;

const range = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);

const pagesOf = (total: number, size: number): number => Math.ceil(total / Math.max(1, size));

/** A count that JSON can have in full. */
const countable = (count: number): number => Math.min(count, Number.MAX_SAFE_INTEGER);

/** A page as it is. */
function shownAsIs({ start, end, size, total }: Cut): ShownPage {
  return {
    indexes: range(start, Math.min(end, total)),
    total,
    pages: pagesOf(total, size),
    next: end < total ? end : undefined,
  };
}

/** Number of a page, from 0. */
const numberOf = ({ start, size }: Cut): number => Math.floor(start / Math.max(1, size));

/** Where the records of a page stand once so many came (or went) before them; nothing but the first page is where it was. */
function shifted(page: ShownPage, cut: Cut, by: number): ShownPage {
  if (numberOf(cut) === 0 || by === 0) return page;
  const end = page.next === undefined ? cut.total : cut.end + by;
  const indexes = range(Math.max(0, cut.start + by), Math.min(end, cut.total));
  const total = countable(page.total - by);
  return { ...page, indexes, total, pages: pagesOf(total, cut.size) };
}

/** Pages between which records move: a client may ask for any page, however far behind the last one. */
const MAX_MOVES = 10_000;

/** How far the records have moved between the first page and this one: some come or go before each. */
function movedBy({ records }: FaultOf<'moving'>, cut: Cut, seed: number): number {
  const moves = Math.min(numberOf(cut), pagesOf(cut.total, cut.size), MAX_MOVES);
  let sum = 0;
  for (let number = 1; number <= moves; number++) sum += new Random(seed, number).chance(0.5) ? -records : records;
  return sum;
}

/** Half of a page; where pages have numbers, each begins where the one before it ends. */
function halved(cut: Cut): Cut {
  const size = Math.ceil(cut.size / 2);
  const start = cut.by === 'number' ? numberOf(cut) * size : cut.start;
  return { ...cut, start, size, end: Math.min(cut.end, start + size) };
}

/** Between two pages one that is empty: a cursor stands for it where it leads to the last record of a page. */
function withEmptyPages(cut: Cut, show: ShowPage): ShownPage {
  const { start, size, by } = cut;
  if (by === 'cursor') {
    const page = show(cut);
    if (size < 2) return page;
    if (start % size === size - 1) return { ...page, indexes: [], next: start + 1 };
    return typeof page.next === 'number' && cut.end - start === size ? { ...page, next: page.next - 1 } : page;
  }
  const number = numberOf(cut);
  const own = Math.floor(number / 2) * size;
  const page = show({ ...cut, start: own, end: own + size });
  const pages = Math.max(0, 2 * page.pages - 1);
  const more = { ...page, pages, next: number < pages - 1 ? start + size : undefined };
  return number % 2 === 1 ? { ...more, indexes: [] } : more;
}

/** The last page, once more, with another behind it. */
function endless(page: ShownPage, cut: Cut): ShownPage {
  const { start, end, size, total, by } = cut;
  if (page.next !== undefined || total === 0) return page;
  const last = Math.floor((total - 1) / Math.max(1, size)) * size;
  const pages = countable(numberOf(cut) + 2);
  const indexes = start >= total ? range(last, total) : page.indexes;
  const more = { ...page, indexes, next: by === 'cursor' ? total : end };
  return by === 'cursor' ? more : { ...more, pages, total: countable((pages - 1) * size + 1) };
}

/** A count that is off, never by nothing. */
function wrongCount(page: ShownPage, { size }: Cut, random: Random): ShownPage {
  const off = random.int(1, Math.max(1, Math.ceil(page.total / 3)));
  const total = countable(page.total - off < 0 || random.chance(0.5) ? page.total + off : page.total - off);
  const pages = pagesOf(total, size);
  return { ...page, total, pages: pages === page.pages ? pages + 1 : pages };
}

function expired({ as }: FaultOf<'expired_cursor'>): ProblemError {
  const detail = `simulated: the cursor has expired, so the list has to be read from its beginning`;
  return as === 'gone'
    ? new ProblemError('status', { detail, status: 410, simulated: true })
    : new ProblemError(as, { detail, simulated: true });
}

/** What a fault makes of a page. */
function altered(fault: PagingFault, page: ShownPage, cut: Cut, seed: number): ShownPage {
  const random = new Random(seed, numberOf(cut));
  switch (fault.fault) {
    case 'repeated_cursor':
      return cut.isLinked && numberOf(cut) > 0 ? { ...page, next: 'again' } : page;
    case 'endless':
      return endless(page, cut);
    case 'wrong_total':
      return wrongCount(page, cut, random);
    case 'foreign_next':
      return cut.isLinked ? { ...page, links: 'foreign' } : page;
    case 'relative_next':
      return cut.isLinked ? { ...page, links: 'relative' } : page;
    case 'doubled_record':
      return shifted(page, cut, -1);
    case 'dropped_record':
      return shifted(page, cut, 1);
    case 'shuffled': {
      const order = random.order(page.indexes.length);
      return { ...page, indexes: order.map((index) => page.indexes[index] ?? 0) };
    }
    case 'moving': {
      const by = movedBy(fault, cut, seed);
      const moved = shifted(page, cut, by);
      // A cursor names the record at which it was given, wherever that is by now.
      return cut.by === 'cursor' ? { ...moved, indexes: page.indexes } : moved;
    }
    default:
      return page;
  }
}

/** The faults that change the records of a page, and those that change what it says of others, in the order in which they do. */
const OF_RECORDS: readonly PagingFault['fault'][] = ['moving', 'doubled_record', 'dropped_record', 'shuffled'];
const OF_OTHERS: readonly PagingFault['fault'][] = [
  'endless',
  'repeated_cursor',
  'wrong_total',
  'foreign_next',
  'relative_next',
];

/** A fault of pages, and what names it. */
export interface PagingEffect extends ContentEffect {
  readonly fault: PagingFault;
}

/**
 * Makes a function that lies about pages.
 *
 * @param applied is told of each fault that had something to do
 */
export function lyingPages(
  effects: readonly PagingEffect[],
  seed: string,
  applied: (effect: ContentEffect) => void,
): ShowPage {
  const named = (name: PagingFault['fault']) => effects.find(({ fault }) => fault.fault === name);
  const [short, empty] = [named('short_pages'), named('empty_page')];
  const note = (effect: ContentEffect, before: ShownPage, after: ShownPage): ShownPage => {
    if (JSON.stringify(before) !== JSON.stringify(after)) applied(effect);
    return after;
  };
  const changed = (names: readonly PagingFault['fault'][], shown: ShownPage, cut: Cut): ShownPage =>
    names.reduce((page, name) => {
      const effect = named(name);
      if (effect === undefined) return page;
      return note(effect, page, altered(effect.fault, page, cut, hashText(`${seed}\n${effect.by.fault}`)));
    }, shown);
  const show: ShowPage = (cut) => changed(OF_RECORDS, shownAsIs(cut), cut);
  return (cut) => {
    const late = named('expired_cursor');
    if (late?.fault.fault === 'expired_cursor' && numberOf(cut) >= late.fault.after) {
      applied(late);
      throw expired(late.fault);
    }
    const own = short === undefined || cut.size < 2 ? cut : halved(cut);
    if (short !== undefined) note(short, shownAsIs(cut), shownAsIs(own));
    const page = empty === undefined ? show(own) : note(empty, show(own), withEmptyPages(own, show));
    return changed(OF_OTHERS, page, own);
  };
}
