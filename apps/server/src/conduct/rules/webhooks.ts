/** Rules on receivers of webhooks. */
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
