/** An entry of the journal as three texts, secrets masked: what a store keeps, so that each can give way alone. */
import { callControls, type JournalEntry, pagingControls } from '@understudy/contract';
import type { Exchange, KeptBody } from './exchange.js';
import { maskHeader, maskQuery } from './mask.js';

/** An entry as JSON. */
export interface EntryTexts {
  /** What stays longest. */
  readonly facts: string;
  /** Headers of request and response; null where they gave way. */
  readonly headers: string | null;
  /** Bodies of request and response; null where they gave way. */
  readonly bodies: string | null;
}

type Headers = Readonly<Record<'request' | 'response', Readonly<Record<string, string>>>>;
type Bodies = Readonly<Record<'request' | 'response', string | null>>;
type Facts = Omit<JournalEntry, 'sequence' | 'headers' | 'body' | 'response'> & {
  readonly response: Omit<JournalEntry['response'], 'headers' | 'body'>;
};

const CONTROLS = Object.keys({ ...pagingControls, ...callControls, cursor: true });

function controlsOf(query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    CONTROLS.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function headersOf(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    headers[name] = maskHeader(name, raw[i + 1] ?? '');
  }
  return headers;
}

function textOf(body: KeptBody | undefined): string | null {
  if (body === undefined) return null;
  return typeof body.content === 'string' ? body.content : new TextDecoder().decode(body.content);
}

function sizeOf(body: KeptBody | undefined) {
  return {
    body_encoding: 'utf8' as const,
    body_bytes: body?.bytes ?? 0,
    body_truncated: body?.isTruncated ?? false,
  };
}

/** The texts of an exchange. */
export function textsOf(exchange: Exchange): EntryTexts {
  const { id, method, path, query, operation, unknown, struck, response, ended } = exchange;
  const facts: Facts = {
    id,
    received_at: new Date(exchange.receivedAt).toISOString(),
    operation: operation ?? null,
    method,
    path,
    query: maskQuery(query),
    ...sizeOf(exchange.body),
    controls: controlsOf(query),
    unknown: [...unknown],
    client: { address: exchange.address ?? null, connection: exchange.connection ?? null },
    status: exchange.status ?? null,
    kind: exchange.kind ?? null,
    fault: struck ?? null,
    response: sizeOf(response.body),
    ended,
    duration_ms: Math.round(exchange.durationMs * 100) / 100,
    curl: '',
  };
  const headers: Headers = { request: headersOf(exchange.headers), response: response.headers };
  const bodies: Bodies = { request: textOf(exchange.body), response: textOf(response.body) };
  return { facts: JSON.stringify(facts), headers: JSON.stringify(headers), bodies: JSON.stringify(bodies) };
}

/** The entry of some texts. */
export function entryOf(sequence: number, { facts, headers, bodies }: EntryTexts): JournalEntry {
  const { response, ...rest } = JSON.parse(facts) as Facts;
  const has: Headers = headers === null ? { request: {}, response: {} } : (JSON.parse(headers) as Headers);
  const body: Bodies = bodies === null ? { request: null, response: null } : (JSON.parse(bodies) as Bodies);
  const isGone = (bytes: number) => (bodies === null && bytes > 0 ? { body_truncated: true } : {});
  return {
    ...rest,
    ...isGone(rest.body_bytes),
    sequence,
    headers: has.request,
    body: body.request,
    response: { ...response, ...isGone(response.body_bytes), headers: has.response, body: body.response },
  };
}
