/** The operations of the control API on what a sandbox sends to the receivers of its webhooks. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, writtenOf } from '../kit/envelope.js';
import { choice, instant, recordId } from '../kit/field.js';
import { equal } from '../kit/filter.js';
import { get, post } from '../kit/methods.js';
import { deliveryAttempt } from '../kit/webhook.js';
import { sandboxName } from './sandbox-name.js';

const control = { scope: 'registry', credential: 'admin', cache: 'none' } as const;

const statuses = ['pending', 'succeeded', 'failed'] as const;

const id = recordId('Id of the delivery.', 'evt_n000001.we_0001');

const delivery = z
  .object({
    id,
    event_id: recordId('The event.', 'evt_n000001'),
    type: z.string().meta({ description: 'Event type.', examples: ['payment_intent.succeeded'] }),
    registration_id: recordId('The registration.', 'we_0001'),
    url: z.string().meta({ description: 'URL it is sent to.', examples: ['http://127.0.0.1:3000/webhooks'] }),
    status: choice(statuses, 'What became of it.'),
    due: instant('When the next attempt is due.', '2026-01-05T10:00:01.000Z')
      .nullable()
      .meta({ description: 'When the next attempt is due; null if none is.', examples: [null] }),
    payload: z.string().meta({
      description: 'The body, with its secrets masked; empty if it is made for each attempt.',
      examples: ['{ "id":"evt_n000001"}'],
    }),
    attempts: z.array(deliveryAttempt).meta({ description: 'Its last ten attempts, newest first.' }),
  })
  .meta({ id: 'Delivery', description: 'The delivery of an event to a receiver.' });

/** The delivery of an event to a receiver. */
export type Delivery = z.infer<typeof delivery>;

/** The operations on the deliveries of a sandbox. */
export const deliveryOperations = {
  listDeliveries: get('/sandboxes/{name}/deliveries', {
    ...control,
    summary: 'List webhook deliveries',
    description: 'The deliveries that are pending and the last 50 that are over, in the order of their events.',
    searches: ['payload'],
    filters: { status: equal(choice(statuses, 'Only deliveries of this status.')) },
    sorts: ['id'],
    input: listInput({ name: sandboxName }),
    output: listOf(delivery),
  }),
  redeliver: post('/sandboxes/{name}/deliveries/{delivery_id}/attempts', {
    ...control,
    summary: 'Deliver an event again',
    description:
      'Makes an attempt at once, with the same `webhook-id`. It is not retried if the delivery was over. A delivery whose first attempt is still to come is a 409.',
    kinds: ['conflict'],
    input: z.object({ name: sandboxName, delivery_id: id }),
    output: writtenOf(delivery),
  }),
};
