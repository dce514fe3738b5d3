/** How clients name themselves in the body of a request, and prove it (RFC 6749 §2.3, RFC 7521 §4.2). */
import { z } from 'zod';
import { parameter } from './parameter.js';

/** The type of an assertion that is a JWT (RFC 7523 §2.2). */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Members of every request that a client makes by itself. */
export const clientCredentials = {
  client_id: parameter('Id of the client, unless it authenticates with HTTP Basic.', 'understudy-web'),
  client_secret: parameter("The client's secret, unless it authenticates in another way.", 'understudy-secret'),
  client_assertion: z.string().min(1).max(10_000).optional().meta({
    description:
      'A JWT that the client has signed with its secret or its key instead of sending a secret (RFC 7523 §3). It can be used once.',
  }),
  client_assertion_type: parameter('What client_assertion is.', ASSERTION_TYPE),
};
