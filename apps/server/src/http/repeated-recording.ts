/** Records an exchange whose answer was given before, once it has ended. */
import type { RepeatablePart } from '../journal/repeatable-part.js';
import { RepeatedExchange } from '../journal/repeated-exchange.js';
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
export function repeatedEnding(repeated: Repeated, records: RequestRecords): Ended {
  // What is recorded is made at the end, and put away at once: what is made before is no longer near by then.
  return (how, sent) => {
    const { sandbox, shared, request, id, since, appMs, address } = repeated;
    const until = performance.now();
    const own = {
      id,
      address,
      connection: request.connection(),
      since,
      appMs,
      until,
      receivedAt: wallTimeOf(since, until),
      ended: how,
      hasHead: sent === undefined || sent.hasHead,
    };
    const of = { sandbox: sandbox.name, isMinor: sandbox.mark.generation === 0 };
    records.recordRepeated(new RepeatedExchange({ shared, headers: request.rawHeaders() }, own, of));
  };
}
