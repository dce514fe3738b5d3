/** A request as the rules of conduct see it, and what they tell requests apart by. */
import { countBefore } from '../kit/collection.js';
import type { DeliveryFacts, Facts } from '../journal/masked-entry.js';
import { bodyFaultNames } from '../faults/outcome.js';
import { type Evidence, urlHash } from '../journal/evidence/evidence.js';
import { callControls } from '@understudy/contract/kit';

/** A page, as a request asked for it. */
export interface RequestedPage {
  /** Names the list, whichever page of it: path and query. */
  readonly list: string;
  /** Number that it was asked for by; undefined where that was a cursor. */
  readonly number: number | undefined;
  readonly style: string;
}

/** What says nothing of which list it is, beside names that nothing reads; `_` is what clients pass caches by. */
const IGNORED = ['page', 'cursor', 'pagination_style', '_', ...Object.keys(callControls)];

/** Names that json-server's clients choose a page by; where a list does not read them, they are unknown names. */
const BARE = ['_page', '_per_page', '_limit', '_start', '_end'];

/** Which page was asked for, counted from 1, and of how many records: undefined where that was not said. */
function counted(parameters: URLSearchParams): readonly [number: number, size: number | undefined] {
  const read = (...names: string[]): number | undefined => {
    const text = names.map((name) => parameters.get(name)).find((value) => value !== null);
    return text === undefined ? undefined : Number(text);
  };
  const [start, end, limit] = [read('_start'), read('_end'), read('_per_page', '_limit', 'per_page')];
  if (parameters.has('_page') || (start === undefined && end === undefined)) return [read('_page', 'page') ?? 1, limit];
  const first = start ?? 0;
  const size = end === undefined ? limit : end - first;
  return [size === undefined ? 1 : first / size + 1, size];
}

/** What a request asked for of a list. */
export function requestedPage({ path, query, unknown }: Pick<Facts, 'path' | 'query' | 'unknown'>): RequestedPage {
  const parameters = new URLSearchParams(query);
  for (const { name, in: where } of unknown) if (where === 'query') parameters.delete(name);
  const [page, size] = counted(parameters);
  const number = parameters.has('cursor') ? undefined : page;
  const style = parameters.get('pagination_style') ?? 'page';
  for (const name of [...IGNORED, ...BARE]) parameters.delete(name);
  if (size !== undefined) parameters.set('per_page', String(size));
  parameters.sort();
  return { list: `${path}?${parameters}`, number, style };
}

/** How many of those that stand in the order in which they came had come by an instant, in ms since 1970. */
export function arrivedBy(ordered: readonly { readonly at: number }[], instant: number): number {
  return countBefore(ordered.length, (index) => (ordered[index]?.at ?? 0) > instant);
}

/** An attempt at a delivery whose receiver took long. */
export type LateDelivery = DeliveryFacts;

/** Whether the receiver acknowledged it (Standard Webhooks, Delivery success and failure). */
export const isAcknowledged = ({ status }: LateDelivery): boolean => status !== null && status >= 200 && status < 300;

/** What is said of an attempt: its event, where it went to, its number and its id. */
export const deliveryText = ({ id, attempt, eventId, type, to }: LateDelivery): string =>
  `Attempt ${attempt} to deliver ${eventId} (${type}) to ${to}, delivery ${id},`;

/** A request of the journal, with its answer. */
export interface Attempt extends Pick<Facts, 'operation' | 'method' | 'path' | 'query' | 'status' | 'kind' | 'ended'> {
  readonly sequence: number;
  /** When it arrived, by the clock of the machine, in ms since 1970. */
  readonly at: number;
  /** How long it took to the end of the exchange, in ms. */
  readonly durationMs: number;
  readonly unknown: Facts['unknown'];
  /** Origin that it was sent to. */
  readonly origin: string;
  /** Hash of its URL without the controls. */
  readonly url: string;
  /** Who sent it, as far as can be known: address and User-Agent. */
  readonly client: string;
  readonly address: string | null;
  readonly connection: string | null;
  /** Name of the fault that struck it, and whether it did so after the commit. */
  readonly fault: string | undefined;
  readonly isAfterCommit: boolean;
  readonly evidence: Evidence;
  /** What it asked for of a list; undefined where it is none. */
  readonly asked: RequestedPage | undefined;
}

/** An attempt of the facts of an entry; undefined where nothing can be judged by it. */
export function attemptOf(
  sequence: number,
  { evidence, client, fault, base_url: baseUrl, ...facts }: Facts,
): Attempt | undefined {
  // A preflight is the browser's, and what came to an inbox is of whoever sends webhooks.
  if (facts.method === 'OPTIONS' || facts.signature !== undefined) return undefined;
  const { operation, method, path, query, status, kind, ended, unknown } = facts;
  const parameters = fault?.fault.split(';') ?? [];
  return {
    sequence,
    evidence,
    asked: evidence.page === undefined && evidence.cursor === undefined ? undefined : requestedPage(facts),
    operation,
    method,
    path,
    query,
    status,
    kind,
    ended,
    unknown,
    at: Date.parse(facts.received_at),
    durationMs: facts.duration_ms,
    origin: new URL(baseUrl).origin,
    url: evidence.url ?? urlHash({ baseUrl, path, query }),
    client: `${client.address ?? ''} ${evidence.agent ?? ''}`,
    address: client.address,
    connection: client.connection,
    fault: parameters[0],
    isAfterCommit: parameters.some((parameter) => parameter.trim() === 'commit=after'),
  };
}

/** Whether an attempt may write. */
export const writes = ({ method }: Attempt): boolean => method !== 'GET' && method !== 'HEAD';

/** Faults that leave the status as it is, and nothing that can be read. */
const SPOILING: ReadonlySet<string> = new Set(['captive_portal', 'garbage', ...bodyFaultNames]);

/** Whether the whole answer came, as the server meant it. */
export function isWhole({ ended, status, fault }: Attempt): boolean {
  return ended === 'complete' && status !== null && (fault === undefined || !SPOILING.has(fault));
}

/** Whether a client must take it for a failure. */
export const hasFailed = (attempt: Attempt): boolean => !isWhole(attempt) || (attempt.status ?? 0) >= 400;

/** Whether it was refused for what somebody may have mistyped. */
export const isMistyped = ({ status, evidence }: Attempt): boolean =>
  evidence.isTyped === true && (status ?? 0) >= 400 && (status ?? 0) < 500;

/** Whether it was a success that the client knows of. */
export const hasSucceeded = (attempt: Attempt): boolean => isWhole(attempt) && (attempt.status ?? 0) < 300;

/** Statuses that do not say whether the request was processed: a 408 says that it did not come whole (RFC 9110 §15.5.9). */
const UNCLEAR = new Set([500, 502, 504]);

/** Whether it failed in a way that may have been a success. */
export function mayHaveSucceeded(attempt: Attempt): boolean {
  const { status } = attempt;
  if (!hasFailed(attempt)) return false;
  return status === null || status < 400 || UNCLEAR.has(status);
}

/** What is said of an attempt: its method and path. */
export const attemptText = ({ method, path }: Attempt): string => `${method} ${path}`;

/** Pauses where it yields, after a few attempts at most, and ends with a result. */
export type Pausing<Result> = Generator<undefined, Result>;

/** Pauses of which one is enough: each costs some hundred nanoseconds. */
const ENOUGH = 16;

/** The same work with fewer pauses. */
export function* rarely<Result>(work: Pausing<Result>): Pausing<Result> {
  for (let step = work.next(), count = 1; ; step = work.next(), count += 1) {
    if (step.done === true) return step.value;
    if (count % ENOUGH === 0) yield;
  }
}

/** An authorization request. */
export interface AuthorizationAttempt {
  readonly attempt: Attempt;
  readonly clientId: string;
  readonly query: URLSearchParams;
}

/** The authorization requests whose parameters are all in the query. */
export function* authorizations(attempts: readonly Attempt[]): Pausing<AuthorizationAttempt[]> {
  const found: AuthorizationAttempt[] = [];
  for (const attempt of attempts) {
    yield;
    if (attempt.operation !== 'oauth.authorize' || attempt.method !== 'GET') continue;
    const query = new URLSearchParams(attempt.query);
    const clientId = query.get('client_id');
    // A signed request (RFC 9101) has its parameters elsewhere.
    if (clientId === null || !query.has('response_type') || query.has('request') || query.has('request_uri')) continue;
    found.push({ attempt, clientId, query });
  }
  return found;
}

/** Attempts by a name, in their order; those without one are left out. */
export function* grouped(
  attempts: readonly Attempt[],
  nameOf: (attempt: Attempt) => string | undefined,
): Pausing<Map<string, Attempt[]>> {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    yield;
    const name = nameOf(attempt);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [attempt]);
    else group.push(attempt);
  }
  return groups;
}

/** Who sent an attempt, with its credentials. */
export const senderOf = ({ client, evidence }: Attempt): string => `${client} ${evidence.credentials ?? ''}`;

/** How far a time may be off, in ms: within a process, and between two. */
const GRACE_MS = 50;
const GRACE_BETWEEN_MS = 250;

const isSame = (one: Attempt, other: Attempt): boolean => one.evidence.by === other.evidence.by;

/** How far the time between two attempts may be off, in ms. */
export const grace = (one: Attempt, other: Attempt): number => (isSame(one, other) ? GRACE_MS : GRACE_BETWEEN_MS);

/** Time from when one came in to when another did, in ms. */
export function between(one: Attempt, other: Attempt): number {
  return isSame(one, other) ? other.evidence.at[0] - one.evidence.at[0] : other.at - one.at;
}

/** Time from when the answer of one was ready to when another came in, in ms: as long as any client can have waited. */
export function sinceAnswer(one: Attempt, other: Attempt): number {
  const [since, answered] = one.evidence.at;
  return between(one, other) - (answered - since);
}

/** Time from the end of one to when another came in, in ms; negative where they were under way together. */
export const sinceEnd = (one: Attempt, other: Attempt): number => between(one, other) - one.durationMs;

/** Whether an attempt came no sooner than a client may that looks again and again: no interval of polls is shorter. */
export const isPaced = (before: Attempt, attempt: Attempt): boolean => sinceEnd(before, attempt) >= 1000;

/** Whether the clock of the sandbox was set between two attempts: then times say nothing of what the client did. */
export const isClockSet = (one: Attempt, other: Attempt): boolean => one.evidence.clock !== other.evidence.clock;

/** The present of the sandbox when an attempt came in, in ms since 1970. */
function sandboxTime({ at, evidence: { clock } }: Attempt): number {
  if (clock === undefined) return at;
  const ms = Number(clock.slice(clock.indexOf(' ')));
  return clock.startsWith('at ') ? ms : at + ms;
}

/** How far the clock of the sandbox was set between two attempts, in ms, in either direction. */
export function clockSetBy(one: Attempt, other: Attempt): number {
  if (!isClockSet(one, other)) return 0;
  return Math.abs(sandboxTime(other) - sandboxTime(one) - (other.at - one.at));
}

/** A time as text. */
export const seconds = (ms: number): string => `${Math.round(Math.max(0, ms) / 10) / 100} s`;
