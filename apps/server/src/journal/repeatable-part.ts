/** What exchanges share that repeat each other: what is the same each time, measured, and made texts of once. */
import { bodyJson, bothBodies } from './entry-texts.js';
import type { Exchange, KeptResponse } from './exchange.js';
import { targetMembers } from './facts-text.js';
import { headerMembers, valueOf } from './header-text.js';
import { bodyBytes, factsBytes, headerBytes } from './recorded-exchange.js';
import { sharedSigns } from './signs/signs-text.js';

type Shared = 'method' | 'path' | 'query' | 'baseUrl' | 'operation' | 'unknown' | 'status' | 'response' | 'clock';

/** What is the same each time, beside two headers of the answer. */
export interface Repeatable extends Pick<Exchange, Shared> {
  /** The headers that the answer has each time, by its id, and the ms that it took to be made. */
  readonly ownHeaders: (id: string, appMs: number) => KeptResponse['headers'];
}

/** Parts of texts that are the same each time. */
interface SharedTexts {
  readonly target: string;
  /** Headers of the answer, but for those that differ. */
  readonly headers: string;
  readonly bodies: string | null;
}

/** What is the same each time, measured, and made texts of once. */
export class RepeatablePart {
  readonly exchange: Repeatable;
  readonly factsBytes: number;
  readonly headersBytes: number;
  readonly bodiesBytes: number;
  #texts: SharedTexts | undefined;
  #signs: string | undefined;

  constructor(exchange: Repeatable) {
    this.exchange = exchange;
    this.factsBytes = factsBytes(exchange);
    this.headersBytes = headerBytes(exchange.response.headers);
    this.bodiesBytes = bodyBytes(exchange.response.body);
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

  #made(): SharedTexts {
    const { headers, body } = this.exchange.response;
    const own = this.exchange.ownHeaders('', 0);
    const pairs = Object.entries(headers).flatMap((pair) => (Object.hasOwn(own, pair[0]) ? [] : pair));
    return {
      target: targetMembers(this.exchange),
      headers: headerMembers(pairs),
      bodies: bothBodies(undefined, bodyJson(body, valueOf(pairs, 'content-type'))),
    };
  }
}
