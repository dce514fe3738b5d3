/** Dispatches test events. */
import type { contract, DispatchedEvent } from '@understudy/contract';
import type { z } from 'zod';
import type { Facts, Result } from '../../call/handler.js';
import { Draft } from '../../state/model/draft.js';
import { findRegistration } from './find-registration.js';

/** What a test event is about when nobody says. */
const SAMPLE = { id: 'obj_0001', object: 'sample', amount: 2000, currency: 'eur' };

type TestFacts = Facts<z.output<typeof contract.webhooks.operations.sendTestEvent.input>>;

/** Dispatches an event of any type, to all who want it or to one registration. */
export function sendTestEvent({ input, view, now, depth, outbox }: TestFacts): Result<readonly DispatchedEvent[]> {
  const { event_type: type, data: object = SAMPLE, registration_id: only } = input;
  if (only !== undefined) findRegistration(view, only, { pointer: '#/registration_id' });
  const draft = new Draft(view);
  const event = outbox.emit(draft, { type, object, only }, { now, depth });
  const { id, livemode } = event;
  return { value: [event], writes: draft.writes, beside: { id, type, livemode } };
}
