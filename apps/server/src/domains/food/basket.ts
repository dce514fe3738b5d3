/** What a basket costs: its dishes with their options, the delivery, and the service. */
import type { BasketItem, MenuItem, Quote } from '@understudy/contract/food';
import { type Currency } from '@understudy/contract/kit';
import { moneyIn, shareOf } from '../../kit/index.js';
import type { KeptRestaurant } from './records/restaurant.js';

/** Part of the items that the service costs, in percent. */
const SERVICE = 5;

/** What somebody wants of a dish. */
export interface Wanted {
  readonly dish: MenuItem;
  readonly quantity: number;
  readonly option_ids: readonly string[];
}

/** A line of a basket. Each unit may cost some minor units more than the menu says. */
export function lineOf({ dish, quantity, option_ids }: Wanted): BasketItem {
  const { id, name, price, option_groups } = dish;
  const chosen = option_groups.flatMap(({ options }) => options).filter((option) => option_ids.includes(option.id));
  const unit = chosen.reduce((sum, { extra }) => sum + extra.amount, price.amount);
  return pricedLine({ menu_item_id: id, name, quantity, option_ids: [...option_ids] }, unit, price.currency);
}

function pricedLine(line: Omit<BasketItem, 'unit_price' | 'total'>, unit: number, currency: Currency): BasketItem {
  return { ...line, unit_price: moneyIn(currency, unit), total: moneyIn(currency, unit * line.quantity) };
}

/** The same line at a price that has risen by some minor units. */
export function raisedLine({ unit_price, total: _total, ...line }: BasketItem, by: number): BasketItem {
  return pricedLine(line, unit_price.amount + by, unit_price.currency);
}

/** The lines of a basket, and the sums that follow from them. */
export function sumUp(
  items: BasketItem[],
  { currency, delivery_fee }: Pick<KeptRestaurant, 'currency' | 'delivery_fee'>,
): Pick<Quote, 'items' | 'items_total' | 'delivery_fee' | 'service_fee' | 'total'> {
  const sum = items.reduce((amount, { total }) => amount + total.amount, 0);
  const service = shareOf(sum, SERVICE, 100);
  return {
    items,
    items_total: moneyIn(currency, sum),
    delivery_fee,
    service_fee: moneyIn(currency, service),
    total: moneyIn(currency, sum + delivery_fee.amount + service),
  };
}
