/** Whole worlds of events, for the tests. */
import { allOf } from '../../../kit/all-of.fixture.js';
import type { AnyCollection } from '../../../kit/collection.js';
import { World } from '../../../kit/world.js';
import { eventCategories } from './category.js';
import { events } from './event.js';
import { eventAttendees, eventRegistrations } from './people.js';

/** The collections of the domain. */
export const eventCollections: readonly AnyCollection[] = [events, eventCategories, eventRegistrations, eventAttendees];

/** A world of a seed, with so many events. */
export function worldOf(seed: string, size: number): World {
  return new World(seed, { events: size });
}

/** All records of all collections. */
export function everything(world: World) {
  return {
    events: allOf(world, events),
    categories: allOf(world, eventCategories),
    registrations: allOf(world, eventRegistrations),
    attendees: allOf(world, eventAttendees),
  };
}
