/** Exchanges the code of a device, once its user has allowed it (RFC 8628 §3.4 and §3.5). */
import { beginGrant } from '../../identity/grants.js';
import { oauthFault, userFaultCode } from '../../identity/oauth-fault.js';
import { users } from '../../identity/users.js';
import type { WritableRecords } from '../../kit/records.js';
import { type DeviceRecord, deviceLogins, INTERVAL_SECONDS } from './device.js';
import { type Exchange, type Exchanged, invalidGrant, issue, required } from './exchange.js';
import { firstActive } from './login.js';

/** Allows a login by itself, where it has been polled for often enough. */
function allowedByItself(records: WritableRecords, found: DeviceRecord, now: number): DeviceRecord {
  const { status, auto_approve, polls } = found;
  if (status !== 'pending' || auto_approve === null || polls < auto_approve) return found;
  const user_id = found.user_id ?? firstActive(records).id;
  return { ...found, status: 'allowed', user_id, auth_time: Math.floor(now / 1000) };
}

/** What a device is told that has to wait; a poll that comes too soon makes it wait longer. */
function waiting(records: WritableRecords, found: DeviceRecord, now: number): Exchanged {
  const isSoon = now < found.polled_at + found.interval * 1000;
  const interval = found.interval + (isSoon ? INTERVAL_SECONDS : 0);
  records.put(deviceLogins, { ...found, interval, polls: found.polls + 1, polled_at: now });
  return isSoon
    ? oauthFault('slow_down', `wait ${interval} seconds between polls, by the clock of the sandbox`)
    : oauthFault('authorization_pending', 'nobody has allowed or denied it yet');
}

/** Redeems the code of a device. */
export async function exchangeDeviceCode(records: WritableRecords, exchange: Exchange): Promise<Exchanged> {
  const { input, by, realm } = exchange;
  const { now } = realm;
  const known = records.get(deviceLogins, required(input, 'device_code'));
  if (known === undefined) throw invalidGrant('the device_code was not issued here, or was used before');
  if (known.client_id !== by.id) throw invalidGrant('the device_code was issued to another client');
  if (known.ends_at <= now) throw oauthFault('expired_token', 'the device_code has expired; start again');
  const found = allowedByItself(records, known, now);
  if (found.status === 'denied') throw oauthFault('access_denied', 'the user has denied it');
  if (found.status === 'pending') return waiting(records, found, now);
  const user = records.get(users, found.user_id ?? '');
  if (user?.status !== 'active') {
    const what = user === undefined ? 'not there any more' : user.status;
    throw oauthFault('access_denied', `the user is ${what}`, 'device_code', userFaultCode(user));
  }
  // It is good once: what is not there any more is none of ours.
  records.remove(deviceLogins, found.id);
  const { scope, audiences, auth_time: authTime } = found;
  const jkt = by.isConfidential ? undefined : by.jkt;
  const login = { userId: user.id, clientId: by.id, scope, authTime, confidential: by.isConfidential, audiences, jkt };
  return issue(records, exchange, { grant: beginGrant(records, login, realm), scope });
}
