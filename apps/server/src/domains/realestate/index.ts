/** The real estate domain: its handlers over its records. */
import {
  type Listing,
  type ListingChange,
  listingFilters,
  type Photo,
  realestate as declared,
} from '@understudy/contract/realestate';
import {
  countBefore,
  badRequest,
  type ContextOf,
  type Dataset,
  type Entries,
  type EntryAt,
  type FileContent,
  fileTag,
  implement,
  ValueCache,
  listing,
  metresBetween,
  type Result,
  type Rows,
  zoneFault,
  zoneNamed,
} from '../../kit/index.js';
import { bookViewing, cancelViewing, listSlots, viewings } from './viewings.js';
import { agents, listings, usualHours } from './records/listing.js';
import { captionOf, photos, type StoredPhoto } from './records/photo.js';
import { drawing } from './pictures/drawing.js';
import { HEIGHT, picture, type PictureForm, WIDTH } from './pictures/picture.js';
import type { ProblemFault } from '@understudy/contract/kit';
import { changedAt } from './records/property.js';

type ChangesContext = ContextOf<typeof declared, 'listChanges'>;

/** How long a removal stays in the feed. */
const KEPT_MS = 7 * 86_400_000;

interface Spot {
  readonly at: number;
  readonly position: number;
}

const compare = (one: Spot, other: Spot): number => one.at - other.at || one.position - other.position;

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

function changeOf(home: Listing): ListingChange {
  const isRemoval = home.status === 'withdrawn';
  return {
    listing_id: home.id,
    kind: isRemoval ? 'removal' : 'upsert',
    changed_at: home.updated_at,
    listing: isRemoval ? null : home,
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

type CreateContext = ContextOf<typeof declared, 'createListing'>;

/** What of a dwelling land has none of. */
const ofHomes = ['bedrooms', 'bathrooms', 'area_m2', 'year_built'] as const;

const invalid = (member: string, detail: string): ProblemFault => ({
  pointer: `#/${member}`,
  code: 'invalid_value',
  detail,
});

/** What no schema can see: a zone that there is, land without rooms, an end after the beginning. */
function faultsIn({ timezone, kind, expires_at, ...input }: CreateContext['input'], publishAt: number): ProblemFault[] {
  const faults: ProblemFault[] = [];
  if (zoneNamed(timezone) === undefined) faults.push(invalid('timezone', zoneFault(timezone)));
  for (const name of kind === 'land' ? ofHomes : []) {
    if (input[name] !== null) faults.push(invalid(name, 'must be null for land'));
  }
  if (expires_at !== null && Date.parse(expires_at) <= publishAt) {
    faults.push(invalid('expires_at', 'must lie after publish_at, and after the present'));
  }
  return faults;
}

/** Adds a listing, which goes live at once or when its time comes. */
function createListing(ctx: CreateContext): Result<readonly Listing[]> {
  const { input, records, now, newId, emit } = ctx;
  const publishAt = Math.max(now, Date.parse(input.publish_at ?? '') || now);
  const errors = faultsIn(input, publishAt);
  if (errors.length > 0) throw badRequest(errors);
  const agent = input.agent_id === null ? undefined : records.find(agents, input.agent_id);
  const { publish_at: _publish, expires_at, viewing_hours = [...usualHours], ...given } = input;
  const at = new Date(now).toISOString();
  const created = records.put(listings, {
    id: newId(listings, [input]),
    version: 1,
    ...given,
    status: publishAt > now ? 'coming_soon' : 'active',
    price_period: input.offer === 'rent' ? 'month' : null,
    photo_count: 0,
    viewing_hours,
    publish_at: new Date(publishAt).toISOString(),
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
    listed_at: at,
    updated_at: at,
  });
  if (agent !== undefined) records.put(agents, { ...agent, listing_count: agent.listing_count + 1 });
  emit('listing.created', created);
  return { value: [created], location: `/api/realestate/listings/${created.id}` };
}

type UpdateContext = ContextOf<typeof declared, 'updateListing'>;
type Status = Listing['status'];

/** What a client can make of a listing by its status; the clock does the rest. */
const following: Readonly<Record<Status, readonly Status[]>> = {
  coming_soon: ['withdrawn'],
  active: ['under_offer', 'withdrawn'],
  under_offer: ['active', 'closed', 'withdrawn'],
  closed: [],
  withdrawn: [],
  expired: ['active', 'withdrawn'],
};

function checkStatus(found: Listing, changed: Listing, { now, problem }: UpdateContext): void {
  if (changed.status === found.status) return;
  const conflict = (detail: string) => problem('conflict', { detail, current: found });
  if (!following[found.status].includes(changed.status)) {
    const allowed = following[found.status].join(' or ') || 'nothing else any more';
    throw conflict(`${found.id} is ${found.status}, which ${allowed} can follow, not ${changed.status}`);
  }
  if (changed.status === 'active' && changed.expires_at !== null && Date.parse(changed.expires_at) <= now) {
    throw conflict(`${found.id} expired at ${changed.expires_at}; send a later expires_at as well, or null`);
  }
}

/** The end that a change names, in UTC with milliseconds as it is kept. */
function endIn(found: Listing, { patch: { expires_at }, now }: UpdateContext): Pick<Listing, 'expires_at'> | object {
  if (expires_at === undefined || expires_at === null) return expires_at === null ? { expires_at } : {};
  const at = new Date(expires_at).toISOString();
  if (at === found.expires_at || Date.parse(at) > Math.max(now, Date.parse(found.publish_at)))
    return { expires_at: at };
  const detail = 'must lie after publish_at, and after the present';
  throw badRequest([{ pointer: '#/expires_at', code: 'invalid_value', detail }]);
}

function updateListing(ctx: UpdateContext): Result<readonly Listing[]> {
  const { input, patch, merged, records, now, emit } = ctx;
  const found = records.find(listings, input.listing_id);
  const changed = merged(found, { ...patch, ...endIn(found, ctx) });
  if (changed === found) return { value: [found] };
  checkStatus(found, changed, ctx);
  const saved = records.put(listings, { ...changed, updated_at: new Date(now).toISOString() });
  const isWithdrawn = saved.status === 'withdrawn' && found.status !== 'withdrawn';
  emit(isWithdrawn ? 'listing.withdrawn' : 'listing.updated', saved);
  return { value: [saved] };
}

/** Files that were drawn lately, within so many bytes: a page of a gallery asks for the same ones again and again. */
const drawn = new ValueCache<FileContent<'image/png' | 'image/svg+xml'>>(
  16 * 1024 * 1024,
  ({ bytes }) => bytes.byteLength,
);

function draw(dataset: Dataset, photo: StoredPhoto, form: PictureForm) {
  const caption = captionOf(photo);
  const { picture: number } = photo;
  // All that a picture follows from.
  const key = JSON.stringify([dataset.seed, number, caption, form.size, form.format]);
  return drawn.get(key, () => picture(drawing(caption, dataset.random('photos/picture', number)), caption, form));
}

interface Showing {
  readonly dataset: Dataset;
  /** Address of the API. */
  readonly apiUrl: string;
}

/** A photo as it is answered. It is drawn, since its length and its tag are those of its image. */
function showPhoto(photo: StoredPhoto, { dataset, apiUrl }: Showing): Photo {
  const { id, listing_id, position } = photo;
  const url = `${apiUrl}/realestate/photos/${id}`;
  const { bytes } = draw(dataset, photo, { size: 'full', format: 'png' });
  return {
    id,
    listing_id,
    position,
    caption: captionOf(photo),
    url,
    thumb_url: `${url}?size=thumb`,
    width: WIDTH,
    height: HEIGHT,
    media_type: 'image/png',
    bytes: bytes.byteLength,
    etag: fileTag(bytes),
  };
}

/** Whole metres from the position that the caller names; null where none is named. */
function distanceFrom(input: ContextOf<typeof declared, 'listListings'>['input']) {
  const [centre] = input.near === undefined ? [] : listingFilters.near.values(input.near, input);
  return ({ location }: Listing): number | null => (centre && Math.round(metresBetween(centre, location))) ?? null;
}

function searchListings({ input }: ContextOf<typeof declared, 'listListings'>) {
  const distance = distanceFrom(input);
  const show = (record: Listing): Listing => {
    const metres = distance(record);
    return metres === null ? record : { ...record, distance_m: metres };
  };
  const price = ({ price: { amount, currency } }: Listing) => (currency === input.currency ? amount : null);
  return listing(listings, {}, { show, compute: { price, distance_m: distance } });
}

/** The real estate domain. */
export const realestate = implement(declared, {
  collections: [listings, agents, photos, viewings],
  handlers: {
    listListings: searchListings,

    getListing: ({ input, records }) => ({ value: records.find(listings, input.listing_id) }),

    createListing,

    updateListing: {
      current: ({ input, records }) => records.find(listings, input.listing_id),
      handle: updateListing,
    },

    listChanges,

    listPhotos: ({ input, records, apiUrl }) => {
      const { id: listing_id } = records.find(listings, input.listing_id);
      const { dataset } = records;
      return listing(photos, { listing_id }, { show: (photo) => showPhoto(photo, { dataset, apiUrl }) });
    },

    getPhoto: ({ input, records }) => {
      const photo = records.find(photos, input.photo_id);
      return { file: draw(records.dataset, photo, input) };
    },

    listSlots,

    bookViewing,

    listViewings: () => listing(viewings),

    getViewing: ({ input, records }) => ({ value: records.find(viewings, input.viewing_id) }),

    cancelViewing,

    listAgents: () => listing(agents),
  },
});
