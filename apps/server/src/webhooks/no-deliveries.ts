/** Stands where webhooks are delivered, on platforms that cannot send to any address: there they are only simulated. */
import type { Deliveries } from './deliveries.js';

const nothing: Deliveries = {
  wake: () => undefined,
  watch: async () => undefined,
  idle: async () => undefined,
  close: async () => undefined,
};

/** Makes what delivers nothing: the option that would have it deliver is refused before. */
export function createDeliveries(): Deliveries {
  return nothing;
}
