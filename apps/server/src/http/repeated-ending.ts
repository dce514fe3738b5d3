/** Records an exchange whose answer was given before, once it has ended. */
import type { RepeatablePart } from '../journal/repeatable-part.js';
import { wallTimeOf } from '../journal/wall-time.js';
import type { RequestId } from '../kit/request-id.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { Incoming } from './incoming.js';
import type { RequestRecords } from './request-records.js';
import type { Ended } from './sent.js';

/** A request that is answered again. */
export interface Repeated {
  readonly sandbox: Sandbox;
  readonly shared: RepeatablePart;
  readonly request: Incoming;
  readonly id: RequestId;
  readonly since: number;
  readonly appMs: number;
  /** Network address of the client; empty where there is no network. */
  readonly address: string;
}

/** What takes how such an exchange ended, and records it; its request has no body. */
export function repeatedEnding(
  { sandbox, shared, request, id, since, appMs, address }: Repeated,
  records: RequestRecords,
): Ended {
  const connection = request.connection();
  const parts = { shared, headers: request.rawHeaders() };
  return (ended, sent) => {
    const hasHead = sent === undefined || sent.hasHead;
    const until = performance.now();
    const receivedAt = wallTimeOf(since, until);
    records.recordRepeated(sandbox, parts, {
      id,
      since,
      until,
      appMs,
      receivedAt,
      address,
      connection,
      ended,
      hasHead,
    });
  };
}
