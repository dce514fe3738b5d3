/** Tells attempts that a receiver can be judged by from those that it acknowledged, or failed, in time. */
import type { LateAttempt } from '../kit/late-attempt.js';
import type { Posted, Posting } from './post.js';
import { type DeliveryRecord, LOGOUT_EVENT } from './records.js';

/** Longest time that a receiver may take, in ms: some senders wait no longer, though Standard Webhooks has them wait 15 s. */
const PROMPT_MS = 5000;

/** An attempt that was made. */
export interface MadeAttempt {
  /** As it was claimed. */
  readonly delivery: DeliveryRecord;
  readonly request: Pick<Posting, 'url' | 'headers' | 'body'>;
  readonly posted: Posted;
}

/** The type of what was sent: of an event as the outbox has written it, or that of the end of a session. */
function typeOf({ headers, body }: MadeAttempt['request']): string {
  if (headers['content-type'] !== 'application/json') return LOGOUT_EVENT;
  const { type } = JSON.parse(body) as { readonly type: string };
  return type;
}

/** An attempt as it is noted; undefined where its receiver was in time, or was never asked. */
export function lateAttempt({ delivery, request, posted }: MadeAttempt): LateAttempt | undefined {
  const { status, tookMs = 0 } = posted;
  if (tookMs <= PROMPT_MS) return undefined;
  const type = typeOf(request);
  const { id, event_id: eventId, attempts } = delivery;
  return { id, attempt: attempts + 1, eventId, type, url: request.url, status, tookMs };
}
