/** The clock of a sandbox, and what a client sends to wind it. */
import { z } from 'zod';
import { choice, instant, settableInstant } from '../kit/field.js';
import { sandboxName } from './sandbox-name.js';

/** Ways a sandbox's clock can go. */
export const clockModes = ['real', 'frozen', 'running'] as const;

/** Ways to wind a clock. */
export const clockActions = ['freeze', 'advance', 'resume'] as const;

/** Input of `POST /sandboxes/{name}/clock`. */
export const clockChange = z
  .object({
    name: sandboxName,
    action: choice(
      clockActions,
      'freeze: stop now, or at `at`. advance: go forward by `seconds`. resume: run again from the present time. No clock runs past the year 9999: it stops at its last millisecond, as if frozen.',
    ),
    at: settableInstant.optional().meta({
      description: 'With freeze: the instant to stop at. After the first write it can only be in the future.',
      examples: ['2026-01-01T00:00:00.000Z'],
    }),
    seconds: z
      .number()
      .min(0)
      .max(3_155_760_000)
      .optional()
      .meta({
        description: 'With advance: how many seconds to move on, fractions allowed.',
        examples: [60],
      }),
  })
  .meta({ title: 'ClockChange', description: 'How to set the clock.' });

/** The clock after the change, and what the change did. */
export const clockReading = z
  .object({
    mode: choice(clockModes, 'Real time, frozen at an instant, or running on from one.'),
    now: instant('The present in the sandbox.', '2026-01-01T00:01:00.000Z'),
    expired: z.int().meta({
      description: 'Number of tokens, codes and idempotency keys that expired by this.',
      examples: [0],
    }),
    due: z.int().meta({
      description: 'Number of webhook deliveries that became due by this.',
      examples: [0],
    }),
  })
  .meta({ id: 'ClockReading', description: 'The clock after the change, and what the change did.' });

/** The clock after the change, and what the change did. */
export type ClockReading = z.infer<typeof clockReading>;
