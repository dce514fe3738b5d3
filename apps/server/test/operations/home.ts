/** A home and a city, and the values that their members have. */
import { choice, instant, recordId } from '@understudy/contract';
import { z } from 'zod';
import { described } from '../described.js';

export const cities = ['Lisbon', 'Porto', 'Suva', 'Nadi'] as const;
export const features = ['balcony', 'garden', 'garage', 'pool'] as const;
export const kinds = ['house', 'flat', 'land'] as const;

export const text = (description: string, example: string) =>
  described(z.string().min(1).max(120), description, example);
export const price = described(z.number().min(0).max(1_000_000), 'A price.', 100.5);
export const rooms = described(z.int().min(0).max(100), 'A number of rooms.', 2);
export const day = z.iso.date().meta({ description: 'A day.', examples: ['1990-06-01'] });

export const home = z
  .object({
    title: text('What it is called.', 'Home 1'),
    id: recordId('Id of the home.', 'home_0001'),
    city: text('Where it is.', 'Lisbon'),
    kind: choice(kinds, 'What it is.'),
    price: price.nullable(),
    rooms: rooms.nullable(),
    is_new: z.boolean().meta({ description: 'Whether nobody has lived in it.', examples: [true] }),
    features: z.array(choice(features, 'What it has.')).meta({ description: 'What it has.', examples: [['garden']] }),
    built_on: day.nullable(),
    listed_at: instant('Since when it is listed.', '2025-06-01T09:00:00.000Z'),
    location: z
      .object({
        latitude: z.number().meta({ description: 'Degrees north.', examples: [38.7] }),
        longitude: z.number().meta({ description: 'Degrees east.', examples: [-9.1] }),
      })
      .nullable()
      .meta({ description: 'Where it is on the map; null where nobody knows.' }),
  })
  .meta({ id: 'Home', description: 'A home.' });

export const city = z
  .object({
    id: recordId('Id of the city.', 'city_0001'),
    name: text('Its name.', 'Lisbon'),
    country: text('Where it is.', 'Portugal'),
    people: described(z.int().nullable(), 'Who lives there; null where nobody counted.', 550_000),
  })
  .meta({ id: 'City', description: 'A city.' });

export const keptHome = home.extend({ removed_at: z.iso.datetime().nullable() });
export type KeptHome = z.infer<typeof keptHome>;
