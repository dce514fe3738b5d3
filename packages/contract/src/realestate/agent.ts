/** Someone who sells and lets homes. */
import { z } from 'zod';
import { recordId } from '../kit/field.js';

/** Someone who sells and lets homes. */
export const agent = z
  .object({
    id: recordId('Id of the agent.', 'agt_0001'),
    name: z.string().meta({ description: 'Full name.', examples: ['Grace Hopper'] }),
    email: z.string().meta({ description: 'E-mail address.', examples: ['grace.hopper.1@example.com'] }),
    agency: z.string().meta({ description: 'The agency that the agent works for.', examples: ['Hopper & Sons'] }),
    city: z.string().meta({ description: 'City.', examples: ['Lisbon'] }),
    listing_count: z
      .int()
      .min(0)
      .meta({ description: 'Listings of the agent, of every status.', examples: [12] }),
  })
  .meta({ id: 'Agent', description: 'Someone who sells and lets homes.' });

/** Someone who sells and lets homes. */
export type Agent = z.infer<typeof agent>;
