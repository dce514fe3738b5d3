/** The subscription of an organization, and what a client sends to change it. */
import { z } from 'zod';
import { cardBrands, givenCard } from '../kit/money.js';
import { choice, instant } from '../kit/field.js';
import { planName } from './plan.js';
import { organizationId } from './texts.js';

/** States of a subscription. */
export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'paused'] as const;

const instantOrNull = (description: string, example: string) =>
  instant(description, example)
    .nullable()
    .meta({ description, examples: [example] });

/** A subscription. */
export const subscription = z
  .object({
    plan: planName('The plan.'),
    status: choice(
      subscriptionStatuses,
      '`trialing` for 14 days, `past_due` where the card was declined, `paused` 7 days later: then only reads work.',
    ),
    trial_ends_at: instantOrNull(
      'When the trial ends, or has ended; null where there was none.',
      '2026-01-19T10:00:00.000Z',
    ),
    current_period_start: instantOrNull(
      'When the period that is paid for began; null if there is none.',
      '2026-01-05T10:00:00.000Z',
    ),
    current_period_end: instantOrNull(
      'When it ends: a month later at the same time (UTC), on the same day of the month as the first or, where the month is shorter, on its last.',
      '2026-02-05T10:00:00.000Z',
    ),
    cancel_at_period_end: z
      .boolean()
      .meta({ description: 'Whether the plan is `free` from the end of the period on.', examples: [false] }),
    card: z
      .object({
        brand: choice(cardBrands, 'Brand.'),
        last4: z.string().meta({ description: 'Last four digits.', examples: ['4242'] }),
      })
      .nullable()
      .meta({ description: 'The card on file; null without one.', examples: [{ brand: 'visa', last4: '4242' }] }),
  })
  .meta({ id: 'Subscription', description: 'What an organization has subscribed to.' });

/** A subscription. */
export type Subscription = z.infer<typeof subscription>;

/** A subscription, as webhooks tell of it. */
export const organizationSubscription = subscription
  .extend({ organization_id: organizationId })
  .meta({ id: undefined, description: 'What an organization has subscribed to, with its id.' });

/** A subscription, as webhooks tell of it. */
export type OrganizationSubscription = z.infer<typeof organizationSubscription>;

/** Body of `PUT /api/saas/organizations/{organization_id}/subscription`. */
export const subscriptionChange = z
  .object({
    organization_id: organizationId,
    plan: planName('The plan to have.'),
    card: givenCard.optional().meta({
      description:
        'The card to charge from now on; by default the one on file. Only brand and last four digits are shown.',
      examples: [{ number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' }],
    }),
    cancel_at_period_end: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the plan is to be `free` from the end of the period on.', examples: [false] }),
  })
  .meta({ title: 'SubscriptionChange', description: 'The subscription to have.', examples: [{ plan: 'business' }] });
