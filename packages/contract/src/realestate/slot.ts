/** A time at which a property can be viewed. */
import { z } from 'zod';
import { choice, instant } from '../kit/field.js';

/** What a slot can be. */
export const slotStatuses = ['free', 'taken', 'past'] as const;

/** An instant with the offset of a zone, such as `2026-01-05T10:00:00+01:00`. */
export const localStart = z.iso.datetime({ offset: true }).meta({
  description: 'The same instant in local time, with its offset from UTC (RFC 3339 §5.6).',
  examples: ['2026-01-05T10:00:00+01:00'],
});

/** A time at which a property can be viewed. */
export const slot = z
  .object({
    starts_at: instant('When it begins.', '2026-01-05T09:00:00.000Z'),
    ends_at: instant('When it ends, 30 minutes later.', '2026-01-05T09:30:00.000Z'),
    local_start: localStart,
    local_date: z.iso.date().meta({ description: 'The local date on which it begins.', examples: ['2026-01-05'] }),
    status: choice(
      slotStatuses,
      'Whether it can be booked: `free`; `taken` by somebody; or `past`, since it has begun.',
    ),
  })
  .meta({ id: 'ViewingSlot', description: 'A time at which a property can be viewed.' });

/** A time at which a property can be viewed. */
export type ViewingSlot = z.infer<typeof slot>;
