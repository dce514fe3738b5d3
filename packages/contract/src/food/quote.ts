/** A quote: what a basket costs, delivered to one place, for five minutes. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { location } from '../kit/area.js';
import { moneyOf } from '../kit/money.js';
import { restaurantId } from './restaurant.js';
import { quoteStatuses } from './words.js';

/** Most different items in a basket. */
export const MAX_ITEMS = 30;

const quantity = z
  .int()
  .min(1)
  .max(20)
  .meta({ description: 'How many, 1 to 20.', examples: [2] });

const optionIds = z
  .array(recordId('Id of an option.', 'mni_0003.1.1'))
  .max(50)
  .meta({ description: 'The options that were chosen, each once.', examples: [[]] });

const note = z
  .string()
  .min(1)
  .max(2000)
  .meta({ description: 'What the courier should know.', examples: ['Ring twice.'] });

/** What the courier should know; null for nothing. */
export const noteOrNull = note
  .nullable()
  .meta({ description: 'What the courier should know; null for nothing.', examples: ['Ring twice.'] });

const place = {
  line1: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'Street and number.', examples: ['Rua do Norte 7'] }),
  city: z
    .string()
    .min(1)
    .max(120)
    .meta({ description: 'City.', examples: ['Lisbon'] }),
  location: location('Where it is on the map, in degrees with at most 5 decimals.').meta({
    examples: [{ latitude: 38.74512, longitude: -9.14873 }],
  }),
};

/** Where an order is delivered. */
export const dropoff = z
  .object({ ...place, note: noteOrNull })
  .meta({ id: 'Dropoff', description: 'Where an order is delivered.' });

/** A line of a basket, with its price. */
export const basketItem = z
  .object({
    menu_item_id: recordId('The dish.', 'mni_0001'),
    name: z.string().meta({ description: 'Its name.', examples: ['Margherita'] }),
    quantity,
    option_ids: optionIds,
    unit_price: moneyOf('Price of one, with its options.', 900),
    total: moneyOf('unit_price × quantity.', 1800),
  })
  .meta({ id: 'BasketItem', description: 'A line of a basket, with its price.' });

/** A line of a basket, with its price. */
export type BasketItem = z.infer<typeof basketItem>;

/** The sums of a quote, which an order has as well. */
export const basketSums = {
  items_total: moneyOf('Sum of the items.', 1800),
  delivery_fee: moneyOf('What the delivery costs.', 300),
  service_fee: moneyOf('5 % of items_total, rounded half up.', 90),
};

/** A quote. */
export const quote = z
  .object({
    id: recordId('Id of the quote.', 'qte_0001'),
    previous_id: recordId('The quote whose prices were no longer valid.', 'qte_n000001')
      .nullable()
      .meta({
        description: 'The earlier quote that it replaces because prices have changed; null if it replaces none.',
        examples: [null],
      }),
    restaurant_id: restaurantId,
    items: z.array(basketItem).meta({ description: 'What is ordered.' }),
    dropoff,
    ...basketSums,
    total: moneyOf('items_total + delivery_fee + service_fee.', 2190),
    distance_m: z
      .int()
      .min(0)
      .meta({ description: 'Metres from the restaurant to the dropoff, as the crow flies.', examples: [998] }),
    status: choice(quoteStatuses, 'State: `open` until it is ordered, or has expired.'),
    expires_at: instant('When it expires.', '2026-01-05T10:05:00.000Z')
      .nullable()
      .meta({
        description: 'When it expires, five minutes after it was made; null for a seeded one, which never does.',
        examples: ['2026-01-05T10:05:00.000Z'],
      }),
    created_at: instant('When it was made.', '2026-01-05T10:00:00.000Z'),
  })
  .meta({ id: 'Quote', description: 'What a basket costs, delivered to one place.' });

/** What a basket costs, delivered to one place. */
export type Quote = z.infer<typeof quote>;

/** Body of `POST /api/food/quotes`. */
export const newQuote = z
  .object({
    restaurant_id: restaurantId,
    items: z
      .array(
        z.object({
          menu_item_id: recordId('The dish.', 'mni_0001'),
          quantity,
          option_ids: optionIds.default([]),
        }),
      )
      .min(1)
      .max(MAX_ITEMS)
      .meta({
        description: `What is ordered: 1 to ${MAX_ITEMS} lines.`,
        examples: [[{ menu_item_id: 'mni_0001', quantity: 2, option_ids: [] }]],
      }),
    dropoff: z.object({ ...place, note: noteOrNull.default(null) }).meta({ description: 'Where it is delivered.' }),
  })
  .meta({ title: 'NewQuote', description: 'A basket, and where it is delivered.' });
