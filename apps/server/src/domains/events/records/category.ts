/** Categories of events, with how many events each has. */
import { type EventCategory, eventCategory } from '@understudy/contract';
import type { Collection } from '../../../kit/collection.js';
import { seededId } from '../../../kit/ids.js';
import { longRelation } from '../../../kit/long-relation.js';
import type { World } from '../../../kit/world.js';
import { topics } from '../words/topics.js';
import { planOf, STEP } from './plan.js';

const countsOf = longRelation('events/categories', function* build(world) {
  const counts = new Map<string, number>();
  for (let i = 0; i < world.size('events'); i++) {
    if (i % STEP === 0) yield;
    const { slug } = planOf(world, i).topic;
    counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  return counts;
});

function seeded(world: World, index: number): EventCategory {
  const { slug, name } = topics[index] ?? { slug: '', name: '' };
  return { id: seededId('cat', index), slug, name, event_count: countsOf(world).get(slug) ?? 0 };
}

/** Categories of events. */
export const eventCategories: Collection<EventCategory> = {
  name: 'event_categories',
  prefix: 'cat',
  schema: eventCategory,
  count: () => topics.length,
  seeded,
  relations: [countsOf],
};
