/** Faults that a call asks for: how a caller writes them, and the text that the server reads. */
import type { Failure } from './failure.js';
import type { Fault } from './generated/types.js';

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
