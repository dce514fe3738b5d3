/** Where clients take logout tokens: each such address stands among the registrations of webhooks. */
import { MAX_OAUTH_CLIENTS } from '@understudy/contract/sandboxes';
import { createdId } from '../kit/ids.js';
import type { LogOut } from '../kit/logout-notice.js';
import type { WritableRecords } from '../kit/records.js';
import { endDeliveries } from './end-delivery.js';
import { LOGOUT_EVENT, webhookRegistrations } from './records.js';
import type { RegistrationRecord } from './registration-record.js';

/** Drops the address that a client had before, and the oldest where there are as many as a sandbox may list clients. */
function makeRoom(records: WritableRecords, clientId: string): void {
  const ofClients = records.changed(webhookRegistrations).filter(({ client_id }) => client_id !== undefined);
  const before = ofClients.filter(({ client_id }) => client_id === clientId);
  const others = ofClients.filter(({ client_id }) => client_id !== clientId);
  for (const { id } of [...before, ...others.slice(0, Math.max(0, others.length - MAX_OAUTH_CLIENTS + 1))]) {
    endDeliveries(records, id);
    records.remove(webhookRegistrations, id);
  }
}

/** The registration of a client's address for logout tokens, which its first logout makes. */
export function receiverOf(
  records: WritableRecords,
  { notice: { client_id }, url }: LogOut,
  now: number,
): RegistrationRecord {
  const id = createdId(webhookRegistrations.prefix, [records.dataset.seed, 'backchannel', client_id, url]);
  const known = records.get(webhookRegistrations, id);
  if (known !== undefined) return known;
  makeRoom(records, client_id);
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
    scheduled: [],
    // What it gets is signed with the keys of the issuer.
    secret: '',
  });
}
