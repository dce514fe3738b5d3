/** Tells attempts that a receiver can be judged by from those that it acknowledged, or failed, in time. */
import type { LateAttempt } from '../kit/late-attempt.js';
import type { Posted, Posting } from './post.js';
import type { DeliveryRecord } from './records.js';

/** Longest time that a receiver may take, in ms: some senders wait no longer, though Standard Webhooks has them wait 15 s. */
const PROMPT_MS = 5000;

/** An attempt that was made. */
export interface MadeAttempt {
  /** As it was claimed. */
  readonly delivery: DeliveryRecord;
  readonly request: Pick<Posting, 'url' | 'body'>;
  readonly posted: Posted;
}

/** An attempt as it is noted; undefined where its receiver was in time, or was never asked. */
export function lateAttempt({ delivery, request, posted }: MadeAttempt): LateAttempt | undefined {
  const { status, tookMs = 0 } = posted;
  if (tookMs <= PROMPT_MS) return undefined;
  // The event as the outbox has written it.
  const { type } = JSON.parse(request.body) as { readonly type: string };
  const { id, event_id: eventId, attempts } = delivery;
  return { id, attempt: attempts + 1, eventId, type, url: request.url, status, tookMs };
}
