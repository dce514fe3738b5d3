/** Seeded photos: those of a listing lie together, and each is drawn when somebody asks for it. */
import { type Listing, listingKinds } from '@understudy/contract/realestate';
import { type Collection, type Dataset, seededId, together, z } from '../../../kit/index.js';
import { listings } from './listing.js';
import { drawKind, photosOf, planOf } from './property.js';

/** The kind of the seeded listing at an index: the first that is drawn of it. */
function listingKind(dataset: Dataset, index: number): Listing['kind'] {
  return drawKind(planOf(dataset, index), dataset.random('listings', index));
}

/** What photos show, by the kind of the listing and in their order; the first shows it from outside. */
const captions = {
  house: ['The house', 'Living room', 'Kitchen', 'Bedroom', 'Bathroom', 'Garden', 'Study', 'Floor plan'],
  apartment: [
    'The building',
    'Living room',
    'Kitchen',
    'Bedroom',
    'Bathroom',
    'Floor plan',
    'Study',
    'The building in the evening',
  ],
  studio: [
    'The building',
    'The room',
    'Kitchen',
    'Bathroom',
    'Desk',
    'Floor plan',
    'The building in the evening',
    'The building in winter',
  ],
  land: [
    'The plot',
    'The road to it',
    'Site plan',
    'Old trees',
    'In the evening',
    'The field beside it',
    'The pond',
    'In winter',
  ],
} as const satisfies Readonly<Record<Listing['kind'], readonly string[]>>;

/** What a photo shows, in words. */
export type Caption = (typeof captions)[Listing['kind']][number];

/** A photo as it is kept: what is shown of it beside that follows from its picture. */
const storedPhoto = z.object({
  id: z.string(),
  listing_id: z.string(),
  /** Among the photos of the listing, counted from 1. */
  position: z.int(),
  /** Kind of the listing, which says what can be seen. */
  kind: z.enum(listingKinds),
  /** Number of the stream of chance that its picture is drawn from. */
  picture: z.int(),
});

/** A photo as it is kept. */
export type StoredPhoto = z.infer<typeof storedPhoto>;

/** What a photo shows; a listing has no more photos than there are captions for its kind. */
export function captionOf({ kind, position }: Pick<StoredPhoto, 'kind' | 'position'>): Caption {
  const caption = captions[kind][position - 1];
  if (caption === undefined) throw new RangeError(`there is no photo ${position}`);
  return caption;
}

function seeded(dataset: Dataset, index: number): StoredPhoto {
  const { owner: listing, nth } = photosOf.owner(dataset, index);
  return {
    id: seededId('pho', index),
    listing_id: seededId('lst', listing),
    position: nth + 1,
    kind: listingKind(dataset, listing),
    picture: index,
  };
}

/** Seeded photos. */
export const photos: Collection<StoredPhoto> = {
  name: 'photos',
  prefix: 'pho',
  noun: 'photo',
  schema: storedPhoto,
  count: (dataset) => photosOf.start(dataset, dataset.size('listings')),
  seeded,
  lookup: { listing_id: together(listings, photosOf.start) },
};
