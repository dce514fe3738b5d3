/** Ids of requests, the client's own where they are well formed, the trace that a request is part of, and how long its answer took. */
import { randomText } from '#platform/runtime';

const WELL_FORMED = /^[\w.:+/=-]{1,128}$/;

// Ids are operational, not data: they differ from run to run.
const prefix = `req_${randomText(6)}`;
let count = 0;

/** The id of a request: the client's own, or one that this process gives. */
export function requestId(own: string | null | undefined): string {
  if (own !== null && own !== undefined && WELL_FORMED.test(own)) return own;
  count += 1;
  return prefix + count.toString(36);
}

/** Longest number of such an id, as it is shown. */
const MAX_COUNT = 9;

/** Whether this process may have given an id: then it holds no secret. */
export const isOwnId = (id: string): boolean => id.startsWith(prefix) && id.length <= prefix.length + MAX_COUNT;

/** The trace that a request is part of. */
export interface TraceContext {
  /** Id of the trace: 32 hexadecimal digits. */
  readonly trace: string;
  /** The header as it is passed on, in the version that this server knows. */
  readonly traceparent: string;
}

/** Version, trace, parent, flags; a version to come may have more after them (§3.2.4). */
const FORM =
  /^(?<version>[0-9a-f]{2})-(?<trace>[0-9a-f]{32})-(?<parent>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;

const NOTHING = /^0+$/;

/** Of the flags, whether the caller records the trace is all that this version knows (§3.2.2.5). */
const SAMPLED = 1;

/** Longest header that is read; a version to come may have more to say than ours. */
const MAX_LENGTH = 512;

/** The trace that a `traceparent` header names; undefined where there is none, or it is not well formed. */
export function traceOf(header: string | null): TraceContext | undefined {
  if (header === null || header.length > MAX_LENGTH) return undefined;
  const { version, trace, parent, flags, more } = FORM.exec(header)?.groups ?? {};
  if (trace === undefined || parent === undefined || flags === undefined) return undefined;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (NOTHING.test(trace) || NOTHING.test(parent)) return undefined;
  const known = version === '00' ? flags : `0${Number.parseInt(flags, 16) & SAMPLED}`;
  return { trace, traceparent: `00-${trace}-${parent}-${known}` };
}

/** Server-Timing of an answer (W3C Server Timing §3), of its latency and of all that was done else, in ms. */
export function serverTiming(delayedMs: number, appMs: number): string {
  // Nearly all answers have no latency of their own.
  const delay = delayedMs === 0 ? '0.0' : delayedMs.toFixed(1);
  return `delay;dur=${delay}, app;dur=${appMs.toFixed(2)}`;
}
