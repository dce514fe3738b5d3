/** Records an exchange whose answer was given before, once it has ended. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { type Begun, RepeatedExchange, type Repeating } from '../journal/repeated-exchange.js';
import { wallTimeOf } from '../journal/wall-time.js';
import type { RequestRecords } from './request-records.js';
import type { Recording, Sent } from './sent.js';

/** Such an exchange, which records itself at its end; its request has no body. */
export class RepeatedRecording extends RepeatedExchange implements Recording {
  readonly #records: RequestRecords;

  constructor(repeating: Repeating, begun: Begun, records: RequestRecords) {
    super(repeating, begun);
    this.#records = records;
  }

  end(how: ExchangeEnding, sent?: Sent): void {
    const until = performance.now();
    this.until = until;
    this.receivedAt = wallTimeOf(this.since, until);
    this.ended = how;
    this.hasHead = sent === undefined || sent.hasHead;
    this.#records.recordRepeated(this);
  }
}
