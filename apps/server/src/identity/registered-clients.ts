/** Clients that have registered themselves in a sandbox (RFC 7591). */
import { bytesOf, timingSafeEqual } from '#platform/runtime';
import { clientRegistration } from '@understudy/contract/oauth';
import { z } from 'zod';
import { type Collection, internalCollection } from '../kit/collection.js';
import { isCreatedId } from '../kit/ids.js';
import type { Records } from '../kit/records.js';
import { secretValue } from './grants.js';

const registered = z.object({
  id: z.string(),
  /** When it registered, in seconds since 1970. */
  issued_at: z.int(),
  /** Left out where it authenticates without one. */
  secret: z.string().optional(),
  metadata: clientRegistration,
});

/** A client that has registered itself. */
export type RegisteredRecord = z.infer<typeof registered>;

/** The clients that have registered themselves. */
export const registeredClients: Collection<RegisteredRecord> = internalCollection({
  name: 'oauth_registrations',
  prefix: 'cli',
  schema: registered,
});

/** Whether an id is one that registering gives. A client of such an id that is not registered was, here or elsewhere, or before. */
export function isRegistrationId(id: string): boolean {
  return isCreatedId(registeredClients.prefix, id);
}

/** The token that a registration is read, changed and deleted with. */
export function registrationToken(records: Records, { id, issued_at }: RegisteredRecord, sandbox: string): string {
  return `rat_${secretValue(records, ['registration', sandbox, id, issued_at])}`;
}

/** Whether a token is that of a registration. */
export function isRegistrationToken(
  records: Records,
  client: RegisteredRecord,
  { token, sandbox }: { readonly token: string; readonly sandbox: string },
): boolean {
  const [right, given] = [bytesOf(registrationToken(records, client, sandbox)), bytesOf(token)];
  return right.length === given.length && timingSafeEqual(right, given);
}

/** Whether a client may use a grant type or a response type, which are named differently. */
export function isTypeAllowed(
  { grant_types = ['authorization_code'], response_types = ['code'] }: RegisteredRecord['metadata'],
  type: string,
): boolean {
  return grant_types.includes(type) || response_types.includes(type);
}
