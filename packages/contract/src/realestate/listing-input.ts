/** What clients send to put a property on the list, and to change it. */
import { z } from 'zod';
import { settableInstant } from '../kit/field.js';
import { offered } from './listing.js';
import { listingStatuses } from './listing-words.js';

const publishAt = settableInstant.meta({
  description: 'When it goes live; if this is left out or past, at once. It is `coming_soon` until then.',
  examples: ['2026-02-02T09:00:00Z'],
});

const expiresAt = settableInstant
  .nullable()
  .meta({ description: 'When it expires; null for never.', examples: ['2031-08-01T00:00:00Z'] });

/** Body of `POST /api/realestate/listings`. */
export const newListing = z
  .object({
    title: offered.title,
    kind: offered.kind,
    offer: offered.offer,
    price: offered.price,
    address: offered.address,
    location: offered.location,
    timezone: offered.timezone,
    description: offered.description.default(''),
    bedrooms: offered.bedrooms.default(null),
    bathrooms: offered.bathrooms.default(null),
    area_m2: offered.area_m2.default(null),
    plot_m2: offered.plot_m2.default(null),
    year_built: offered.year_built.default(null),
    features: offered.features.default([]),
    energy_rating: offered.energy_rating.default(null),
    agent_id: offered.agent_id.default(null),
    viewing_hours: offered.viewing_hours.optional(),
    publish_at: publishAt.optional(),
    expires_at: expiresAt.default(null),
  })
  .meta({ title: 'NewListing', description: 'A property to put on the list.' });

/** What can be changed of a listing, each member as it must be in the end. */
export const listingChanges = z.object({
  title: offered.title,
  description: offered.description,
  price: offered.price,
  status: z.enum(listingStatuses).meta({
    description: 'Its status; the description of the operation says which changes are possible.',
    examples: ['under_offer'],
  }),
  expires_at: expiresAt,
});
