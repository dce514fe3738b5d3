/** Whole datasets of events, for the tests. */
import { allOf } from '../../../kit/all-of.fixture.js';
import { type AnyCollection, Dataset } from '../../../kit/index.js';
import { eventAttendees, eventCategories, eventRegistrations, events } from './event.js';

/** The collections of the domain. */
export const eventCollections: readonly AnyCollection[] = [events, eventCategories, eventRegistrations, eventAttendees];

/** A dataset of a seed, with so many events. */
export function datasetOf(seed: string, size: number): Dataset {
  return new Dataset(seed, { events: size });
}

/** All records of all collections. */
export function everything(dataset: Dataset) {
  return {
    events: allOf(dataset, events),
    categories: allOf(dataset, eventCategories),
    registrations: allOf(dataset, eventRegistrations),
    attendees: allOf(dataset, eventAttendees),
  };
}
