/** The feed that local copies are kept by: the latest change of each listing, in order of time. */
import type { contract } from '@understudy/contract';
import type { Listing, ListingChange } from '@understudy/contract/realestate';
import type { ContextOf, Entries, EntryAt, Rows } from '../../kit/index.js';
import { listings } from './records/listing.js';
import { changedAt } from './records/property.js';

type ChangesContext = ContextOf<typeof contract.realestate, 'listChanges'>;

/** How long a removal stays in the feed. */
const KEPT_MS = 7 * 86_400_000;

/** Where an entry of the feed stands. */
interface Spot {
  readonly at: number;
  readonly position: number;
}

const compare = (one: Spot, other: Spot): number => one.at - other.at || one.position - other.position;

/** How many of some things in order come before the first for which a test holds. */
function countBefore(length: number, isBehind: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Listings that were written, in the order of the feed, and all others, which stand there by their index. */
interface Feed {
  /** How many listings are seeded. */
  readonly seeded: number;
  /** Positions of the seeded ones that were written, ascending. */
  readonly rewritten: readonly number[];
  readonly written: readonly Spot[];
}

/** The feed, without an entry being made of any listing that nobody looks at. */
function spotsOf({ seeded, rewritten, written }: Feed): Rows<Spot> {
  /** Seeded listings below a position that were not written. */
  const untouchedBelow = (position: number) =>
    position - countBefore(rewritten.length, (i) => (rewritten[i] ?? 0) >= position);
  const spotAt = (position: number): Spot => ({ at: changedAt(position), position });
  const ranks = written.map((spot, i) => {
    const before = countBefore(seeded, (position) => compare(spotAt(position), spot) >= 0);
    return untouchedBelow(before) + i;
  });
  return {
    length: seeded - rewritten.length + written.length,
    at: (index) => {
      const earlier = countBefore(ranks.length, (i) => (ranks[i] ?? 0) > index);
      if (earlier > 0 && ranks[earlier - 1] === index) return written[earlier - 1];
      const untouched = index - earlier;
      return spotAt(countBefore(seeded, (position) => untouchedBelow(position + 1) > untouched));
    },
  };
}

function changeOf(listing: Listing): ListingChange {
  const isRemoval = listing.status === 'withdrawn';
  return {
    listing_id: listing.id,
    kind: isRemoval ? 'removal' : 'upsert',
    changed_at: listing.updated_at,
    listing: isRemoval ? null : listing,
  };
}

/** When a listing that a client has withdrawn leaves the feed; never, while it may be shown. */
const leavesAt = ({ status, updated_at }: Listing): number =>
  status === 'withdrawn' ? Date.parse(updated_at) + KEPT_MS : Infinity;

/** Lists changes. */
export function listChanges({ input, records, now }: ChangesContext): Entries<ListingChange> {
  const seeded = listings.count(records.dataset);
  const changed = records.changed(listings).map((record) => ({
    record,
    at: Date.parse(record.updated_at),
    position: records.positionOf(listings, record.id) ?? 0,
  }));
  const leaving = changed.map(({ record }) => leavesAt(record)).filter((at) => at > now);
  const spots = spotsOf({
    seeded,
    rewritten: changed
      .map(({ position }) => position)
      .filter((position) => position < seeded)
      .toSorted((one, other) => one - other),
    written: changed.filter(({ record }) => leavesAt(record) > now).toSorted(compare),
  });
  const since = input.since === undefined ? -Infinity : Date.parse(input.since);
  const first = countBefore(spots.length, (index) => (spots.at(index)?.at ?? 0) >= since);
  const entryAt = (index: number): EntryAt<ListingChange> | undefined => {
    const spot = spots.at(first + index);
    const record = spot && records.at(listings, spot.position);
    return spot && record && { position: spot.position, key: record.updated_at, item: changeOf(record) };
  };
  return { entries: { length: spots.length - first, at: entryAt }, until: Math.min(Infinity, ...leaving) };
}
