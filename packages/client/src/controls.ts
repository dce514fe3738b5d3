/** What a caller can say of a call besides its input, and the faults among it. */
import type { Failure } from './api-error.js';
import type { CorsMode, Fault, PaginationStyle, SimulatedError } from './generated/types.js';

/**
 * A fault with its parameters. `times` says how many requests to the same URL meet it; without it, all do.
 *
 * @example
 * ```ts
 * import type { CountedFault } from '@understudy/client';
 *
 * const busy: CountedFault = { fault: 'rate_limit', retry_after: 30, times: 2 };
 * ```
 */
export type CountedFault = Fault & { readonly times?: number | undefined };

/** Name of a fault that needs no parameters. */
type BareFault<Of extends Fault = Fault> = Of extends Fault
  ? { fault: Of['fault'] } extends Of
    ? Of['fault']
    : never
  : never;

/**
 * Faults as a text: a Structured Field list (RFC 9651 §3.1), of which the types see that it begins with the name of one.
 *
 * @example
 * ```ts
 * import type { FaultText } from '@understudy/client';
 *
 * const texts: FaultText[] = ['server_error', 'rate_limit;retry_after=30, delay;ms=300'];
 * ```
 */
export type FaultText = BareFault | `${Fault['fault']}${';' | ','}${string}`;

/**
 * What a call asks to go wrong: one fault or several, as texts or with their parameters.
 *
 * @example
 * ```ts
 * import { createClient, type Faults } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const fault: Faults = [{ fault: 'rate_limit', retry_after: 1, times: 1 }, 'delay;ms=100'];
 * const { attempts } = await api.education.listCourses({}, { fault }).withResponse();
 * console.log(attempts.map(({ kind }) => kind).join()); // → rate_limit,ok
 * ```
 */
export type Faults = FaultText | CountedFault | readonly (FaultText | CountedFault)[];

/** A token (RFC 9651 §3.3.4), as far as a value of a parameter is one. */
const TOKEN = /^[a-z][\w/.-]*$/i;

/** The text of faults; undefined where there is none. */
export function faultText(faults: Faults | undefined): string | undefined {
  return [faults ?? []].flat().map(itemOf).join() || undefined;
}

function itemOf(fault: FaultText | CountedFault): string {
  // Whatever no type allows is for the server to refuse.
  if (typeof fault !== 'object' || !fault) return String(fault);
  const { fault: name, ...parameters } = fault;
  const written = Object.entries(parameters).map(([key, value]) =>
    value === undefined ? '' : `;${key}=${bare(value)}`,
  );
  return name + written.join('');
}

/** A value of a parameter; a number has three decimals at most (RFC 9651 §3.3.2). */
function bare(value: string | number): string | number {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
  return TOKEN.test(value) ? value : JSON.stringify(value);
}

/** Faults that end in a failure which the client would retry, and which no problem tells of. */
const SILENT = /^(?:timeout|bad_g|redirect|truncate|garbage|reset|close|stall|hang)/;

/** Whether every attempt that asks for these faults, as text, fails like this: those without `times` do not end. */
export function isForced(text: string, { problem }: Failure): boolean {
  return text.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    if (parameters.some((parameter) => parameter.startsWith('times='))) return false;
    return problem === undefined ? SILENT.test(name) : problem.simulated && problem.kind === name;
  });
}

/**
 * Controls that every operation takes, those of the control API too.
 *
 * @example
 * ```ts
 * import { createClient, type PagingControls } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const controls: PagingControls = { paginationStyle: 'link', signal: AbortSignal.timeout(5000) };
 * console.log((await api.education.listCourses({}, controls)).pagination);
 * ```
 */
export interface PagingControls {
  /** How the server pages the list; walking it gives the same records in every style. */
  readonly paginationStyle?: PaginationStyle | undefined;
  /** Ends the call, its waits included, with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What an attempt meets: a forced failure, or an untouched answer.
 *
 * @example
 * ```ts
 * import type { Step } from '@understudy/client';
 *
 * const steps: Step[] = ['rate_limit', 'server_error', 'ok'];
 * ```
 */
export type Step = SimulatedError | 'ok';

/**
 * Controls of one call, as its second argument, or of every call of a client, through `api.with`.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const slow = await api.education.listCourses({ per_page: 5 }, { delay: 0.5, paginationStyle: 'cursor' });
 * ```
 */
export interface CallControls extends PagingControls {
  /** Forces this failure. It is not retried, since every attempt would meet it; for that there is `scenario`. */
  readonly simulateError?: SimulatedError | undefined;
  /**
   * What each attempt meets: attempt 1 the first step, attempt 2 the second, and so on; past the end comes `ok`. While
   * a list is walked, the attempts are counted through all its pages. Wins over `simulateError`.
   */
  readonly scenario?: readonly Step[] | undefined;
  /**
   * Faults that each attempt asks for, beside `simulateError` or the step of a scenario, which come first. The server
   * counts those with `times`: such a fault ends, and is retried like any other failure. One without would be met by
   * every attempt, so it is not retried unless a scenario goes on; of `quota`, `outage` and a preset the server decides,
   * so they are. A connection that is lost ends in an error of kind `network`, `hang` in the client's own `timeout`.
   */
  readonly fault?: Faults | undefined;
  /** Artificial latency of each attempt in seconds, from 0 to 10. The timeout is that much longer. */
  readonly delay?: number | undefined;
  /** A cross-origin edge case, for calls from a web page. A refusal is not retried. */
  readonly cors?: CorsMode | undefined;
}

/**
 * Controls of a write.
 *
 * @example
 * ```ts
 * import { createClient, type WriteControls } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const once: WriteControls = { idempotencyKey: 'order-1' };
 * await api.education.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' }, once);
 * ```
 */
export interface WriteControls extends CallControls {
  /** Makes the write happen once, however often it is sent, and so lets it be retried. Visible ASCII, 1 to 255. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Controls of a write whose operation has versions.
 *
 * @example
 * ```ts
 * import type { ConditionalControls } from '@understudy/client';
 *
 * const asRead = (etag: string | undefined): ConditionalControls => ({ ifMatch: etag });
 * ```
 */
export interface ConditionalControls {
  /**
   * Writes only if the record still has this ETag, which `withResponse()` of a read gives (If-Match, RFC 9110 §13.1.1);
   * `*` for any version. Else the call fails with `precondition_failed`.
   */
  readonly ifMatch?: string | undefined;
}

/** Every control that a call may have. */
export type AnyControls = WriteControls & ConditionalControls;

/** Time the server holds `simulate_error=timeout` where no delay is given, in ms. */
const TIMEOUT_HOLD_MS = 3000;

/** Options over others: what the upper ones force replaces what the lower ones force, be it in another way. */
export function mergeControls<Lower extends CallControls, Upper extends CallControls>(lower: Lower, upper: Upper) {
  const forced = { simulateError: undefined, scenario: undefined, fault: undefined };
  const forces = Object.keys(forced).some((name) => name in upper);
  return { ...lower, ...(forces ? forced : {}), ...upper };
}

/** The URL of one attempt: that of its call, with the controls in its query. */
export function withControls(url: string, controls: CallControls, failure: SimulatedError | undefined): string {
  const query = {
    pagination_style: controls.paginationStyle,
    delay: controls.delay,
    cors: controls.cors,
    simulate_error: failure,
    fault: faultText(controls.fault),
  };
  const at = url.indexOf('?');
  // Most calls have no query at all.
  if (at < 0 && Object.values(query).every((value) => value === undefined)) return url;
  const path = at < 0 ? url : url.slice(0, at);
  const params = new URLSearchParams(url.slice(path.length));
  for (const [name, value] of Object.entries(query)) {
    // A next link repeats the controls of the page before it; those of this attempt replace them.
    if (value === undefined) params.delete(name);
    else params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** How long the server is asked to hold its answer, in ms; the client must wait longer than that. */
export function holdMs({ delay }: CallControls, failure: SimulatedError | undefined): number {
  if (delay === undefined) return failure === 'timeout' ? TIMEOUT_HOLD_MS : 0;
  return delay * 1000;
}
