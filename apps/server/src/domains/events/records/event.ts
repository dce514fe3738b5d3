/** Seeded events. */
import { type Event, event as eventSchema } from '@understudy/contract/events';
import { type Collection, type Dataset, seededId } from '../../../kit/index.js';
import { planOf } from './plan.js';

function seeded(dataset: Dataset, index: number): Event {
  const plan = planOf(dataset, index);
  const available = plan.capacity - plan.seated;
  return {
    id: seededId('event', index),
    title: plan.title,
    city: plan.city.name,
    capacity: plan.capacity,
    description: plan.description,
    category: plan.topic.slug,
    venue: plan.venue,
    country: plan.city.country,
    timezone: plan.city.timezone,
    starts_at: new Date(plan.startsAt).toISOString(),
    ends_at: new Date(plan.endsAt).toISOString(),
    status: plan.status,
    price: { amount: plan.amount, currency: plan.city.currency },
    registered_count: plan.seated,
    available,
    waitlist_count: plan.waiting,
    sold_out: available === 0,
  };
}

/** Seeded events. */
export const events: Collection<Event> = {
  name: 'events',
  prefix: 'event',
  noun: 'event',
  schema: eventSchema,
  defaultSize: 60,
  count: (dataset) => dataset.size('events'),
  seeded,
};
