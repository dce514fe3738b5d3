/** A dish of a restaurant, with what can be chosen about it. */
import { z } from 'zod';
import { choice, recordId } from '../kit/field.js';
import { moneyOf } from '../kit/money.js';
import { allergens, menuSections } from './words.js';

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** Something that can be chosen about a dish. */
export const optionGroup = z
  .object({
    id: recordId('Id of the group: that of the dish, and a number.', 'mni_0003.1'),
    name: text('What is chosen.', 'Size'),
    min: count('Least number of its options that an order must name.', 1),
    max: count('Largest number of its options that an order may name.', 1),
    options: z
      .array(
        z.object({
          id: recordId('Id of the option: that of the group, and a number.', 'mni_0003.1.2'),
          name: text('The option.', 'Large'),
          extra: moneyOf('What it adds to the price.', 300),
        }),
      )
      .meta({ description: 'The options.' }),
  })
  .meta({ id: 'OptionGroup', description: 'Something that can be chosen about a dish.' });

/** A dish. */
export const menuItem = z
  .object({
    id: recordId('Id of the dish.', 'mni_0001'),
    restaurant_id: recordId('The restaurant.', 'rst_0001'),
    section: choice(menuSections, 'Part of the menu.'),
    name: text('Name.', 'Margherita'),
    description: text('What is in it.', 'Tomato, fior di latte and basil.'),
    price: moneyOf('Price of one, without options.', 900),
    is_available: z.boolean().meta({ description: 'Whether it is available at present.', examples: [true] }),
    allergens: z
      .array(choice(allergens, 'An allergen.'))
      .meta({ description: 'Allergens that it contains.', examples: [['gluten', 'milk']] }),
    option_groups: z.array(optionGroup).meta({ description: 'What can be chosen about it.' }),
  })
  .meta({ id: 'MenuItem', description: 'A dish of a restaurant.' });

/** A dish of a restaurant. */
export type MenuItem = z.infer<typeof menuItem>;
