/** Listings and their agents. */
import {
  type Agent,
  agent as agentSchema,
  energyRatings,
  type Listing,
  listing,
} from '@understudy/contract/realestate';
import {
  type Collection,
  type Dataset,
  drawAddress,
  drawEmail,
  drawName,
  type DueEvent,
  indexOfSeededId,
  nowhere,
  seededId,
  type Transition,
  type VersionedCollection,
} from '../../../kit/index.js';
import {
  changedAt,
  drawFeatures,
  drawKind,
  drawPrice,
  drawRooms,
  drawTexts,
  listedAt,
  listingsByStatus,
  listingsOfAgent,
  PER_AGENT,
  photoCount,
  placeOfAgent,
  planOf,
  statusOf,
} from './property.js';
import { agencies } from '../words/texts.js';
import type { WeeklyPlan } from '@understudy/contract/kit';

const WORKDAYS = [1, 2, 3, 4, 5, 6] as const;

/** Where nothing else is said: Monday to Saturday 09:00–18:00, Sunday 10:00–16:00. */
export const usualHours: WeeklyPlan = [
  ...WORKDAYS.map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })),
  { weekday: 7, opens: '10:00', closes: '16:00' },
];

/** At any time. */
const allHours: WeeklyPlan = [...WORKDAYS, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '00:00' }));

function seededListing(dataset: Dataset, index: number): Listing {
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
  seeded: seededListing,
  transition,
  due,
  relations: [listingsByStatus],
  lookup: { agent_id: ofAgent, status: (dataset, status) => listingsByStatus(dataset).get(status) ?? nowhere },
};

function seededAgent(dataset: Dataset, index: number): Agent {
  const random = dataset.random('agents', index);
  const name = drawName(random);
  const city = placeOfAgent(dataset, index).name;
  return {
    id: seededId('agt', index),
    name: `${name.first} ${name.last}`,
    email: drawEmail(random, name, index),
    agency: index === 0 ? 'Meridian International' : `${random.pick(agencies)} ${city}`,
    city,
    listing_count: listingsOfAgent(dataset, index).length,
  };
}

/** Agents. */
export const agents: Collection<Agent> = {
  name: 'agents',
  prefix: 'agt',
  noun: 'agent',
  schema: agentSchema,
  count: (dataset) => Math.ceil(dataset.size('listings') / PER_AGENT),
  seeded: seededAgent,
};
