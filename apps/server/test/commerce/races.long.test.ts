/** Many buyers at once, on replicas that share a store: nothing is oversold, and no change is lost. */
import type { Cart, Variant } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { type Backend, stores } from '../stores/stores.js';
import { inProcess } from '../support.js';
import type { Target } from '../target.js';
import { everything, filledCart, goodCard, orderNow, placed, send } from './shop.js';

const BUYERS = 50;
const WRITERS = 20;
const sizes = { products: 12, orders: 5 };

describe.each(stores)('on %s', (name, open) => {
  let backend: Backend;
  let replicas: (Target & { readonly close: () => Promise<void> })[];
  beforeAll(async () => {
    backend = await open();
    const start = () =>
      name === 'memory' ? inProcess({ size: sizes }) : inThisProcess(backend.address, { size: sizes });
    replicas = await Promise.all(Array.from({ length: name === 'memory' ? 1 : 3 }, start));
  });
  afterAll(async () => {
    await Promise.all(replicas.map(({ close }) => close()));
    await backend.remove();
  });

  /** Does something so often at once, in turn on each replica of a shop. */
  async function atOnce<Result>(shop: string, times: number, act: (of: Target, n: number) => Promise<Result>) {
    const targets = replicas.map(({ fetch }): Target => ({
      fetch: (path, init) => fetch(`/sandboxes/${shop}${path}`, init),
    }));
    const all = Array.from({ length: times }, (_, n) => act(targets[n % targets.length] as Target, n));
    return Promise.all(all);
  }
  const shop = (of: string): Target => ({
    fetch: (path, init) => (replicas[0] as Target).fetch(`/sandboxes/${of}${path}`, init),
  });
  const countOf = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

  it('sells the last unit once', { timeout: patient(30_000) }, async () => {
    const of = shop('last-unit');
    const { data } = await send<Variant[]>(of, ['GET', '/variants?product_id=prd_0003&in_stock=true']);
    const [last] = data;
    expect(last?.stock.available).toBe(1);
    const carts: Cart[] = [];
    for (let n = 0; n < BUYERS; n++) carts.push(await filledCart(of, { [last?.id ?? '']: 1 }));
    const answers = await atOnce('last-unit', BUYERS, (target, n) =>
      send(target, ['POST', `/carts/${carts[n]?.id}/checkout`]),
    );
    const statuses = answers.map(({ status }) => status);
    expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, BUYERS - 1]);
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set([undefined, 'out_of_stock']));
    const { variants } = await everything(of);
    expect(variants.find(({ id }) => id === last?.id)?.stock).toMatchObject({ reserved: 1, available: 0 });
  });

  it('lets one of twenty writers with one tag through', async () => {
    const of = shop('one-tag');
    const { tag } = await send(of, ['GET', '/carts/cart_0001']);
    const answers = await atOnce('one-tag', WRITERS, (target, n) =>
      send(target, ['PUT', '/carts/cart_0001/lines/var_0003'], { body: { quantity: n + 1 }, tag }),
    );
    const statuses = answers.map(({ status }) => status);
    expect([countOf(statuses, 200), countOf(statuses, 412)]).toEqual([1, WRITERS - 1]);
    expect((await send<Cart>(of, ['GET', '/carts/cart_0001'])).data.version).toBe(2);
  });

  it('charges once, and either cancels an order or charges for it', async () => {
    const of = shop('one-charge');
    const { id } = await placed(of);
    const answers = await atOnce('one-charge', WRITERS, (target, n) =>
      n % 5 === 4
        ? send(target, ['POST', `/orders/${id}/cancel`])
        : send(target, ['POST', `/orders/${id}/payments`], { body: { card: goodCard } }),
    );
    const charged = answers.filter(({ status }) => status === 201).length;
    const order = await orderNow(of, id);
    const succeeded = order.payments.filter(({ status }) => status === 'succeeded').length;
    expect(succeeded).toBe(charged);
    expect(charged).toBeLessThanOrEqual(1);
    expect(order.status).toBe('cancelled');
    expect(order.refunded_total).toEqual(order.paid_total);
  });
});
