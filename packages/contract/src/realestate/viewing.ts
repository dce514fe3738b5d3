/** A viewing: somebody who looks at a property at a time that was agreed on. */
import { z } from 'zod';
import { choice, instant, recordId, settableInstant } from '../kit/field.js';
import { localStart } from './slot.js';

/** States of a viewing. */
export const viewingStatuses = ['booked', 'attended', 'missed', 'cancelled'] as const;

const name = z
  .string()
  .min(1)
  .max(120)
  .meta({ description: 'Full name, 1 to 120 characters.', examples: ['Ada Lovelace'] });

const email = z
  .email()
  .max(254)
  .meta({ description: 'E-mail address; case is ignored.', examples: ['ada.lovelace@example.com'] });

/** A viewing. */
export const viewing = z
  .object({
    id: recordId('Id of the viewing.', 'vwg_0001'),
    listing_id: recordId('The listing.', 'lst_0001'),
    starts_at: instant('When it begins.', '2026-01-05T09:00:00.000Z'),
    ends_at: instant('When it ends.', '2026-01-05T09:30:00.000Z'),
    local_start: localStart,
    timezone: z.string().meta({ description: 'Time zone of the listing (IANA name).', examples: ['Europe/Berlin'] }),
    name,
    email,
    status: choice(viewingStatuses, 'State of the viewing. A booked one counts as attended once it is over.'),
    created_at: instant('When it was booked.', '2026-01-02T14:20:00.000Z'),
    cancelled_at: instant('When it was cancelled.', '2026-01-03T08:00:00.000Z')
      .nullable()
      .meta({ description: 'When it was cancelled; null where it was not.', examples: [null] }),
  })
  .meta({ id: 'Viewing', description: 'Somebody who looks at a property at a time that was agreed on.' });

/** Somebody who looks at a property at a time that was agreed on. */
export type Viewing = z.infer<typeof viewing>;

/** Body of `POST /api/realestate/listings/{listing_id}/viewings`. */
export const newViewing = z
  .object({
    listing_id: recordId('Id of the listing.', 'lst_0001'),
    starts_at: settableInstant.meta({
      description: 'The start of a free slot, with any offset from UTC (RFC 3339 §5.6).',
      examples: ['2030-06-17T11:30:00+01:00'],
    }),
    name,
    email,
  })
  .meta({ title: 'NewViewing', description: 'Who wants to view a property, and when.' });
