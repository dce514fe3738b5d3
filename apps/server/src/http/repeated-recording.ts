/** Records an exchange whose answer was given before, once it has ended. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { RepeatablePart } from '../journal/repeatable-part.js';
import { RepeatedExchange } from '../journal/repeated-exchange.js';
import { wallTimeOf } from '../journal/wall-time.js';
import type { RequestId } from '../kit/request-id.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { Incoming } from './incoming.js';
import type { RequestRecords } from './request-records.js';
import type { Recording, Sent } from './sent.js';

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

/** Records such an exchange; its request has no body. One is made for each hot GET, so that it is one object. */
export class RepeatedRecording implements Recording {
  readonly #records: RequestRecords;
  readonly #sandbox: Sandbox;
  readonly #shared: RepeatablePart;
  readonly #request: Incoming;
  readonly #id: RequestId;
  readonly #since: number;
  readonly #appMs: number;
  readonly #address: string;

  constructor({ sandbox, shared, request, id, since, appMs, address }: Repeated, records: RequestRecords) {
    this.#records = records;
    this.#sandbox = sandbox;
    this.#shared = shared;
    this.#request = request;
    this.#id = id;
    this.#since = since;
    this.#appMs = appMs;
    this.#address = address;
  }

  // What is recorded is made at the end, and put away at once: what is made before is no longer near by then.
  end(how: ExchangeEnding, sent?: Sent): void {
    const [sandbox, request, since] = [this.#sandbox, this.#request, this.#since];
    const until = performance.now();
    const own = {
      id: this.#id,
      address: this.#address,
      connection: request.connection(),
      since,
      appMs: this.#appMs,
      until,
      receivedAt: wallTimeOf(since, until),
      ended: how,
      hasHead: sent === undefined || sent.hasHead,
    };
    const repeating = { shared: this.#shared, headers: request.rawHeaders() };
    const of = { sandbox: sandbox.name, isMinor: sandbox.mark.generation === 0 };
    this.#records.recordRepeated(new RepeatedExchange(repeating, own, of));
  }
}
