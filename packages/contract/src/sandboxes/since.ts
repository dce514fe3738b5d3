/** Where a reading of the journal begins. */
import { z } from 'zod';
import { settableInstant } from '../kit/field.js';

const error = 'must be a sequence, which is an integer from 0 on, or an instant with a time zone';

/** A sequence, or an instant: the requests after the one, or from the other on. */
export const since = z.union([z.int().min(0), settableInstant], { error }).meta({
  description:
    'Only requests after the one with this `sequence`, or those that arrived at this instant or later (RFC 3339 §5.6).',
  examples: [0],
});
