/** Products of the catalogue, and the variants of them that can be bought. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { money, moneyOf } from '../kit/money.js';

/** Categories of products, by slug. */
export const productCategories = [
  'clothing',
  'shoes',
  'kitchen',
  'home',
  'electronics',
  'outdoor',
  'beauty',
  'stationery',
] as const;

/** States of a product. Only one that is active is for sale. */
export const productStatuses = ['active', 'draft', 'archived'] as const;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** A product. */
export const product = z
  .object({
    id: recordId('Id of the product.', 'prd_0001'),
    title: z.string().meta({ description: 'Title.', examples: ['Merino Crew Jumper'] }),
    slug: z.string().meta({ description: 'Title as part of an address; unique.', examples: ['merino-crew-jumper-1'] }),
    description: z
      .string()
      .meta({ description: 'What it is.', examples: ['Fine-knit merino that keeps its shape, wash after wash.'] }),
    category: choice(productCategories, 'Category.'),
    brand: z.string().meta({ description: 'Brand.', examples: ['Norrvik'] }),
    tags: z.array(z.string()).meta({ description: 'Tags.', examples: [['wool', 'winter']] }),
    status: choice(productStatuses, 'State: only an `active` product is for sale.'),
    options: z
      .array(
        z.object({
          name: z.string().meta({ description: 'What can be chosen.', examples: ['size'] }),
          values: z.array(z.string()).meta({ description: 'The choices.', examples: [['S', 'M', 'L']] }),
        }),
      )
      .meta({ description: 'The options in which its variants differ; empty if it has only one variant.' }),
    variant_count: count('How many variants it has.', 3),
    price_from: moneyOf('The lowest price of its variants, in the currency that was asked for, by default EUR.', 4900),
    in_stock: z.boolean().meta({ description: 'Whether any of its variants is in stock.', examples: [true] }),
    rating: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .meta({ description: 'Average of the ratings, 1 to 5; null while nobody has rated it.', examples: [4.6] }),
    created_at: instant('When it was added to the catalogue.', '2025-02-11T09:30:00.000Z'),
    updated_at: instant('When it was last changed.', '2025-06-02T14:05:00.000Z'),
  })
  .meta({ id: 'Product', description: 'A product of the catalogue.' });

/** A product. */
export type Product = z.infer<typeof product>;

/** A variant of a product: what can be bought. */
export const variant = z
  .object({
    id: recordId('Id of the variant.', 'var_0001'),
    product_id: recordId('The product that it is a variant of.', 'prd_0001'),
    sku: z.string().meta({ description: 'Stock-keeping unit; unique.', examples: ['CLO-00001-1'] }),
    title: z
      .string()
      .meta({ description: 'Title of the product, with the options.', examples: ['Merino Crew Jumper, S, navy'] }),
    options: z
      .record(z.string(), z.string())
      .meta({ description: 'What was chosen, by option.', examples: [{ size: 'S', colour: 'navy' }] }),
    prices: z.array(money).meta({
      description:
        'Its list price in each currency, in the order EUR, USD, GBP, JPY, KWD. No price is converted from another.',
      examples: [
        [
          { amount: 4900, currency: 'EUR' },
          { amount: 5500, currency: 'USD' },
          { amount: 4500, currency: 'GBP' },
          { amount: 7800, currency: 'JPY' },
          { amount: 16_500, currency: 'KWD' },
        ],
      ],
    }),
    stock: z
      .object({
        received: count('Units that ever came in.', 40),
        sold: count('Units in orders that were paid, less those that were put back.', 12),
        reserved: count('Units in orders that wait to be paid.', 1),
        available: count('Units that can be bought: received − sold − reserved.', 27),
      })
      .meta({ description: 'Units of it.' }),
    in_stock: z.boolean().meta({ description: 'Whether at least one unit can be bought.', examples: [true] }),
    weight_grams: count('Weight in grams.', 320),
    barcode: z
      .string()
      .nullable()
      .meta({ description: 'EAN-13; null where it has none.', examples: ['4006381333931'] }),
  })
  .meta({ id: 'Variant', description: 'A variant of a product: what can be bought.' });

/** A variant of a product. */
export type Variant = z.infer<typeof variant>;
