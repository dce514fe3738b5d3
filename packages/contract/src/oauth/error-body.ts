/** What the error bodies of the OAuth routes hold beside the members of the problem. */
import { z } from 'zod';

/** The members of RFC 6749 §5.2. */
export const oauthErrorMembers = {
  error: z
    .string()
    .optional()
    .meta({
      description: 'Error code (RFC 6749 §5.2, RFC 6750 §3.1); left out where no credential was sent.',
      examples: ['invalid_request'],
    }),
  error_description: z
    .string()
    .optional()
    .meta({ description: 'The same as `detail`; left out together with `error`.', examples: ['1 field is invalid'] }),
};
