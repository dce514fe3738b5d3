/** Cuts a page out of a list, of records or of computed entries, in any of the three paging styles. */
import type { ListControls, Pagination } from '@understudy/contract/kit';
import { countBefore, type Positions } from '../kit/collection.js';
import { compareAll, indexInOrder, type Order, type PositionOrder, type SortKey } from './order.js';
import { type Anchor, type CursorBinding, decodeCursor, type Direction, encodeCursor } from '../kit/cursor.js';
import type { EntryAt, Rows } from '../kit/listing.js';
import type { ShownPage, ShowPage } from '../kit/pages.js';

/** A list to page through: how many entries it has, and the position of each. */
export interface Sequence {
  readonly length: number;
  /** Positions in the order of the list; undefined where entry i has position i. */
  readonly positions: Positions | undefined;
  /** What they are sorted by; undefined where they ascend. */
  readonly order?: PositionOrder | undefined;
  /** Whether the list goes through them from the last to the first. */
  readonly isDescending?: boolean;
  /** New entries that come before its first between each page and the next, where pages have numbers; 0 where left out. */
  readonly arrivals?: number | undefined;
  /** What its pages show; what they are where left out. */
  readonly shows?: ShowPage | undefined;
  /** How cursors name its entries, where that is not by their positions and the order. */
  readonly anchors?: Anchors;
}

/** Names entries by what stays theirs while others come and go. */
export interface Anchors {
  /** The name of the entry at an index. */
  at(index: number): Pick<Anchor, 'position' | 'values'>;
  /** Index of the first entry after an anchor, or at it where the page before it is wanted. */
  indexAt(anchor: Anchor): number;
}

/** Query members that lead to another page; null takes the member away. */
export type PageLink = Readonly<Record<string, string | null>>;

/** A page: which positions are on it, what the body says of it, where its neighbours are. */
export interface Page {
  /** How many entries of the list stand before it. */
  readonly start: number;
  readonly positions: readonly number[];
  readonly pagination: Pagination;
  readonly links: Readonly<Record<string, PageLink>>;
  /** Where the links lead, if not to the address of the list. */
  readonly leads?: ShownPage['links'];
}

function positionAt({ length, positions, isDescending = false }: Sequence, index: number): number {
  const own = isDescending ? length - 1 - index : index;
  return positions === undefined ? own : (positions[own] ?? own);
}

/** How many entries stand at positions below this one: where positions ascend, the index of the first of the others. */
export function indexFrom(sequence: Sequence, position: number): number {
  if (sequence.positions === undefined) return Math.min(position, sequence.length);
  const { positions } = sequence;
  return countBefore(sequence.length, (index) => (positions[index] ?? index) >= position);
}

function slice(sequence: Sequence, start: number, end: number): number[] {
  const page: number[] = [];
  for (let i = start; i < Math.min(end, sequence.length); i++) page.push(positionAt(sequence, i));
  return page;
}

/** Index of the first entry after an anchor, or at it where the page before it is wanted. */
function indexOfAnchor(sequence: Sequence, anchor: Anchor): number {
  if (sequence.anchors !== undefined) return sequence.anchors.indexAt(anchor);
  const { direction, position, values } = anchor;
  const isBefore = direction === 'before';
  const { length, positions, order, isDescending = false } = sequence;
  // Those that are to come, or this one and those before it, stand at lower positions.
  if (isDescending) return length - indexFrom(sequence, isBefore ? position + 1 : position);
  if (positions === undefined || order === undefined || values === undefined) {
    return indexFrom(sequence, isBefore ? position : position + 1);
  }
  return indexInOrder(positions, order, { values, position, isCounted: isBefore });
}

/** The anchor at a record of a page. */
function anchorAt({ order, anchors }: Sequence, position: number, direction: Direction): Anchor {
  if (anchors !== undefined) return { direction, ...anchors.at(position) };
  return { direction, position, values: order?.values(position) };
}

function firstIndex(sequence: Sequence, anchor: Anchor, perPage: number): number {
  const index = indexOfAnchor(sequence, anchor);
  return anchor.direction === 'after' ? index : Math.max(0, index - perPage);
}

/** Where a page begins, if its number does not say so. */
type OffsetControls = ListControls & { readonly offset?: number | undefined };

/** A list that has grown by new entries before its first: what there was stands as much later in it. */
function byNumber(sequence: Sequence, controls: ListControls, offset: number | undefined): Page {
  if (offset !== undefined) return byOffset(sequence, controls, offset);
  const { page, per_page: perPage } = controls;
  const { arrivals = 0 } = sequence;
  const arrived = arrivals * (page - 1);
  const start = (page - 1) * perPage;
  const isLinked = controls.pagination_style === 'link';
  // Whoever asks for a page behind all others has as many come: no more than a number can count.
  const length = Math.min(sequence.length + arrived, Number.MAX_SAFE_INTEGER);
  const cut = { start, end: start + perPage, size: perPage, total: length, by: 'number', isLinked } as const;
  const shown = sequence.shows?.(cut);
  const { total, pages: totalPages } = shown ?? { total: length, pages: Math.ceil(length / perPage) };
  const next = shown === undefined ? page < totalPages || undefined : shown.next;
  const links: Record<string, PageLink> = {};
  if (isLinked && (totalPages > 1 || next !== undefined)) {
    links['first'] = { page: '1' };
    if (page > 1) links['prev'] = { page: String(Math.min(page - 1, totalPages)) };
    if (next !== undefined) links['next'] = { page: String(next === 'again' ? page : page + 1) };
    links['last'] = { page: String(totalPages) };
  }
  return {
    start,
    positions: shown
      ? shown.indexes.flatMap((index) => (index < arrived ? [] : positionAt(sequence, index - arrived)))
      : slice(sequence, start - arrived, start - arrived + perPage),
    pagination: { page, perPage, total, totalPages },
    links,
    ...(shown?.links && { leads: shown.links }),
  };
}

/** A page that begins where the caller says. */
function byOffset(
  sequence: Sequence,
  { per_page: perPage, pagination_style: style }: ListControls,
  start: number,
): Page {
  const total = sequence.length;
  const totalPages = Math.ceil(total / perPage);
  const links: Record<string, PageLink> = {};
  if (style === 'link') {
    if (start > 0) links['prev'] = { offset: String(Math.max(0, start - perPage)) };
    if (start + perPage < total) links['next'] = { offset: String(start + perPage) };
  }
  const pagination = { page: Math.floor(start / perPage) + 1, perPage, total, totalPages };
  return { start, positions: slice(sequence, start, start + perPage), pagination, links };
}

function byCursor(sequence: Sequence, controls: OffsetControls, binding: CursorBinding): Page {
  const perPage = controls.per_page;
  const anchor = controls.cursor === undefined ? undefined : decodeCursor(controls.cursor, binding);
  const start =
    anchor === undefined ? (controls.offset ?? (controls.page - 1) * perPage) : firstIndex(sequence, anchor, perPage);
  // Walking back, a page ends where the one after it began, even when fewer records are left.
  const end = anchor?.direction === 'before' ? indexOfAnchor(sequence, anchor) : start + perPage;
  const own = slice(sequence, start, end);
  const first = own[0];
  const { length } = sequence;
  const shown = sequence.shows?.({ start, end, size: perPage, total: length, by: 'cursor', isLinked: true });
  const positions = shown?.indexes.map((index) => positionAt(sequence, index)) ?? own;
  const after = shown === undefined ? (own.length > 0 && end < length ? end : undefined) : shown.next;
  const next =
    after === undefined
      ? null
      : after === 'again'
        ? (controls.cursor ?? null)
        : encodeCursor(anchorAt(sequence, positionAt(sequence, after - 1), 'after'), binding);
  const prev = first !== undefined && start > 0 ? encodeCursor(anchorAt(sequence, first, 'before'), binding) : null;
  const links: Record<string, PageLink> = {};
  if (prev !== null) links['prev'] = { cursor: prev, page: null };
  if (next !== null) links['next'] = { cursor: next, page: null };
  return {
    start,
    positions,
    pagination: {
      // Far past the end the index is no longer exact.
      page: anchor === undefined && controls.offset === undefined ? controls.page : Math.floor(start / perPage) + 1,
      perPage,
      total: shown?.total ?? length,
      totalPages: shown?.pages ?? Math.ceil(length / perPage),
      nextCursor: next,
      prevCursor: prev,
      hasMore: next !== null,
    },
    links,
    ...(shown?.links && { leads: shown.links }),
  };
}

/** Cuts out the page that the controls ask for. A page past the end is empty. */
export function paginate(sequence: Sequence, controls: OffsetControls, binding: CursorBinding): Page {
  const style = controls.cursor === undefined ? controls.pagination_style : 'cursor';
  return style === 'cursor' ? byCursor(sequence, controls, binding) : byNumber(sequence, controls, controls.offset);
}

/** Whoever reads the item has it made. */
export const outlineOf = (entry: EntryAt<object>): object => entry.outline ?? entry.item;

/** Entries in an order, and how each is named in cursors. */
export interface Ordered {
  readonly rows: Rows<EntryAt<object>>;
  readonly anchors: Anchors;
}

const ownKey: SortKey = { name: 'key', isDescending: false };

/** Names entries by what they are sorted by, and by their positions. */
export function anchorsOf(rows: Rows<EntryAt<object>>, order: Order<object> | undefined): Anchors {
  const keys = order?.keys ?? [ownKey];
  const at = (index: number) => {
    const entry = rows.at(index);
    const own = entry?.key === undefined ? undefined : [entry.key];
    return {
      position: entry?.position ?? 0,
      values: order === undefined ? own : order.values(entry && outlineOf(entry)),
    };
  };
  const indexAt = (anchor: Anchor): number =>
    countBefore(rows.length, (index) => {
      const { position, values = [] } = at(index);
      const side = compareAll(keys, values, anchor.values ?? []) || position - anchor.position;
      return side > 0 || (side === 0 && anchor.direction === 'before');
    });
  return { at, indexAt };
}
