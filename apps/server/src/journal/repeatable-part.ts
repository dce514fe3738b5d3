/** What exchanges share that repeat each other: what is the same each time, measured, and made texts of once. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { sharedFacts } from './entry-pattern.js';
import { bodyJson, bothBodies } from './entry-texts.js';
import type { Exchange } from './exchange.js';
import { targetMembers } from './facts-text.js';
import { headerMembers, valueOf } from './header-text.js';
import { ownHeaders } from './own-headers.js';
import { bodyBytes, factsBytes, headerBytes } from './recorded-exchange.js';
import { sharedSigns } from './evidence/evidence-text.js';

type Shared = 'method' | 'path' | 'query' | 'baseUrl' | 'operation' | 'unknown' | 'status' | 'response' | 'clock';

/** What is the same each time, beside two headers of the answer. */
export type Repeatable = Pick<Exchange, Shared>;

/** Bytes of an exchange beside what it shares, and its headers. */
const OWN_BYTES = 200;

/** Parts of texts that are the same each time. */
interface SharedTexts {
  readonly target: string;
  /** The facts of an exchange that went well. */
  readonly facts: string;
  /** Headers of the answer, but for those that differ. */
  readonly answer: string;
  readonly bodies: string | null;
}

/** What is the same each time, measured, and made texts of once. */
export class RepeatablePart {
  readonly exchange: Repeatable;
  readonly factsBytes: number;
  readonly headersBytes: number;
  readonly bodiesBytes: number;
  /** Bytes of what it has for all of them. */
  readonly bytes: number;
  #texts: SharedTexts | undefined;
  #signs: string | undefined;

  constructor(exchange: Repeatable) {
    this.exchange = exchange;
    this.factsBytes = factsBytes(exchange);
    this.headersBytes = headerBytes(exchange.response.headers);
    this.bodiesBytes = bodyBytes(exchange.response.body);
    this.bytes = this.factsBytes + this.headersBytes + this.bodiesBytes - OWN_BYTES;
  }

  /** Its texts; made when somebody needs them. */
  get texts(): SharedTexts {
    this.#texts ??= this.#made();
    return this.#texts;
  }

  /** Its signs, as members of a JSON object; it is an answer of one sandbox. */
  signs(sandbox: string): string {
    this.#signs ??= sharedSigns(this.exchange, sandbox);
    return this.#signs;
  }

  /** The same of an exchange that ended before its answer had a head. */
  signsOfRequest(sandbox: string): string {
    return sharedSigns({ ...this.exchange, status: undefined, response: { headers: {}, body: undefined } }, sandbox);
  }

  /** The facts of an exchange, by how it ended and whether the head of the answer was sent. */
  facts(ended: ExchangeEnding, hasHead: boolean): string {
    return hasHead && ended === 'complete' ? this.texts.facts : this.#facts(this.texts.target, { ended, hasHead });
  }

  #facts(target: string, { ended, hasHead }: { ended: ExchangeEnding; hasHead: boolean }): string {
    const { status, response } = this.exchange;
    if (!hasHead) return sharedFacts({ status: undefined, ended, responseBytes: 0, target });
    return sharedFacts({ status, ended, responseBytes: response.body?.bytes ?? 0, target });
  }

  #made(): SharedTexts {
    const { headers, body } = this.exchange.response;
    const own = ownHeaders('', 0);
    const pairs = Object.entries(headers).flatMap((pair) => (Object.hasOwn(own, pair[0]) ? [] : pair));
    const target = targetMembers(this.exchange);
    return {
      target,
      facts: this.#facts(target, { ended: 'complete', hasHead: true }),
      answer: headerMembers(pairs),
      bodies: bothBodies(undefined, bodyJson(body, valueOf(pairs, 'content-type'))),
    };
  }
}
