/** Finds receivers of webhooks that acknowledge deliveries too late (Standard Webhooks, Request timeouts). */
import { deliveryText, isAcknowledged } from '../delivery.js';
import type { Rule } from '../rule.js';
import { seconds } from '../time.js';

/** The receiver took more than 5 s to acknowledge a delivery; others leave no trace. */
export const webhookSlow: Rule = {
  id: 'webhook_slow',
  *find({ deliveries }) {
    for (const delivery of deliveries) {
      yield;
      if (!isAcknowledged(delivery)) continue;
      yield { delivery, detail: `${deliveryText(delivery)} was acknowledged after ${seconds(delivery.tookMs)}.` };
    }
  },
};
