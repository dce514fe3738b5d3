/** The operations on the catalogue: products and their variants. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, recordOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { equal, equalInAnyCase, ids, least, most, yes } from '../kit/filter.js';
import { get } from '../kit/methods.js';
import { currencyCode } from '../kit/money.js';
import { product, productCategories, productStatuses, variant } from './product.js';

const word = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(120)
    .meta({ description, examples: [example] });

const minorUnits = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const currency = currencyCode('Currency of `price_from`.').default('EUR');

const inStock = yes(
  z.boolean().meta({ description: 'Only what is in stock, or with `false` only what is not.', examples: [true] }),
);

/** The operations on the catalogue. */
export const catalogueOperations = {
  listProducts: get('/api/commerce/products', {
    summary: 'List products',
    description: 'The catalogue. The price of a product is the lowest of its variants in the currency.',
    searches: ['title', 'description', 'brand', 'tags'],
    filters: {
      category: equal(choice(productCategories, 'Only products of this category.')),
      brand: equalInAnyCase(word('Only products of this brand; case is ignored.', 'Norrvik')),
      tag: equalInAnyCase('tags', word('Only products with this tag; case is ignored.', 'wool')),
      status: equal(choice(productStatuses, 'Only products of this status.')),
      in_stock: inStock,
      min_price: least('price', minorUnits('Lowest price, in minor units of `currency`.', 2000)),
      max_price: most('price', minorUnits('Highest price, in minor units of `currency`.', 10_000)),
    },
    computes: { price: { needs: 'currency' } },
    sorts: ['title', 'rating', 'price', 'created_at'],
    input: listInput({
      currency: currency.meta({
        description: 'Currency of `price_from`, of `min_price` and `max_price`, and of the price to sort by.',
        examples: ['EUR'],
      }),
    }),
    output: listOf(product),
  }),
  getProduct: get('/api/commerce/products/{product_id}', {
    summary: 'Get a product',
    description: 'One product by its id.',
    input: z.object({ product_id: recordId('Id of the product.', 'prd_0001'), currency }),
    output: recordOf(product),
  }),
  listVariants: get('/api/commerce/variants', {
    summary: 'List variants',
    description: 'What can be bought: all variants of all products, with prices and stock.',
    searches: ['title', 'sku'],
    filters: {
      product_id: equal(recordId('Only variants of this product.', 'prd_0001')),
      sku: equal(word('Only the variant with this stock-keeping unit.', 'CLO-00001-1')),
      ids: ids(recordId('Only the variants with these ids.', 'var_0001')),
      in_stock: inStock,
    },
    sorts: ['title', 'sku', 'weight_grams'],
    input: listInput({}),
    output: listOf(variant),
  }),
};
