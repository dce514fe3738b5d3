/** Whole datasets of a shop, for the tests. */
import { allOf } from '../../../kit/all-of.fixture.js';
import { type AnyCollection, Dataset } from '../../../kit/index.js';
import { orders } from './order.js';
import { products, variants } from './product.js';

/** The seeded collections of the domain. */
export const shopCollections: readonly AnyCollection[] = [products, variants, orders];

/** A dataset of a seed, with so many products and orders. */
export function shopOf(seed: string, sizes: { readonly products: number; readonly orders: number }): Dataset {
  return new Dataset(seed, sizes);
}

/** All records of all collections. */
export function everything(dataset: Dataset) {
  return {
    products: allOf(dataset, products),
    variants: allOf(dataset, variants),
    orders: allOf(dataset, orders),
  };
}
