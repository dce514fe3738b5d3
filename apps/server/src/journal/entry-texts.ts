/** An entry of the journal as texts, which a store can keep and drop one by one, its secrets masked; and the entry they make. */
import { callControls, pagingControls } from '@understudy/contract/kit';
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { traceOf } from '../kit/trace-context.js';
import { type BodyText, bodyText } from './body-text.js';
import { curlOf } from './curl.js';
import { clockHint } from './clock-hint.js';
import type { Exchange, KeptBody } from './exchange.js';
import { type Facts, factsText, targetMembers } from './facts-text.js';
import { headerMembers, valueOf } from './header-text.js';

/** The texts of an entry, each of them JSON; each may be made only when it is read. */
export interface EntryTexts {
  /** What is small, and stays to the last. */
  readonly facts: string;
  /** Headers of request and answer; null where they were dropped. */
  readonly headers: string | null;
  /** Bodies of request and answer; null where there were none, or they were dropped. */
  readonly bodies: string | null;
}

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
  if (query === '') return {};
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    CONTROLS.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_VALUE)]];
    }),
  );
}

/** The texts of an exchange. */
export function textsOf(exchange: Exchange): EntryTexts {
  const { body, response, headers } = exchange;
  const answerHeaders = Object.entries(response.headers).flat();
  return {
    get facts() {
      const sizes = { bodyBytes: body?.bytes ?? 0, responseBytes: response.body?.bytes ?? 0 };
      return factsText(targetMembers(exchange), { ...exchange, ...sizes });
    },
    get headers() {
      return bothHeaders(headerMembers(headers), headerMembers(answerHeaders));
    },
    get bodies() {
      const request = bodyJson(body, valueOf(headers, 'content-type'));
      return bothBodies(request, bodyJson(response.body, valueOf(answerHeaders, 'content-type')));
    },
  };
}

/** The headers of request and answer, of the members of each. */
export function bothHeaders(request: string, response: string): string {
  return `{"request":{${request}},"response":{${response}}}`;
}

/** The bodies of request and answer, of those there are. */
export function bothBodies(request: string | undefined, response: string | undefined): string | null {
  if (request === undefined) return response === undefined ? null : `{"response":${response}}`;
  return response === undefined ? `{"request":${request}}` : `{"request":${request},"response":${response}}`;
}

/** A body as JSON; undefined where nothing of it was kept. */
export function bodyJson(body: KeptBody | undefined, contentType: string | undefined): string | undefined {
  const text = bodyText(body, contentType);
  return text === undefined ? undefined : JSON.stringify(text);
}

/** A body as the entry has it; one that is not there is truncated, unless it was empty. */
function shown(body: BodyText | undefined, bytes: number) {
  const { text = null, encoding = 'utf8', isTruncated = bytes > 0 } = body ?? {};
  return { body: text, body_encoding: encoding, body_bytes: bytes, body_truncated: isTruncated };
}

/** Parses a text that `textsOf` has made; what another release made in another form is as if it were dropped. */
function parse<Part>(text: string | null): Partial<Both<Part>> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<Both<Part>>;
  } catch {
    return {};
  }
}

/** What lists find entries by, and sort them by: it takes little of what a whole entry takes. */
export type EntryOutline = Pick<
  JournalEntry,
  'id' | 'sequence' | 'received_at' | 'operation' | 'method' | 'path' | 'query' | 'status' | 'duration_ms' | 'body'
>;

/** The outline of the entry that texts make. Its body, the dearest part, is made when it is looked at. */
export function outlineOf(sequence: number, texts: EntryTexts): EntryOutline {
  const { id, received_at, operation, method, path, query, status, duration_ms } = JSON.parse(texts.facts) as Facts;
  let body: string | null | undefined;
  return {
    id,
    sequence,
    received_at,
    operation,
    method,
    path,
    query,
    status,
    duration_ms,
    get body() {
      body ??= parse<BodyText>(texts.bodies).request?.text ?? null;
      return body;
    },
  };
}

/** The entry that texts make. */
export function entryOf(sequence: number, texts: EntryTexts): JournalEntry {
  const { base_url: baseUrl, response_bytes: responseBytes, signs, ...facts } = JSON.parse(texts.facts) as Facts;
  const headers = parse<Headers>(texts.headers);
  const bodies = parse<BodyText>(texts.bodies);
  const entry = {
    ...facts,
    hint: clockHint(facts, signs),
    trace: traceOf(headers.request?.['traceparent'] ?? null)?.trace ?? null,
    sequence,
    headers: headers.request ?? {},
    ...shown(bodies.request, facts.body_bytes),
    controls: controlsOf(facts.query),
    response: { headers: headers.response ?? {}, ...shown(bodies.response, responseBytes) },
  };
  return { ...entry, curl: curlOf(entry, baseUrl) };
}
