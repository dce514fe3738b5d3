/** A listing: a property that is offered for sale or for rent. */
import { z } from 'zod';
import { choice, countryCode, instant, recordId } from '../kit/field.js';
import { location } from '../kit/area.js';
import { weeklyPlan } from '../kit/weekly-plan.js';
import {
  energyRatings,
  listingCurrencies,
  listingFeatures,
  listingKinds,
  listingOffers,
  listingStatuses,
} from './listing-words.js';

/** The members of a listing that a client sends, each as it is kept. */
export const offered = {
  title: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'Title, 1 to 200 characters.', examples: ['Bright three-room apartment with balcony'] }),
  description: z
    .string()
    .max(2000)
    .meta({ description: 'What it is like, up to 2,000 characters.', examples: ['Quiet, and close to the river.'] }),
  kind: choice(listingKinds, 'Kind of property.'),
  offer: choice(listingOffers, 'Whether it is for sale or for rent.'),
  price: z
    .object({
      amount: z
        .int()
        .min(0)
        .max(1_000_000_000_000)
        .meta({
          description: 'Amount in minor units: cents of EUR, yen of JPY, which has no decimals.',
          examples: [42_500_000],
        }),
      currency: choice(listingCurrencies, 'Currency (ISO 4217).'),
    })
    .meta({ description: 'The asking price, or the rent.' }),
  bedrooms: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: 'Bedrooms; null for land.', examples: [2] }),
  bathrooms: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: 'Bathrooms; null for land, and where it is not known.', examples: [1] }),
  area_m2: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .meta({ description: 'Living area in square metres; null for land, and where it is not known.', examples: [84] }),
  plot_m2: z
    .int()
    .min(1)
    .max(100_000_000)
    .nullable()
    .meta({ description: 'Area of the plot in square metres; null where none belongs to it.', examples: [null] }),
  year_built: z
    .int()
    .min(1000)
    .max(2100)
    .nullable()
    .meta({ description: 'Year in which it was built; null for land, and where it is not known.', examples: [1994] }),
  address: z
    .object({
      line1: z
        .string()
        .min(1)
        .max(200)
        .meta({ description: 'Street and number, as the country writes them.', examples: ['Lindenstraße 12'] }),
      city: z
        .string()
        .min(1)
        .max(120)
        .meta({ description: 'City.', examples: ['Berlin'] }),
      region: z
        .string()
        .min(1)
        .max(120)
        .nullable()
        .meta({ description: 'State or province; null where addresses have none.', examples: [null] }),
      postal_code: z
        .string()
        .min(1)
        .max(16)
        .nullable()
        .meta({
          description: 'Postal code, as the country writes it; null where the country has none.',
          examples: ['10969'],
        }),
      country: countryCode('Country (ISO 3166-1 alpha-2).'),
    })
    .meta({ description: 'Where it is, as written on an envelope.' }),
  location: location('Where it is on the map, in degrees with at most 5 decimals.'),
  timezone: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Time zone of the place (IANA name). Viewing hours are in it.', examples: ['Europe/Berlin'] }),
  features: z
    .array(choice(listingFeatures, 'A feature.'))
    .max(listingFeatures.length)
    .meta({ description: 'What it has.', examples: [['balcony', 'elevator']] }),
  energy_rating: z
    .enum(energyRatings)
    .nullable()
    .meta({ description: 'Energy rating from A to G; null where it is not known.', examples: ['B'] }),
  agent_id: recordId('The agent who sells or lets it; null where its owner does.', 'agt_0001')
    .nullable()
    .meta({ description: 'The agent who sells or lets it; null where its owner does.', examples: ['agt_0001'] }),
  viewing_hours: weeklyPlan('When it can be viewed, by the local clock.'),
};

/** A listing. */
export const listing = z
  .object({
    id: recordId('Id of the listing.', 'lst_0001'),
    version: z
      .int()
      .min(1)
      .meta({ description: 'Version; each write increases it by one.', examples: [1] }),
    title: offered.title,
    description: offered.description,
    kind: offered.kind,
    offer: offered.offer,
    status: choice(listingStatuses, 'Its status. `active` and `under_offer` can be viewed.'),
    price: offered.price,
    price_period: z
      .literal('month')
      .nullable()
      .meta({ description: '`month` where it is for rent; null where it is for sale.', examples: [null] }),
    bedrooms: offered.bedrooms,
    bathrooms: offered.bathrooms,
    area_m2: offered.area_m2,
    plot_m2: offered.plot_m2,
    year_built: offered.year_built,
    address: offered.address,
    location: offered.location,
    timezone: offered.timezone,
    features: offered.features,
    energy_rating: offered.energy_rating,
    agent_id: offered.agent_id,
    photo_count: z
      .int()
      .min(0)
      .meta({ description: 'Photos of it.', examples: [5] }),
    viewing_hours: offered.viewing_hours,
    publish_at: instant('When it goes live or went live.', '2025-03-04T09:00:00.000Z'),
    expires_at: instant('When it expires.', '2026-03-04T09:00:00.000Z')
      .nullable()
      .meta({
        description: 'When it expires unless it is under offer or closed by then; null for never.',
        examples: [null],
      }),
    listed_at: instant('When it was put on the list.', '2025-03-04T09:00:00.000Z'),
    updated_at: instant('When it last changed, by a client or by the clock.', '2025-03-04T09:00:00.000Z'),
    distance_m: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Metres from the position that `near` names; present only with `near`.', examples: [840] }),
  })
  .meta({ id: 'Listing', description: 'A property that is offered for sale or for rent.' });

/** A property that is offered for sale or for rent. */
export type Listing = z.infer<typeof listing>;
