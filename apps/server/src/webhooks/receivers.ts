/** Who is told of what happened. */
import type { Records } from '../kit/records.js';
import { webhookRegistrations } from './records.js';
import type { RegistrationRecord } from './registration-record.js';

/** What registrations are asked for. */
interface Told {
  readonly type: string;
  /** Only this registration gets it. */
  readonly only?: string | undefined;
}

function wants({ status, events, id, client_id }: RegistrationRecord, { type, only }: Told): boolean {
  if (status !== 'enabled' || client_id !== undefined || (only !== undefined && only !== id)) return false;
  // A test dispatch to one registration reaches it whatever it asked for.
  return only !== undefined || events.includes('*') || events.includes(type);
}

/** The registrations that get an event. */
export function receivers(records: Records, event: Told): RegistrationRecord[] {
  return Array.from({ length: records.size(webhookRegistrations) }, (_, position) =>
    records.at(webhookRegistrations, position),
  ).flatMap((record) => (record !== undefined && wants(record, event) ? [record] : []));
}
