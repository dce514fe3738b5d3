/** Categories of events, with how many events each has. */
import { type EventCategory, eventCategory } from '@understudy/contract/events';
import { type Collection, type Dataset, longRelation, seededId } from '../../../kit/index.js';
import { topics } from '../words/topics.js';
import { planOf, STEP } from './plan.js';

const countsOf = longRelation('events/categories', function* build(dataset) {
  const counts = new Map<string, number>();
  for (let i = 0; i < dataset.size('events'); i++) {
    if (i % STEP === 0) yield;
    const { slug } = planOf(dataset, i).topic;
    counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  return counts;
});

function seeded(dataset: Dataset, index: number): EventCategory {
  const { slug, name } = topics[index] ?? { slug: '', name: '' };
  return { id: seededId('cat', index), slug, name, event_count: countsOf(dataset).get(slug) ?? 0 };
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
