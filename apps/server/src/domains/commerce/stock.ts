/** Changes the stock of variants: what orders hold for a while, and what is sold. Products follow. */
import type { WritableRecords } from '../../kit/index.js';
import { products } from './records/product.js';
import { type Reservation, stocked, type VariantRecord, variants } from './records/variant.js';

/** A change of the stock of a variant. */
export interface StockChange {
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
