/** Invoices of organizations. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { moneyOf } from '../kit/money.js';
import { organizationId } from './texts.js';

/** States of an invoice. */
export const invoiceStatuses = ['paid', 'open'] as const;

/** An invoice. */
export const invoice = z
  .object({
    id: recordId('Id of the invoice.', 'inv_x1a2b3c4d5e6f7'),
    organization_id: organizationId,
    number: z.string().meta({ description: 'Number, for people.', examples: ['20260105-1'] }),
    status: choice(invoiceStatuses, '`open` where the card was declined.'),
    amount: moneyOf('What the plan costs for the period.', 9900),
    period_start: instant('When the period begins.', '2026-01-05T10:00:00.000Z'),
    period_end: instant('When it ends, and the next one begins.', '2026-02-05T10:00:00.000Z'),
    issued_at: instant('When it was issued.', '2026-01-05T10:00:00.000Z'),
    paid_at: instant('When it was paid.', '2026-01-05T10:00:00.000Z')
      .nullable()
      .meta({ description: 'When it was paid; null while it is open.', examples: ['2026-01-05T10:00:00.000Z'] }),
  })
  .meta({ id: 'Invoice', description: 'An invoice for one period of a plan.' });

/** An invoice. */
export type Invoice = z.infer<typeof invoice>;
