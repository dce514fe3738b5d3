/** An attempt at the delivery of a webhook as the rules of conduct read it. */
import type { DeliveryFacts } from '../journal/masked-entry.js';

/** An attempt at a delivery whose receiver took long. */
export type LateDelivery = DeliveryFacts;

/** Whether the receiver acknowledged it (Standard Webhooks, Delivery success and failure). */
export const isAcknowledged = ({ status }: LateDelivery): boolean => status !== null && status >= 200 && status < 300;

/** What is said of an attempt: its event, where it went to, its number and its id. */
export const deliveryText = ({ id, attempt, eventId, type, to }: LateDelivery): string =>
  `Attempt ${attempt} to deliver ${eventId} (${type}) to ${to}, delivery ${id},`;
