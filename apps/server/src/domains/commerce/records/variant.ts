/** Variants of products, with what orders hold of them. */
import { variant } from '@understudy/contract/commerce';
import { currencies } from '@understudy/contract/kit';
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

const reservation = z.object({ order_id: z.string(), quantity: z.int(), until: z.iso.datetime() });

/** Units that an order holds until it is paid, or until an instant. */
export type Reservation = z.infer<typeof reservation>;

/** Nobody is shown who holds it. */
const variantRecord = variant.extend({ reservations: z.array(reservation) });

/** A variant as it is kept. */
export type VariantRecord = z.infer<typeof variantRecord>;

/** A variant whose stock follows from what came in, what was sold and what orders hold. */
export function stocked(record: VariantRecord, sold = record.stock.sold): VariantRecord {
  const { received } = record.stock;
  const reserved = record.reservations.reduce((sum, { quantity }) => sum + quantity, 0);
  const available = received - sold - reserved;
  return { ...record, stock: { received, sold, reserved, available }, in_stock: available > 0 };
}

/** Orders that are not paid in time hold nothing any more. */
function transition(record: VariantRecord): Transition<VariantRecord> | undefined {
  const [first] = record.reservations.map(({ until }) => until).toSorted();
  if (first === undefined) return undefined;
  const reservations = record.reservations.filter(({ until }) => until !== first);
  return { at: Date.parse(first), record: stocked({ ...record, reservations }) };
}

/** The EAN-13 of a number: twelve digits and the check digit (GS1 General Specifications §7.9). */
function barcodeOf(number: number): string {
  const digits = `400${String(number).padStart(9, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function seeded(dataset: Dataset, index: number): VariantRecord {
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
    barcode: index % 7 === 6 ? null : barcodeOf(index * 31 + 7),
    reservations: [],
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
export const variants: Collection<VariantRecord> = {
  name: 'variants',
  prefix: 'var',
  noun: 'variant',
  schema: variantRecord,
  count: (dataset) => variantCount(dataset, dataset.size('products')),
  seeded,
  transition,
  relations: [soldOf],
  lookup: { product_id: ofProduct, sku: bySku },
};
