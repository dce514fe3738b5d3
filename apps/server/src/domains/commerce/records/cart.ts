/** Carts: twenty are seeded, of which the second is empty, and all others are ready to be checked out. */
import { type Cart, cart, type Variant } from '@understudy/contract/commerce';
import { type Dataset, EPOCH, moneyIn, seededId, type VersionedCollection } from '../../../kit/index.js';
import { sumUp, type Wanted } from '../sums.js';
import { variants } from './variant.js';

/** A line for so many units of a variant, at its list price. */
export function wantedOf(
  { id, sku, title, prices }: Pick<Variant, 'id' | 'sku' | 'title' | 'prices'>,
  quantity: number,
  currency: Cart['currency'],
): Wanted {
  const unit_price = prices.find((price) => price.currency === currency) ?? moneyIn(currency, 0);
  return { variant_id: id, sku, title, quantity, unit_price };
}

const COUNT = 20;

/** What is in the others: so many of the first variants. */
const QUANTITIES = [1, 2];

/** Index of the cart that is empty. */
const EMPTY = 1;

const CREATED = new Date(EPOCH - 3_600_000).toISOString();

const ready: Pick<Cart, 'email' | 'shipping_address' | 'discount_code'> = {
  email: 'ada.lovelace@example.com',
  shipping_address: {
    name: 'Ada Lovelace',
    line1: 'Lange Reihe 12',
    line2: null,
    city: 'Hamburg',
    postal_code: '20099',
    country: 'DE',
  },
  discount_code: 'WELCOME10',
};

const empty: typeof ready = { email: null, shipping_address: null, discount_code: null };

function seeded(dataset: Dataset, index: number): Cart {
  const currency = 'EUR';
  const isEmpty = index === EMPTY;
  const wanted = (isEmpty ? [] : QUANTITIES).map((quantity, i) =>
    wantedOf(dataset.record(variants.name, i, variants.seeded), quantity, currency),
  );
  const chosen = isEmpty ? empty : ready;
  return {
    id: seededId('cart', index),
    version: 1,
    status: 'open',
    currency,
    ...chosen,
    ...sumUp(wanted, { currency, ...chosen }),
    order_id: null,
    created_at: CREATED,
    updated_at: CREATED,
  };
}

/** Carts. They are found by their id alone. */
export const carts: VersionedCollection<Cart> = {
  name: 'carts',
  prefix: 'cart',
  noun: 'cart',
  schema: cart,
  versioned: true,
  unlisted: true,
  count: (dataset) => (dataset.size('products') === 0 ? 0 : COUNT),
  seeded,
};
