/** The APIs that an access token is for, as clients name them (RFC 8707). */
import { z } from 'zod';

const uri = z.string().min(1).max(2000);

/** The APIs that an access token is for. */
export const resource = z.union([uri, z.array(uri).min(1).max(10)]).meta({
  description:
    'The API that the access token is for, by its absolute URI; it may be sent several times (RFC 8707). The access token then has it in `aud`.',
  examples: ['https://orders.example.com'],
});
