/** What the stream of an order is made of. */
import { z } from 'zod';
import { choice, instant } from '../kit/field.js';
import { location } from '../kit/area.js';
import { streamOf } from '../kit/stream.js';
import { statusChange } from './order.js';
import { foodOrderStatuses } from './words.js';

/** Where the courier is. */
export const courierPosition = z
  .object({
    location: location('Where the courier is.'),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'How much of the way is done, in percent; 50 is at the restaurant.', examples: [25] }),
    eta: instant('When the order is to be delivered.', '2026-01-05T10:17:25.000Z'),
    at: instant('When the courier was there.', '2026-01-05T10:05:00.000Z'),
  })
  .meta({ id: 'CourierPosition', description: 'Where a courier is.' });

/** Where a courier is. */
export type CourierPosition = z.infer<typeof courierPosition>;

/** The stream of an order. */
export const tracking = streamOf(
  {
    status: statusChange,
    position: courierPosition,
    end: z.object({ status: choice(foodOrderStatuses, 'How it ended.') }),
  },
  { id: 'TrackingEvent', description: 'Something that happens to an order on its way.' },
);
