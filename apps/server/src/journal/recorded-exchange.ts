/** An exchange on its way into a store: masking what it shows of secrets waits until someone needs its texts. */
import type { EntryPattern } from './entry-pattern.js';
import { type EntryTexts, textsOf } from './entry-texts.js';
import type { Exchange, KeptBody, KeptResponse } from './exchange.js';
import type { WholeEntry } from './pending-entry.js';
import { bodiesSigns, type BodiesSigns, signsOf, withSigns } from './evidence/evidence-text.js';

/** Bytes of an entry beside its texts, and of each header. */
const ENTRY_BYTES = 400;
const HEADER_BYTES = 16;

/** Bytes that the kept start of a body takes. */
export function bodyBytes(body: KeptBody | undefined): number {
  if (body === undefined) return 0;
  const { content, bytes } = body;
  // A text whose bytes are not as many as its characters may have some beyond Latin-1, which take two bytes in memory.
  return typeof content === 'string' && content.length !== bytes ? 2 * content.length : content.length;
}

/** Bytes that names and values take which stand in turn. */
export function pairBytes(headers: readonly string[]): number {
  let bytes = headers.length * HEADER_BYTES;
  for (const text of headers) bytes += text.length;
  return bytes;
}

/** Bytes that headers take. */
export function headerBytes(headers: KeptResponse['headers']): number {
  let bytes = 0;
  for (const name in headers) bytes += HEADER_BYTES + (headers[name]?.length ?? 0);
  return bytes;
}

/** Bytes that what stays to the last takes. */
export function factsBytes({ path, query, unknown }: Pick<Exchange, 'path' | 'query' | 'unknown'>): number {
  return ENTRY_BYTES + path.length + query.length + unknown.length * 200;
}

function withoutContent(body: KeptBody | undefined): KeptBody | undefined {
  return body === undefined ? undefined : { content: '', bytes: body.bytes, isTruncated: true };
}

const NO_HEADERS: readonly string[] = [];

/** Where an exchange belongs. */
export type Recorded = Pick<WholeEntry, 'sandbox' | 'isMinor'>;

/** An exchange that is recorded. */
export class RecordedExchange implements WholeEntry {
  readonly sandbox: string;
  readonly isMinor: boolean;
  readonly since: number;
  readonly answeredAt: number;
  readonly factsBytes: number;
  readonly headersBytes: number;
  readonly bodiesBytes: number;
  #kept: Exchange | EntryTexts;
  #hasHeaders = true;
  #hasBodies = true;
  /** Made of the bodies before these are dropped. */
  #bodiesSigns: BodiesSigns | undefined;
  /** Made of the rest before the headers are dropped; most entries go before that, and never need it. */
  #signs: string | undefined;

  constructor(exchange: Exchange, { sandbox, isMinor }: Recorded) {
    this.sandbox = sandbox;
    this.isMinor = isMinor;
    this.since = exchange.since;
    this.answeredAt = exchange.answeredAt;
    this.#kept = exchange;
    this.factsBytes = factsBytes(exchange);
    this.headersBytes = pairBytes(exchange.headers) + headerBytes(exchange.response.headers);
    this.bodiesBytes = bodyBytes(exchange.body) + bodyBytes(exchange.response.body);
  }

  encode(): void {
    const { facts, headers, bodies } = this.texts();
    this.#kept = { facts, headers, bodies };
  }

  texts(): EntryTexts {
    if ('facts' in this.#kept) return this.#kept;
    const kept = this.#kept;
    const texts = textsOf(kept);
    const [hasHeaders, hasBodies] = [this.#hasHeaders, this.#hasBodies];
    // They are made before anything that they are made of is dropped.
    const facts = (): string => withSigns(texts.facts, this.#signsOf(kept), this);
    return {
      get facts() {
        return facts();
      },
      get headers() {
        return hasHeaders ? texts.headers : null;
      },
      get bodies() {
        return hasBodies ? texts.bodies : null;
      },
    };
  }

  pattern(): EntryPattern {
    return this.texts();
  }

  dropBodies(): void {
    this.#hasBodies = false;
    const kept = this.#kept;
    if ('facts' in kept) this.#kept = { ...kept, bodies: null };
    else {
      this.#bodiesSigns ??= bodiesSigns(kept, this.sandbox);
      const { headers, body } = kept.response;
      kept.body = withoutContent(kept.body);
      kept.response = { headers, body: withoutContent(body) };
    }
  }

  dropHeaders(): void {
    this.#hasHeaders = false;
    const kept = this.#kept;
    if ('facts' in kept) this.#kept = { ...kept, headers: null };
    else {
      this.#signs = this.#signsOf(kept);
      kept.headers = NO_HEADERS;
      kept.response = { headers: {}, body: kept.response.body };
    }
  }

  #signsOf(kept: Exchange): string {
    return this.#signs ?? signsOf(kept, this.sandbox, this.#bodiesSigns);
  }
}
