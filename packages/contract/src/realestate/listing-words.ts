/** The words that listings are described by. */

/** Kinds of property. */
export const listingKinds = ['house', 'apartment', 'studio', 'land'] as const;

/** What can be done with it. */
export const listingOffers = ['sale', 'rent'] as const;

/** Where a listing stands. */
export const listingStatuses = ['coming_soon', 'active', 'under_offer', 'closed', 'withdrawn', 'expired'] as const;

/** What a property can have. */
export const listingFeatures = [
  'balcony',
  'cellar',
  'elevator',
  'fireplace',
  'furnished',
  'garage',
  'garden',
  'parking',
  'pets_allowed',
  'pool',
  'sea_view',
  'solar_panels',
  'terrace',
] as const;

/** Energy ratings, the best one first. */
export const energyRatings = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

/** Currencies that prices can be in (ISO 4217): JPY has no decimals, the others two. */
export const listingCurrencies = [
  'EUR',
  'AUD',
  'BRL',
  'CAD',
  'FJD',
  'GBP',
  'INR',
  'JPY',
  'KES',
  'SEK',
  'SGD',
  'USD',
] as const;
