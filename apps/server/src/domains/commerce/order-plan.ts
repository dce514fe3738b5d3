/** What is settled about a seeded order: what was bought, and what became of it. */
import type { Order } from '@understudy/contract/commerce';
import { type Dataset, longRelation, type Random } from '../../kit/index.js';
import { planOf, variantCount } from './catalogue.js';
import { type Town, towns } from './words/towns.js';

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

const STEP = 64;

/** Units of each variant in seeded orders that were paid, less those that were put back. */
export const soldOf = longRelation('commerce/sold', function* build(dataset) {
  const sold = new Uint32Array(variantCount(dataset, dataset.size('products')));
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
