/** The webhooks domain: its handlers over the delivery module. */
import { contract } from '@understudy/contract';
import { domain } from '../../call/domain.js';
import { webhookCollections, webhookRegistrations } from '../../delivery/records.js';
import { ProblemError } from '../../kit/problem-error.js';
import { listing } from '../../listing/listing.js';
import { Draft } from '../../state/draft.js';
import { register } from './register.js';

/** What a test event is about when nobody says. */
const SAMPLE = { id: 'obj_0001', object: 'sample', amount: 2000, currency: 'eur' };

/** Handlers of the webhooks domain. */
export const webhooks = domain(
  contract.webhooks,
  {
    registerWebhook: register,

    listRegistrations: ({ input: { status } }) => listing(webhookRegistrations, { status }),

    sendTestEvent: ({ input, view, now, outbox }) => {
      const { event_type: type, data: object = SAMPLE, registration_id: only } = input;
      if (only !== undefined && view.get(webhookRegistrations, only) === undefined) {
        throw new ProblemError('not_found', {
          detail: `there is no registration ${JSON.stringify(only)}`,
          errors: [{ pointer: '#/registration_id', code: 'not_found', detail: 'must be the id of a registration' }],
        });
      }
      const draft = new Draft(view);
      const event = outbox.emit(draft, { type, object, only }, now);
      const { id, livemode } = event;
      return { value: [event], writes: draft.writes, beside: { id, type, livemode } };
    },
  },
  webhookCollections,
);
