/** Products, their variants and the stock of these. */
import { type Order, product as productSchema, variant as variantSchema } from '@understudy/contract/commerce';
import {
  type Collection,
  type Dataset,
  longRelation,
  nowhere,
  type Random,
  range,
  seededId,
  together,
  type Transition,
  type WritableRecords,
  z,
} from '../../../kit/index.js';
import { availableOf, chosenIn, planOf, priceOf, variantsOf } from '../catalogue.js';
import { currencies } from '@understudy/contract/kit';
import { type Town, towns } from '../words/towns.js';

const productRecord = productSchema.extend({
  /** When it is in stock again, if nobody buys or pays; null where it is, or where no order holds any of it. */
  restocked_at: z.iso.datetime().nullable(),
});

/** A product as it is kept. */
export type ProductRecord = z.infer<typeof productRecord>;

function productTransition(record: ProductRecord): Transition<ProductRecord> | undefined {
  if (record.restocked_at === null) return undefined;
  return { at: Date.parse(record.restocked_at), record: { ...record, in_stock: true, restocked_at: null } };
}

function slugOf(title: string, index: number): string {
  return `${title
    .toLowerCase()
    .replaceAll('é', 'e')
    .replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}`;
}

function seededProduct(dataset: Dataset, index: number): ProductRecord {
  const plan = planOf(dataset, index);
  const { title, description, category, brand, tags, status, options, rating, count } = plan;
  return {
    id: seededId('prd', index),
    title,
    slug: slugOf(title, index),
    description,
    category: category.slug,
    brand,
    tags: [...tags],
    status,
    options,
    variant_count: count,
    price_from: priceOf(plan, 0, 'EUR'),
    in_stock: Array.from({ length: count }, (_, i) => i).some((i) => availableOf(dataset, index, i) > 0),
    rating,
    created_at: new Date(plan.createdAt).toISOString(),
    updated_at: new Date(plan.updatedAt).toISOString(),
    restocked_at: null,
  };
}

/** Products. */
export const products: Collection<ProductRecord> = {
  name: 'products',
  prefix: 'prd',
  noun: 'product',
  schema: productRecord,
  defaultSize: 120,
  count: (dataset) => dataset.size('products'),
  seeded: seededProduct,
  transition: productTransition,
};

/** The plan of an order. */
export interface OrderPlan {
  readonly status: Order['status'];
  readonly town: Town;
  readonly lines: readonly { readonly variant: number; readonly quantity: number }[];
  readonly isPaid: boolean;
  /** What of it was refunded: nothing, one unit of its first line, or all. */
  readonly refunds: 'nothing' | 'one unit' | 'all';
  /** Whether what was refunded went back into stock. */
  readonly isRestocked: boolean;
  readonly code: string | null;
}

/** Orders that are always there, by index: what a client must cope with first. */
const fixed: Readonly<Record<number, readonly [status: Order['status'], refunds: OrderPlan['refunds']]>> = {
  0: ['shipped', 'nothing'],
  1: ['shipped', 'one unit'],
  2: ['refunded', 'all'],
  3: ['cancelled', 'nothing'],
  4: ['expired', 'nothing'],
};

function drawFate(random: Random): readonly [Order['status'], OrderPlan['refunds']] {
  const [drawn, other] = [random.fraction(), random.fraction()];
  if (drawn < 0.75) return ['shipped', other < 0.06 ? 'one unit' : 'nothing'];
  if (drawn < 0.83) return ['refunded', 'all'];
  // Some were paid before they were cancelled.
  return drawn < 0.95 ? ['cancelled', other < 0.5 ? 'all' : 'nothing'] : ['expired', 'nothing'];
}

/** Draws before a product that is not for sale is taken all the same: hardly ever. */
const MAX_DRAWS = 12;

function drawVariant(dataset: Dataset, random: Random): number {
  let product = random.int(0, dataset.size('products') - 1);
  for (let i = 0; i < MAX_DRAWS && planOf(dataset, product).status !== 'active'; i++) {
    product = random.int(0, dataset.size('products') - 1);
  }
  const { first, count } = planOf(dataset, product);
  return first + random.int(0, count - 1);
}

/** The plan of an order. */
export function orderPlanOf(dataset: Dataset, index: number): OrderPlan {
  const random = dataset.random('orders', index);
  const drawn = drawFate(random);
  const [status, refunds] = fixed[index] ?? drawn;
  const town = random.pick(towns);
  const bought = new Set(Array.from({ length: random.pick([1, 1, 2, 2, 3, 4]) }, () => drawVariant(dataset, random)));
  const lines = Array.from(bought, (variant, i) => {
    const quantity = random.pick([1, 1, 1, 1, 2, 2, 3]);
    return { variant, quantity: i === 0 && refunds === 'one unit' ? Math.max(2, quantity) : quantity };
  });
  const isPaid = status === 'shipped' || status === 'refunded' || refunds === 'all';
  const code = random.chance(0.2) ? random.pick(['WELCOME10', 'WELCOME10', 'TENOFF']) : null;
  return { status, town, lines, isPaid, refunds, isRestocked: status === 'cancelled' || random.chance(0.7), code };
}

/** Units of each line that were refunded. */
export function refundedUnits({ lines, refunds }: OrderPlan): readonly number[] {
  return lines.map(({ quantity }, i) => (refunds === 'all' ? quantity : refunds === 'one unit' && i === 0 ? 1 : 0));
}

/** How many orders are seeded: none where there is nothing to buy. */
export function orderCount(dataset: Dataset): number {
  return dataset.size('products') === 0 ? 0 : dataset.size('orders');
}

const variantCount = (dataset: Dataset): number => variantsOf.start(dataset, dataset.size('products'));

const STEP = 64;

/** Units of each variant in seeded orders that were paid, less those that were put back. */
const soldOf = longRelation('commerce/sold', function* build(dataset) {
  const sold = new Uint32Array(variantCount(dataset));
  for (let i = 0; i < orderCount(dataset); i++) {
    if (i % STEP === 0) yield;
    const plan = orderPlanOf(dataset, i);
    if (!plan.isPaid) continue;
    const refunded = refundedUnits(plan);
    for (const [line, { variant, quantity }] of plan.lines.entries()) {
      const back = plan.isRestocked ? (refunded[line] ?? 0) : 0;
      sold[variant] = (sold[variant] ?? 0) + quantity - back;
    }
  }
  return sold;
});

const reservation = z.object({ order_id: z.string(), quantity: z.int(), until: z.iso.datetime() });

/** Units that an order holds until it is paid, or until an instant. */
type Reservation = z.infer<typeof reservation>;

/** Nobody is shown who holds it. */
const variantRecord = variantSchema.extend({ reservations: z.array(reservation) });

/** A variant as it is kept. */
export type VariantRecord = z.infer<typeof variantRecord>;

/** A variant whose stock follows from what came in, what was sold and what orders hold. */
function stocked(record: VariantRecord, sold = record.stock.sold): VariantRecord {
  const { received } = record.stock;
  const reserved = record.reservations.reduce((sum, { quantity }) => sum + quantity, 0);
  const available = received - sold - reserved;
  return { ...record, stock: { received, sold, reserved, available }, in_stock: available > 0 };
}

/** Orders that are not paid in time hold nothing any more. */
function variantTransition(record: VariantRecord): Transition<VariantRecord> | undefined {
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

function seededVariant(dataset: Dataset, index: number): VariantRecord {
  const { owner: product, nth: position } = variantsOf.owner(dataset, index);
  const plan = planOf(dataset, product);
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

/** A stock-keeping unit names the product and the position among its variants. */
function bySku(dataset: Dataset, sku: string) {
  const [, product = '', position = ''] = /^[A-Z]{3}-(\d{5,})-(\d)$/.exec(sku) ?? [];
  const index = Number(product) - 1;
  if (product === '' || index < 0 || index >= dataset.size('products')) return nowhere;
  const found = planOf(dataset, index).first + Number(position) - 1;
  return found < variantCount(dataset) && seededVariant(dataset, found).sku === sku ? range(found, found + 1) : nowhere;
}

/** Variants of products. */
export const variants: Collection<VariantRecord> = {
  name: 'variants',
  prefix: 'var',
  noun: 'variant',
  schema: variantRecord,
  count: variantCount,
  seeded: seededVariant,
  transition: variantTransition,
  relations: [soldOf],
  lookup: { product_id: together(products, variantsOf.start), sku: bySku },
};

interface StockChange {
  readonly variant_id: string;
  /** Units that were sold; below 0 they come back. */
  readonly sold?: number;
  /** What an order holds from now on. */
  readonly reserved?: Reservation;
  /** Id of an order that holds nothing any more. */
  readonly released?: string;
}

/** A product is in stock again, at the latest, when the first order that holds units of it gives them back. */
function followVariants(records: WritableRecords, id: string): void {
  const product = records.find(products, id);
  const positions = Array.from(records.lookup(variants, 'product_id', id) ?? []);
  const own = positions.flatMap((position) => records.at(variants, position) ?? []);
  const ends = own.flatMap(({ reservations }) => reservations.map(({ until }) => until)).toSorted();
  const in_stock = own.some((variant) => variant.in_stock);
  const restocked_at = in_stock ? null : (ends[0] ?? null);
  if (in_stock === product.in_stock && restocked_at === product.restocked_at) return;
  records.put(products, { ...product, in_stock, restocked_at });
}

/** Changes the stock of variants. */
export function changeStock(records: WritableRecords, changes: readonly StockChange[]): void {
  const changed = changes.map(({ variant_id, sold = 0, reserved, released }): VariantRecord => {
    const variant = records.find(variants, variant_id);
    const kept = variant.reservations.filter(({ order_id }) => order_id !== released);
    const reservations = reserved === undefined ? kept : [...kept, reserved];
    return records.put(variants, stocked({ ...variant, reservations }, variant.stock.sold + sold));
  });
  for (const id of new Set(changed.map(({ product_id }) => product_id))) followVariants(records, id);
}
