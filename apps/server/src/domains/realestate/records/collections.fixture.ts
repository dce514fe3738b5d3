/** Whole datasets of real estate, for the tests. */
import { type AnyCollection, Dataset } from '../../../kit/index.js';
import { agents, listings } from './listing.js';
import { photos } from './photo.js';
import { viewings } from '../viewings.js';

/** The collections of the domain. */
export const realestateCollections: readonly AnyCollection[] = [listings, agents, photos, viewings];

/** A dataset of a seed, with so many listings and viewings. */
export function datasetOf(seed: string, size: number, viewed = 80): Dataset {
  return new Dataset(seed, { listings: size, viewings: viewed });
}
