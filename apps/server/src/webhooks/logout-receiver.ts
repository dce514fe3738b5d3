/** Where clients take logout tokens: each such address stands among the registrations of webhooks. */
import { createdId } from '../kit/ids.js';
import type { LogOut } from '../kit/logout-notice.js';
import type { WritableRecords } from '../kit/records.js';
import { LOGOUT_EVENT, type RegistrationRecord, webhookRegistrations } from './records.js';

/** The registration of a client's address for logout tokens, which its first logout makes. */
export function receiverOf(
  records: WritableRecords,
  { notice: { client_id }, url }: LogOut,
  now: number,
): RegistrationRecord {
  const id = createdId(webhookRegistrations.prefix, [records.dataset.seed, 'backchannel', client_id, url]);
  const known = records.get(webhookRegistrations, id);
  if (known !== undefined) return known;
  return records.put(webhookRegistrations, {
    id,
    type: LOGOUT_EVENT,
    livemode: false,
    url,
    events: [LOGOUT_EVENT],
    status: 'enabled',
    client_id,
    created_at: new Date(now).toISOString(),
    deliveries: { total: 0, succeeded: 0, failed: 0, pending: 0 },
    last_delivery: null,
    attempts: [],
    // What it gets is signed with the keys of the issuer.
    secret: '',
  });
}
