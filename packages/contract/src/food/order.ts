/** An order of food: from the moment it is placed until it is delivered, or ends otherwise. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { location } from '../kit/area.js';
import { moneyOf } from '../kit/money.js';
import { basketItem, basketSums, dropoff, noteOrNull } from './quote.js';
import { restaurantId } from './restaurant.js';
import { foodOrderStatuses, paces, vehicles } from './words.js';

/** The id of an order, in a path. */
export const foodOrderId = recordId('Id of the order.', 'fod_0001');

/** Most that a tip can be, in minor units. */
const MAX_TIP = 1_000_000;

const pace = choice(paces, 'How fast it goes: `fast` divides every span after it is placed by 60.');

/** Who brings an order. */
export const courier = z
  .object({
    name: z.string().meta({ description: 'Name.', examples: ['Grace Hopper'] }),
    vehicle: choice(vehicles, 'What they ride.'),
    location: location('Where they are now.'),
  })
  .meta({ id: 'Courier', description: 'Who brings an order.' });

/** A status, and since when. */
export const statusChange = z
  .object({
    status: choice(foodOrderStatuses, 'The status.'),
    at: instant('When it came.', '2026-01-05T10:00:30.000Z'),
  })
  .meta({ id: 'FoodOrderStatusChange', description: 'A status of an order, and when it came.' });

/** An order of food. */
export const foodOrder = z
  .object({
    id: foodOrderId,
    version: z
      .int()
      .min(1)
      .meta({ description: 'Version; each change by a client or by the clock increases it by one.', examples: [4] }),
    quote_id: recordId('The quote that it was made from.', 'qte_n000001')
      .nullable()
      .meta({ description: 'The quote that it was made from; null for seeded orders.', examples: [null] }),
    restaurant_id: restaurantId,
    status: choice(
      foodOrderStatuses,
      'State. An order is placed, accepted, prepared, picked up and delivered; or it is `cancelled`, `rejected` by the restaurant, or `unanswered` by it.',
    ),
    items: z.array(basketItem).meta({ description: 'What was ordered.' }),
    dropoff,
    ...basketSums,
    tip: moneyOf('For the courier.', 200),
    total: moneyOf('items_total + delivery_fee + service_fee + tip.', 2390),
    refund: moneyOf('The amount that is refunded: 0 unless it was cancelled, rejected or unanswered.', 0),
    scheduled_for: z
      .string()
      .nullable()
      .meta({
        description: 'When it is to be delivered, by the clock of the restaurant; null for as soon as possible.',
        examples: ['2026-01-05T19:30'],
      }),
    pace,
    eta: instant('When it is to be delivered.', '2026-01-05T10:17:25.000Z')
      .nullable()
      .meta({
        description: 'When it is to be delivered; null before it is accepted, and once it is over.',
        examples: ['2026-01-05T10:17:25.000Z'],
      }),
    courier: courier
      .nullable()
      .meta({ description: 'Who brings it; null until a courier has been found.', examples: [null] }),
    history: z.array(statusChange).meta({ description: 'What has happened to it, the oldest first.' }),
    created_at: instant('When it was made.', '2026-01-05T10:00:00.000Z'),
    updated_at: instant('When it last changed, by a client or by the clock.', '2026-01-05T10:01:30.000Z'),
  })
  .meta({ id: 'FoodOrder', description: 'An order of food.' });

/** An order of food. */
export type FoodOrder = z.infer<typeof foodOrder>;

const tip = z
  .int()
  .min(0)
  .max(MAX_TIP)
  .meta({ description: 'Tip for the courier, in minor units.', examples: [200] });

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::00(?:\.0{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/** Whether a text is a time that the calendar has, to the minute, with or without an offset. */
function isTime(text: string): boolean {
  if (!LOCAL.test(text)) return false;
  const [wall, offset = 'Z'] = [text.slice(0, 16), /(?:Z|[+-]\d{2}:\d{2})$/.exec(text.slice(16))?.[0]];
  const asUtc = Date.parse(`${wall}:00.000Z`);
  // Date takes 31 February for 3 March.
  return (
    !Number.isNaN(asUtc) &&
    new Date(asUtc).toISOString().startsWith(wall) &&
    !Number.isNaN(Date.parse(`${wall}${offset}`))
  );
}

const scheduledFor = z
  .string()
  .max(40)
  .refine(isTime, 'must be a time to the minute, such as 2026-01-05T19:30, or one with an offset from UTC')
  .nullable()
  .default(null)
  .meta({
    description:
      'When it is to be delivered, by the clock of the restaurant: 45 minutes to 7 days ahead; null for as soon as possible. A time that the clock shows twice needs an offset, as in `2026-10-25T02:30+01:00`.',
    examples: [null],
  });

/** Body of `POST /api/food/orders`. */
export const newFoodOrder = z
  .object({
    quote_id: recordId('The quote to order.', 'qte_0001'),
    total: z
      .int()
      .min(0)
      .meta({
        description: 'The total of the quote, in minor units, as the customer has agreed to it; without the tip.',
        examples: [2190],
      }),
    tip: tip.default(0),
    scheduled_for: scheduledFor,
    pace: pace.default('real'),
  })
  .meta({
    title: 'NewFoodOrder',
    description: 'The quote to order.',
    examples: [{ quote_id: 'qte_0001', total: 2190, tip: 200 }],
  });

/** What can be changed of an order, each member as it must be in the end. */
export const foodOrderChange = z
  .object({ order_id: foodOrderId, tip, note: noteOrNull })
  .meta({ title: 'FoodOrderChange', description: 'What to change.', examples: [{ tip: 300, note: 'Ring twice.' }] });
