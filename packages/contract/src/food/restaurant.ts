/** A restaurant that delivers. */
import { z } from 'zod';
import { choice, countryCode, instant, recordId } from '../kit/field.js';
import { location } from '../kit/area.js';
import { currencyCode, moneyOf } from '../kit/money.js';
import { weeklyPlan } from '../kit/weekly-plan.js';
import { cuisines } from './words.js';

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** A restaurant. */
export const restaurant = z
  .object({
    id: recordId('Id of the restaurant.', 'rst_0001'),
    name: text('Name.', 'Forno Alvalade'),
    cuisine: choice(cuisines, 'What it cooks.'),
    description: text('What it is like.', 'Dough that rests for two days, and a wood-fired oven.'),
    address: z
      .object({
        line1: text('Street and number, as the country writes them.', 'Rua da Rosa 12'),
        city: text('City.', 'Lisbon'),
        country: countryCode('Country (ISO 3166-1 alpha-2).'),
      })
      .meta({ description: 'Where it is, as written on an envelope.' }),
    location: location('Where it is on the map, in degrees with at most 5 decimals.'),
    timezone: text('Time zone (IANA name). Its hours are in it.', 'Europe/Lisbon'),
    currency: currencyCode('Currency of its prices.'),
    hours: weeklyPlan('When it is open, in local time.'),
    closures: z
      .array(
        z.object({
          month_day: text('Month and day in every year, by the local calendar.', '12-25'),
          reason: text('Why it is closed.', 'Christmas'),
        }),
      )
      .meta({ description: 'Days of the year on which none of its hours begin.' }),
    is_paused: z
      .boolean()
      .meta({ description: 'Whether it takes no orders at present, whatever its hours say.', examples: [false] }),
    rating: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .meta({ description: 'Average of the ratings, 1 to 5; null while nobody has rated it.', examples: [4.6] }),
    price_level: z
      .int()
      .min(1)
      .max(4)
      .meta({ description: 'Price level, from 1, the cheapest, to 4.', examples: [2] }),
    delivery_radius_m: z
      .int()
      .min(0)
      .meta({ description: 'How far it delivers, in metres as the crow flies.', examples: [5000] }),
    delivery_fee: moneyOf('What a delivery costs.', 300),
    minimum_order: moneyOf('Least sum of the items of an order.', 1000),
    is_open: z.boolean().meta({ description: 'Whether it is open now.', examples: [true] }),
    next_change_at: instant('When it next opens or closes.', '2026-01-05T22:00:00.000Z')
      .nullable()
      .meta({ description: 'When it next opens or closes; null where it never does.', examples: [null] }),
    distance_m: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Metres from the position that `near` names; present only with `near`.', examples: [840] }),
  })
  .meta({ id: 'Restaurant', description: 'A restaurant that delivers.' });

/** A restaurant that delivers. */
export type Restaurant = z.infer<typeof restaurant>;

/** The id of a restaurant, in a path or a body. */
export const restaurantId = recordId('Id of the restaurant.', 'rst_0001');
