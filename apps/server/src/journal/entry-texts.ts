/** An entry of the journal as texts, which a store can keep and drop one by one, its secrets masked; and the entry they make. */
import { callControls, type JournalEntry, pagingControls } from '@understudy/contract';
import { type BodyText, bodyText } from './body-text.js';
import { curlOf } from './curl.js';
import type { Exchange } from './exchange.js';
import { headerRecord, pairsOf } from './header-record.js';
import { maskPath, maskQuery, maskText } from './mask.js';

/** The texts of an entry, each of them JSON. */
export interface EntryTexts {
  /** What is small, and stays to the last. */
  readonly facts: string;
  /** Headers of request and answer; null where they were dropped. */
  readonly headers: string | null;
  /** Bodies of request and answer; null where there were none, or they were dropped. */
  readonly bodies: string | null;
}

/** What stays of an entry to the last. */
type Facts = Pick<
  JournalEntry,
  'id' | 'received_at' | 'operation' | 'method' | 'path' | 'query' | 'unknown' | 'client' | 'status' | 'kind'
> &
  Pick<JournalEntry, 'fault' | 'ended' | 'duration_ms' | 'body_bytes'> & {
    readonly base_url: string;
    readonly response_bytes: number;
  };

/** Something of the request, and of the answer. */
interface Both<Part> {
  readonly request: Part;
  readonly response: Part;
}

type Headers = JournalEntry['headers'];

const CONTROLS = Object.keys({ ...pagingControls, ...callControls, cursor: true });

/** Longest value of a control that is shown, in characters. */
const MAX_VALUE = 300;

function controlsOf(query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    CONTROLS.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_VALUE)]];
    }),
  );
}

function factsOf(exchange: Exchange): Facts {
  const { id, operation = null, method, baseUrl, address = null, connection = null } = exchange;
  const { status = null, kind = null, struck = null, ended, body, response } = exchange;
  return {
    id: maskText(id),
    received_at: new Date(exchange.receivedAt).toISOString(),
    operation,
    method,
    path: maskPath(exchange.path),
    query: maskQuery(exchange.query),
    base_url: baseUrl,
    unknown: exchange.unknown.map((member) => ({ ...member, name: maskText(member.name) })),
    client: { address, connection },
    status,
    kind,
    fault: struck,
    ended,
    duration_ms: Math.round(exchange.durationMs * 100) / 100,
    body_bytes: body?.bytes ?? 0,
    response_bytes: response.body?.bytes ?? 0,
  };
}

/** The texts of an exchange. */
export function textsOf(exchange: Exchange): EntryTexts {
  const { response } = exchange;
  const headers: Both<Headers> = {
    request: headerRecord(pairsOf(exchange.headers)),
    response: headerRecord(Object.entries(response.headers)),
  };
  const bodies: Both<BodyText | undefined> = {
    request: bodyText(exchange.body, headers.request['content-type']),
    response: bodyText(response.body, headers.response['content-type']),
  };
  const hasBodies = bodies.request !== undefined || bodies.response !== undefined;
  return {
    facts: JSON.stringify(factsOf(exchange)),
    headers: JSON.stringify(headers),
    bodies: hasBodies ? JSON.stringify(bodies) : null,
  };
}

/** A body as the entry has it; one that is not there is truncated, unless it was empty. */
function shown(body: BodyText | undefined, bytes: number) {
  const { text = null, encoding = 'utf8', isTruncated = bytes > 0 } = body ?? {};
  return { body: text, body_encoding: encoding, body_bytes: bytes, body_truncated: isTruncated };
}

/** Parses a text that `textsOf` has made. */
function parse<Part>(text: string | null): Partial<Both<Part>> {
  return text === null ? {} : (JSON.parse(text) as Both<Part>);
}

/** The entry that texts make. */
export function entryOf(sequence: number, texts: EntryTexts): JournalEntry {
  const { base_url: baseUrl, response_bytes: responseBytes, ...facts } = JSON.parse(texts.facts) as Facts;
  const headers = parse<Headers>(texts.headers);
  const bodies = parse<BodyText>(texts.bodies);
  const entry = {
    ...facts,
    sequence,
    headers: headers.request ?? {},
    ...shown(bodies.request, facts.body_bytes),
    controls: controlsOf(facts.query),
    response: { headers: headers.response ?? {}, ...shown(bodies.response, responseBytes) },
  };
  return { ...entry, curl: curlOf(entry, baseUrl) };
}
