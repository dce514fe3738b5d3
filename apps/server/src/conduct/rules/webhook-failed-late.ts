/** Finds receivers of webhooks that let deliveries wait, and then fail (Standard Webhooks, Delivery success and failure). */
import { deliveryText, isAcknowledged } from '../delivery.js';
import type { Rule } from '../rule.js';
import { seconds } from '../time.js';

/** The receiver failed a delivery after more than 5 s, or never answered it; others leave no trace. */
export const webhookFailedLate: Rule = {
  id: 'webhook_failed_late',
  *find({ deliveries }) {
    for (const delivery of deliveries) {
      yield;
      if (isAcknowledged(delivery)) continue;
      const { status, tookMs } = delivery;
      const result = status === null ? 'had no answer' : `was answered ${status}`;
      yield { delivery, detail: `${deliveryText(delivery)} ${result} after ${seconds(tookMs)}.` };
    }
  },
};
