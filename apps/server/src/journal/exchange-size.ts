/** How much of a store's budget an exchange takes. */
import { textBytes } from '../kit/own-text.js';
import type { Exchange, KeptBody } from './exchange.js';

/** Bytes of an entry beside its texts. */
const ENTRY_BYTES = 400;

/** Bytes that an exchange takes in memory. */
export interface ExchangeSize {
  /** All of it. */
  readonly bytes: number;
  /** Its headers alone, those of the answer as well. */
  readonly headerBytes: number;
  /** Its bodies alone, as far as they are kept. */
  readonly bodyBytes: number;
}

function bodySize(body: KeptBody | undefined): number {
  if (body === undefined) return 0;
  return typeof body.content === 'string' ? textBytes(body.content) : body.content.byteLength;
}

function headerSize({ headers, response }: Exchange): number {
  // Headers are Latin-1 (RFC 9110 §5.5): a character takes a byte.
  let size = 0;
  for (const text of headers) size += text.length;
  for (const name in response.headers) size += name.length + (response.headers[name]?.length ?? 0);
  return size;
}

/** Measures an exchange. */
export function sizeOf(exchange: Exchange): ExchangeSize {
  const { id, path, query, baseUrl, unknown, struck, body, response } = exchange;
  const headerBytes = headerSize(exchange);
  const bodyBytes = bodySize(body) + bodySize(response.body);
  // A URL is ASCII.
  const texts = id.length + path.length + query.length + baseUrl.length;
  const rare = unknown.length === 0 && struck === undefined ? 0 : textBytes(JSON.stringify([unknown, struck]));
  return { bytes: ENTRY_BYTES + texts + rare + headerBytes + bodyBytes, headerBytes, bodyBytes };
}
