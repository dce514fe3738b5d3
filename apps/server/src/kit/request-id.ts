/** Ids of requests: the client's own where it is well formed, else one that no other request has. */
import { randomText } from '#platform/hash';

const WELL_FORMED = /^[\w.:+/=-]{1,128}$/;

// Ids are operational, not data: they differ from run to run.
const prefix = `req_${randomText(6)}`;
let count = 0;

/** The id of a request; one that this process has given is a number, so that whoever keeps it keeps no text. */
export type RequestId = string | number;

/** Gives a request its id. */
export function requestId(own: string | null | undefined): RequestId {
  if (own !== null && own !== undefined && WELL_FORMED.test(own)) return own;
  count += 1;
  return count;
}

/** The id as it is shown. */
export function idText(id: RequestId): string {
  return typeof id === 'number' ? prefix + id.toString(36) : id;
}
