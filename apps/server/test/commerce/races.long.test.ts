/** Many buyers at once, on replicas that share a store: nothing is oversold, and no change is lost. */
import type { Cart, Variant } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it } from 'vitest';
import { atOnce, useReplicas } from '../replicas/use-replicas.js';
import { stores } from '../stores/stores.js';
import { inSandbox } from '../support.js';
import { everything, filledCart, goodCard, orderNow, placed, send } from './shop.js';

const BUYERS = 50;
const WRITERS = 20;

describe.each(stores)('on %s', (_name, open) => {
  const inTurn = useReplicas(open, { count: 3, size: { products: 12, orders: 5 } });
  const countOf = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

  it('sells the last unit once', { timeout: patient(30_000) }, async () => {
    const of = inSandbox(inTurn);
    const { data } = await send<Variant[]>(of, ['GET', '/variants?product_id=prd_0003&in_stock=true']);
    const [last] = data;
    expect(last?.stock.available).toBe(1);
    const carts: Cart[] = [];
    for (let n = 0; n < BUYERS; n++) carts.push(await filledCart(of, { [last?.id ?? '']: 1 }));
    const answers = await atOnce(BUYERS, (n) => send(of, ['POST', `/carts/${carts[n]?.id}/checkout`]));
    const statuses = answers.map(({ status }) => status);
    expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, BUYERS - 1]);
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set([undefined, 'out_of_stock']));
    const { variants } = await everything(of);
    expect(variants.find(({ id }) => id === last?.id)?.stock).toMatchObject({ reserved: 1, available: 0 });
  });

  it('charges once, and either cancels an order or charges for it', async () => {
    const of = inSandbox(inTurn);
    const { id } = await placed(of);
    const answers = await atOnce(WRITERS, (n) =>
      n % 5 === 4
        ? send(of, ['POST', `/orders/${id}/cancel`])
        : send(of, ['POST', `/orders/${id}/payments`], { body: { card: goodCard } }),
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
