/** What the words of a category of products are. */
import type { Product } from '@understudy/contract/commerce';

/** Something in which the variants of a product can differ. */
export interface Choice {
  readonly name: string;
  /** In their order; six or more. */
  readonly values: readonly string[];
  /** How much dearer each value is than the one before it, as a part of the price. */
  readonly step?: number;
}

/** A kind of product. */
export interface ProductKind {
  readonly name: string;
  /** What stands before the name. */
  readonly styles: readonly string[];
  /** What it is, in a sentence. */
  readonly about: string;
  /** Lowest and highest price in whole euros. */
  readonly euros: readonly [low: number, high: number];
  readonly grams: number;
  readonly tags: readonly string[];
  readonly choices: readonly [Choice, ...Choice[]];
}

/** A category of products, with the words that its products are made of. */
export interface ProductCategory {
  readonly slug: Product['category'];
  /** What its stock-keeping units begin with. */
  readonly code: string;
  readonly brands: readonly string[];
  /** Sentences that fit any of its products. */
  readonly notes: readonly string[];
  readonly kinds: readonly ProductKind[];
}

/** Colours of fabric and paint. */
export const colour: Choice = {
  name: 'colour',
  values: ['black', 'navy', 'forest green', 'sand', 'brick red', 'light grey', 'ochre', 'white'],
};
