/** Moves units of variants between what is available, reserved and sold; products follow. */
import type { OrderLine } from '@understudy/contract';
import type { Records, WritableRecords } from '../../kit/index.js';
import { type KeptProduct, products } from './records/product.js';
import { endOfHolds, type KeptVariant, stocked, variants } from './records/variant.js';

type Units = Pick<OrderLine, 'variant_id' | 'quantity'>;

/** An order whose units are moved. */
interface Ordered {
  readonly id: string;
  readonly lines: readonly Units[];
}

function variantsOf(records: Records, product: string): readonly KeptVariant[] {
  const positions = records.lookup(variants, 'product_id', product) ?? [];
  return Array.from(positions).flatMap((position) => records.at(variants, position) ?? []);
}

/** Brings a product into line with its variants. */
function followVariants(records: WritableRecords, id: string): void {
  const product = records.find(products, id);
  const own = variantsOf(records, id);
  const in_stock = own.some((one) => one.in_stock);
  const ends = in_stock ? Infinity : Math.min(...own.map(({ holds }) => endOfHolds(holds)));
  const back_at = ends === Infinity ? null : new Date(ends).toISOString();
  const followed: KeptProduct = { ...product, in_stock, back_at };
  if (followed.in_stock !== product.in_stock || followed.back_at !== product.back_at) records.put(products, followed);
}

/** Changes the stock of the variants in some lines, each of which is in one of them. */
function move(
  records: WritableRecords,
  lines: readonly Units[],
  change: (kept: KeptVariant, quantity: number) => KeptVariant,
): void {
  const changed = lines.map(({ variant_id, quantity }) =>
    records.put(variants, change(records.find(variants, variant_id), quantity)),
  );
  for (const id of new Set(changed.map(({ product_id }) => product_id))) followVariants(records, id);
}

/** The reservations of a variant without that of an order. */
const without = ({ holds }: KeptVariant, order: string) => holds.filter(({ order_id }) => order_id !== order);

/** Reserves the units of an order that waits to be paid until an instant. */
export function reserve(records: WritableRecords, { id, lines }: Ordered, until: string): void {
  move(records, lines, (kept, quantity) =>
    stocked(kept, kept.stock.sold, [...kept.holds, { order_id: id, quantity, until }]),
  );
}

/** Takes back what is reserved for an order. */
export function release(records: WritableRecords, { id, lines }: Ordered): void {
  move(records, lines, (kept) => stocked(kept, kept.stock.sold, without(kept, id)));
}

/** Sells what is reserved for an order. */
export function sell(records: WritableRecords, { id, lines }: Ordered): void {
  move(records, lines, (kept, quantity) => stocked(kept, kept.stock.sold + quantity, without(kept, id)));
}

/** Puts units that were sold back into stock. */
export function putBack(records: WritableRecords, lines: readonly Units[]): void {
  move(records, lines, (kept, quantity) => stocked(kept, kept.stock.sold - quantity, kept.holds));
}
