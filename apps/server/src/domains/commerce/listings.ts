/** Reads the catalogue and the orders. */
import type { commerce } from '@understudy/contract/commerce';
import type { Currency, Money } from '@understudy/contract/kit';
import { type Dataset, type HandlersOf, indexOfSeededId, listing } from '../../kit/index.js';
import { planOf, priceOf } from './catalogue.js';
import { orders } from './records/order.js';
import { type ProductRecord, products } from './records/product.js';
import { variants } from './records/variant.js';
import { shownOrder } from './shown-order.js';

/** The lowest price of a product in a currency. */
function priceIn(dataset: Dataset, { id }: ProductRecord, currency: Currency): Money {
  return priceOf(planOf(dataset, indexOfSeededId('prd', id)), 0, currency);
}

/** The handlers of what is read. */
export const listings = {
  listProducts: ({ input: { currency }, records: { dataset } }) => {
    const price = (product: ProductRecord) => priceIn(dataset, product, currency);
    return listing(
      products,
      {},
      {
        show: (product) => ({ ...product, price_from: price(product) }),
        compute: { price: (product) => price(product).amount },
      },
    );
  },

  getProduct: ({ input: { product_id, currency }, records }) => {
    const product = records.find(products, product_id);
    return { value: { ...product, price_from: priceIn(records.dataset, product, currency) } };
  },

  listVariants: () => listing(variants),

  listOrders: ({ input: { currency }, apiUrl }) =>
    listing(
      orders,
      {},
      {
        newestFirst: true,
        show: (order) => shownOrder(order, apiUrl),
        compute: { total: (order) => (order.currency === currency ? order.total.amount : null) },
      },
    ),

  getOrder: ({ input, records, apiUrl }) => ({ value: shownOrder(records.find(orders, input.order_id), apiUrl) }),
} satisfies Pick<
  HandlersOf<typeof commerce>,
  'listProducts' | 'getProduct' | 'listVariants' | 'listOrders' | 'getOrder'
>;
