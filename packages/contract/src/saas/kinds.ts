/** Problem kinds of the SaaS domain. */
import { defineKinds } from '../kit/problem-kinds.js';

/** Problem kinds of the SaaS domain. */
export const saasKinds = defineKinds({
  plan_limit: {
    status: 402,
    title: 'Plan Limit',
    description: 'The plan of the organization does not allow more of these. Remove some, or change to a larger plan.',
  },
  subscription_required: {
    status: 402,
    title: 'Subscription Required',
    description:
      'The subscription is paused, so nothing can be written. An owner must set a plan and a card; reads still work.',
  },
  plan_feature: {
    status: 403,
    title: 'Plan Feature',
    description: 'The plan of the organization does not have this. A larger plan does.',
  },
});
