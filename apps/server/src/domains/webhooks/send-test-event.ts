/** Dispatches test events. */
import type { contract } from '@understudy/contract';
import type { DispatchedEvent } from '@understudy/contract/webhooks';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import type { Outbox } from '../../webhooks/outbox.js';
import { webhookRegistrations } from '../../webhooks/records.js';

/** What a test event is about when nobody says. */
const SAMPLE = { id: 'obj_0001', object: 'sample', amount: 2000, currency: 'eur' };

type TestContext = ContextOf<typeof contract.webhooks, 'sendTestEvent'>;

/** Dispatches an event of any type, to all who want it or to one registration, and answers what came of it. */
export function sendTestEvent({ input, records }: TestContext, outbox: Outbox): Result<readonly DispatchedEvent[]> {
  const { event_type: type, data: object = SAMPLE, registration_id: only } = input;
  if (only !== undefined) records.find(webhookRegistrations, only);
  const event = outbox.emit(records, { type, object, only });
  const { id, livemode } = event;
  return { value: [event], beside: { id, type, livemode } };
}
