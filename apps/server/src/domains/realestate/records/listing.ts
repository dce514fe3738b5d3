/** Listings: those that are seeded, and what the clock makes of those that clients write. */
import { energyRatings, type Listing, listing } from '@understudy/contract/realestate';
import {
  type Dataset,
  type DueEvent,
  drawAddress,
  indexOfSeededId,
  nowhere,
  seededId,
  type Transition,
  type VersionedCollection,
} from '../../../kit/index.js';
import { allHours, usualHours } from './hours.js';
import { photoCount } from './photo-album.js';
import { changedAt, listedAt, listingsByStatus, listingsOfAgent, PER_AGENT, planOf, statusOf } from './plan.js';
import { drawFeatures, drawKind, drawPrice, drawRooms, drawTexts } from './property.js';

function seeded(dataset: Dataset, index: number): Listing {
  const plan = planOf(dataset, index);
  const { place } = plan;
  const random = dataset.random('listings', index);
  const kind = drawKind(plan, random);
  const rooms = drawRooms(kind, random);
  const isRent = random.chance(0.35) && kind !== 'land' && plan.offer !== 'sale';
  const offer = isRent ? 'rent' : 'sale';
  const { line1, district, postalCode, location } = drawAddress(place, random, plan.district);
  const { title, description } = drawTexts({ kind, ...rooms }, district, random);
  const status = statusOf(dataset, index);
  const [listed, changed] = [new Date(listedAt(index)).toISOString(), new Date(changedAt(index)).toISOString()];
  return {
    id: seededId('lst', index),
    version: 1,
    title,
    description,
    kind,
    offer,
    status,
    price: drawPrice(plan, { offer, ...rooms }, random),
    price_period: isRent ? 'month' : null,
    ...rooms,
    address: { line1, city: place.name, region: place.region, postal_code: postalCode, country: place.code },
    location,
    timezone: place.timezone,
    features: drawFeatures(plan, kind, random),
    energy_rating: kind === 'land' || random.chance(0.2) ? null : random.pick(energyRatings),
    agent_id: seededId('agt', Math.floor(index / PER_AGENT)),
    photo_count: photoCount(dataset, index),
    viewing_hours: [...(plan.isAroundTheClock === true ? allHours : usualHours)],
    publish_at: listed,
    expires_at: status === 'expired' ? changed : null,
    listed_at: listed,
    updated_at: changed,
  };
}

function ofAgent(dataset: Dataset, id: string) {
  const agent = indexOfSeededId('agt', id);
  return agent < 0 ? nowhere : listingsOfAgent(dataset, agent);
}

/** What the clock makes of a listing that a client has written: it goes live, and expires. */
function transition(now: Listing): Transition<Listing> | undefined {
  const become = (status: Listing['status'], at: string) => ({
    at: Date.parse(at),
    record: { ...now, status, updated_at: at },
  });
  if (now.status === 'coming_soon') return become('active', now.publish_at);
  return now.status === 'active' && now.expires_at !== null ? become('expired', now.expires_at) : undefined;
}

/** What the clock brings of a listing. */
function due({ status, publish_at, expires_at }: Listing): readonly DueEvent[] {
  const isToCome = status === 'coming_soon';
  return [
    ...(isToCome ? [{ type: 'listing.published', at: Date.parse(publish_at) }] : []),
    ...((isToCome || status === 'active') && expires_at !== null
      ? [{ type: 'listing.expired', at: Date.parse(expires_at) }]
      : []),
  ];
}

/** Listings. */
export const listings: VersionedCollection<Listing> = {
  name: 'listings',
  prefix: 'lst',
  noun: 'listing',
  schema: listing,
  defaultSize: 240,
  versioned: true,
  count: (dataset) => dataset.size('listings'),
  seeded,
  transition,
  due,
  relations: [listingsByStatus],
  lookup: { agent_id: ofAgent, status: (dataset, status) => listingsByStatus(dataset).get(status) ?? nowhere },
};
