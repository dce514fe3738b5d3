/** Whole worlds of events, for the tests. */
import type { AnyCollection, Collection } from '../../src/kit/collection.js';
import { World } from '../../src/kit/world.js';
import { eventCategories } from '../../src/domains/events/records/category.js';
import { events } from '../../src/domains/events/records/event.js';
import { eventAttendees, eventRegistrations } from '../../src/domains/events/records/people.js';

/** The collections of the domain. */
export const eventCollections: readonly AnyCollection[] = [events, eventCategories, eventRegistrations, eventAttendees];

/** A world of a seed, with so many events. */
export function worldOf(seed: string, size: number): World {
  return new World(seed, { events: size });
}

/** All records of a collection. */
export function allOf<Item extends { readonly id: string }>(world: World, collection: Collection<Item>): Item[] {
  return Array.from({ length: collection.count(world) }, (_, index) => collection.seeded(world, index));
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
