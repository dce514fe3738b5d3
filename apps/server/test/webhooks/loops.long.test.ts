/** A flood of deliveries that cause each other: it ends long before the tree of them has grown. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { overSocket } from '../support.js';
import { dispatch, quiet, register, registrations } from './hooks.js';

it(
  'deliveries to the server itself end soon where eight registrations set off eight each',
  async () => {
    await using server = await overSocket({ webhookDelivery: 'on' });
    for (let i = 0; i < 8; i++) await register(server, `${server.origin}/api/webhooks/test/ping${i}`);
    await dispatch(server);
    await quiet(server);
    const all = await registrations(server);
    const made = all.reduce((sum, { deliveries }) => sum + deliveries.succeeded, 0);
    // 8 + 64, then no more than wait at once at each further depth; unbounded it would be 8 to the power of 8.
    expect(made).toBeGreaterThan(72);
    expect(made).toBeLessThan(2000);
    expect(all.flatMap(({ attempts }) => attempts.map(({ reason }) => reason))).toContain('loop_detected');
  },
  patient(60_000),
);
