/** What stays of an entry to the last, as JSON: put together of parts that are JSON, of which many are the same each time. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import type { AppliedFault } from '../faults/outcome.js';
import { isoTime } from '../kit/iso-time.js';
import type { Exchange } from './exchange.js';
import { maskPath, maskQuery, maskText } from './mask.js';
import { MaskCache } from './mask-cache.js';
import type { Signs } from './evidence/evidence.js';

/** What stays of an entry to the last. */
export type Facts = Pick<
  JournalEntry,
  'id' | 'received_at' | 'operation' | 'method' | 'path' | 'query' | 'unknown' | 'client' | 'status' | 'kind'
> &
  Pick<JournalEntry, 'fault' | 'ended' | 'duration_ms' | 'body_bytes'> & {
    readonly base_url: string;
    readonly response_bytes: number;
    /** Left out in entries of before there were any. */
    readonly signs?: Signs;
  };

const paths = new MaskCache(maskPath);
const queries = new MaskCache(maskQuery);
/** Addresses, names of operations and the like: they hold no secrets. */
const words = new MaskCache((text) => text);

const word = (text: string | undefined): string => (text === undefined ? 'null' : words.json(text));

/** What was asked for. */
export type Target = Pick<Exchange, 'operation' | 'method' | 'path' | 'query' | 'baseUrl' | 'unknown'>;

/** The members that say what was asked for, without braces. */
export function targetMembers({ operation, method, path, query, baseUrl, unknown }: Target): string {
  const names = unknown.map((member) => ({ ...member, name: maskText(member.name) }));
  const list = names.length === 0 ? '[]' : JSON.stringify(names);
  const asked = `"operation":${word(operation)},"method":${words.json(method)},"path":${paths.json(path)}`;
  return `${asked},"query":${queries.json(query)},"base_url":${words.json(baseUrl)},"unknown":${list}`;
}

/** What differs from one exchange to the next. */
export type Happening = Pick<
  Exchange,
  'id' | 'receivedAt' | 'address' | 'connection' | 'status' | 'kind' | 'struck' | 'ended' | 'durationMs'
> & { readonly bodyBytes: number; readonly responseBytes: number };

/** What struck, as JSON: its text is that of a rule or a query, and may hold whatever an answer or a location does. */
function faultJson({ rule, fault }: AppliedFault): string {
  return JSON.stringify({ rule: rule === null ? null : maskText(rule), fault: maskText(fault) });
}

/** What stays to the last, as JSON. */
export function factsText(target: string, happening: Happening): string {
  const { id, receivedAt, address, connection, status, kind, struck, ended, durationMs } = happening;
  const client = `"client":{"address":${word(address)},"connection":${word(connection)}}`;
  const met = `"kind":${word(kind)},"fault":${struck === undefined ? 'null' : faultJson(struck)}`;
  const head = `{"id":${JSON.stringify(maskText(id))},"received_at":"${isoTime(receivedAt)}",${target},${client}`;
  const took = `"ended":"${ended}","duration_ms":${Math.round(durationMs * 100) / 100}`;
  const sizes = `"body_bytes":${happening.bodyBytes},"response_bytes":${happening.responseBytes}`;
  return `${head},"status":${status ?? null},${met},${took},${sizes}}`;
}
