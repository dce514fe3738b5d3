/** Variants of products, with what is reserved of them. */
import { currencies, variant } from '@understudy/contract';
import {
  type Collection,
  type Dataset,
  indexOfSeededId,
  nowhere,
  range,
  seededId,
  type Transition,
  z,
} from '../../../kit/index.js';
import { availableOf, chosenIn, planOf, priceOf, productOfVariant, variantCount } from '../catalogue.js';
import { soldOf } from '../order-plan.js';

const keptVariant = variant.extend({
  /** The orders that wait to be paid, with the units that are reserved for each. */
  holds: z.array(z.object({ order_id: z.string(), quantity: z.int(), until: z.iso.datetime() })),
});

/** A variant with what is reserved of it; what others see of it is the rest. */
export type KeptVariant = z.infer<typeof keptVariant>;

/** A variant with other stock: what can be bought follows from what came in, was sold and is reserved. */
export function stocked(kept: KeptVariant, sold: number, holds: KeptVariant['holds']): KeptVariant {
  const reserved = holds.reduce((sum, { quantity }) => sum + quantity, 0);
  const available = kept.stock.received - sold - reserved;
  return { ...kept, stock: { ...kept.stock, sold, reserved, available }, in_stock: available > 0, holds };
}

/** When the first of some reservations ends, in ms since 1970; Infinity where there is none. */
export const endOfHolds = (holds: KeptVariant['holds']): number =>
  Math.min(...holds.map(({ until }) => Date.parse(until)));

/** Orders that are not paid in time give their units back. */
function transition(kept: KeptVariant): Transition<KeptVariant> | undefined {
  const at = endOfHolds(kept.holds);
  const left = kept.holds.filter(({ until }) => Date.parse(until) > at);
  return at === Infinity ? undefined : { at, record: stocked(kept, kept.stock.sold, left) };
}

/** The EAN-13 of a number: twelve digits and the check digit (GS1 General Specifications §7.9). */
function barcodeOf(number: number): string {
  const digits = `400${String(number).padStart(9, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function seeded(dataset: Dataset, index: number): KeptVariant {
  const product = productOfVariant(dataset, index);
  const plan = planOf(dataset, product);
  const position = index - plan.first;
  const options = chosenIn(plan, position);
  const available = availableOf(dataset, product, position);
  const sold = soldOf(dataset)[index] ?? 0;
  return {
    id: seededId('var', index),
    product_id: seededId('prd', product),
    sku: `${plan.category.code}-${String(product + 1).padStart(5, '0')}-${position + 1}`,
    title: [plan.title, ...Object.values(options)].join(', '),
    options,
    prices: currencies.map((currency) => priceOf(plan, position, currency)),
    stock: { received: available + sold, sold, reserved: 0, available },
    in_stock: available > 0,
    weight_grams: Math.round(plan.kind.grams * (1 + plan.step * position)),
    holds: [],
    barcode: index % 7 === 6 ? null : barcodeOf(index * 31 + 7),
  };
}

function ofProduct(dataset: Dataset, id: string) {
  const product = indexOfSeededId('prd', id);
  if (product < 0 || product >= dataset.size('products')) return nowhere;
  const { first, count } = planOf(dataset, product);
  return range(first, first + count);
}

/** A stock-keeping unit names the product and the position among its variants. */
function bySku(dataset: Dataset, sku: string) {
  const [, product = '', position = ''] = /^[A-Z]{3}-(\d{5,})-(\d)$/.exec(sku) ?? [];
  const index = Number(product) - 1;
  if (product === '' || index < 0 || index >= dataset.size('products')) return nowhere;
  const found = planOf(dataset, index).first + Number(position) - 1;
  return found < variantCount(dataset, dataset.size('products')) && seeded(dataset, found).sku === sku
    ? range(found, found + 1)
    : nowhere;
}

/** Variants of products. */
export const variants: Collection<KeptVariant> = {
  name: 'variants',
  prefix: 'var',
  noun: 'variant',
  schema: keptVariant,
  count: (dataset) => variantCount(dataset, dataset.size('products')),
  seeded,
  relations: [soldOf],
  transition,
  lookup: { product_id: ofProduct, sku: bySku },
};
