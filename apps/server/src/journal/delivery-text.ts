/** What stays of an attempt at a delivery, so that its receiver can be judged: nothing of it is shown but by a verdict. */
import type { LateAttempt } from '../kit/late-attempt.js';
import { maskPath } from './mask.js';

/** What stays of an attempt. */
export interface DeliveryFacts extends Omit<LateAttempt, 'url' | 'status'> {
  /** Host and path of the receiver, without secrets. */
  readonly to: string;
  /** Null where it did not answer. */
  readonly status: number | null;
  /** When it ended, by the clock of the machine, in ms since 1970. */
  readonly at: number;
}

/** Where a delivery went to: a query, a name and a password may be secrets, and tell nothing of the receiver. */
function receiverOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + maskPath(pathname);
}

/** What stays of an attempt that ended at an instant, as JSON. */
export function deliveryText({ url, status, ...attempt }: LateAttempt, at: number): string {
  const facts: DeliveryFacts = { ...attempt, to: receiverOf(url), status: status ?? null, at };
  return JSON.stringify(facts);
}
