/** The answers that faults force in the place of the true one, and what they do to it. */
import type { FaultOf } from '../faults/outcome.js';
import { otherLoopback } from '../kit/sandbox-address.js';
import { loadedLater } from '../kit/made-once.js';
import { type Exchange, REDIRECTED } from './exchange.js';
import type { FixedAnswer } from '@understudy/contract/sandboxes';
import { hasOutcome } from '../call/call.js';
import { appliedFaults, bodyFaultOf, type CallEffect, endOf, type FaultedCall } from '../call/apply-faults.js';
import { type Answer, JSON_TYPE, type Transmission } from './answer.js';
import type { HeaderRecord } from './cors.js';

/** The origin under which the server is asked elsewhere; its own one where it has no other. */
function originOf(to: FaultOf<'redirect'>['to'], origin: string): string {
  if (to === 'elsewhere') return otherLoopback(origin);
  const url = new URL(origin);
  if (to === 'downgrade' && url.protocol === 'https:') url.protocol = 'http:';
  return url.origin;
}

/** The Location of a forced redirect (RFC 9110 §10.2.2). */
function redirectLocation(
  to: FaultOf<'redirect'>['to'],
  { origin, fullPath, search }: Pick<Exchange, 'origin' | 'fullPath' | 'search'>,
): string {
  const query = to === 'loop' ? search : search + REDIRECTED;
  return `${originOf(to, origin)}${fullPath}${query === '' ? '' : `?${query}`}`;
}

/** Loaded only where a fault asks for it. */
const corrupt = loadedLater(() => import('./corrupt.js'));

/** An answer in the place of the true one. */
export type Forced = Pick<Answer, 'status' | 'type' | 'body' | 'headers' | 'isFixed'>;

/** Headers that follow from what is sent. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive']);

/** Statuses whose answers have no body (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** A body as it is sent: a text as it is, anything else as JSON. */
function written(body: unknown): Pick<Forced, 'type' | 'body'> {
  if (body === undefined) return { type: '', body: null };
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', body };
  return { type: JSON_TYPE, body: JSON.stringify(body) };
}

function fixedAnswer({ status, headers, body }: FixedAnswer): Forced {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const kept: HeaderRecord = Object.fromEntries(own.filter(([name]) => !FRAMING.has(name)));
  const said = written(BODILESS.has(status) ? undefined : body);
  return { status, ...said, headers: kept, isFixed: true };
}

/** Headers that concern more than the answer that they stand on: all of an origin, which others share. */
const OF_ORIGIN: ReadonlySet<string> = new Set([
  'clear-site-data',
  'content-security-policy',
  'public-key-pins',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
]);

/** What a browser may do with an answer that a stranger has written: nothing that needs the origin which it came from. */
const SANDBOXED = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** A fixed answer on a server that people share: no script of it runs, and nothing of it concerns other sandboxes. */
export function confined(answer: Answer): Answer {
  if (answer.isFixed !== true) return answer;
  const own = Object.entries(answer.headers ?? {}).filter(([name]) => !OF_ORIGIN.has(name));
  return { ...answer, headers: { ...Object.fromEntries(own), 'content-security-policy': SANDBOXED } };
}

/** The status of an answer that never arrives, for log and journal: what a proxy before the server would answer. */
const LOST = { ended: 502, hung: 504 };

async function forced(effect: CallEffect, ctx: Exchange): Promise<Forced> {
  if ('answer' in effect) return fixedAnswer(effect.answer);
  const { fault } = effect;
  switch (fault.fault) {
    case 'bad_gateway':
      return (await corrupt()).badGateway(fault);
    case 'captive_portal':
      return (await corrupt()).captivePortal;
    case 'redirect':
      return { status: fault.code, type: '', body: null, headers: { location: redirectLocation(fault.to, ctx) } };
    case 'hang':
      return { status: LOST.hung, type: '', body: null };
    default:
      return { status: LOST.ended, type: '', body: null };
  }
}

/** The answer in the place of the true one. */
export async function forcedAnswer(effect: CallEffect, ctx: Exchange): Promise<Answer> {
  return { ...(await forced(effect, ctx)), caching: 'none' };
}

/** A fault that strikes a write before it is made, or after. */
type Timed = { readonly commit: 'before' | 'after' };

const ms = (seconds: number): number => seconds * 1000;

/**
 * How the answer goes out. What strikes after a commit strikes only where there was one.
 */
function transmissionOf(call: FaultedCall, outcome: AnswerKind): Transmission | undefined {
  const { faultOutcome } = call;
  const now = <Fault extends Timed>(fault: Fault | undefined): Fault | undefined =>
    fault !== undefined && (outcome !== 'failed' || fault.commit === 'before') ? fault : undefined;
  const [hang, stall, end] = [now(faultOutcome?.hang), now(faultOutcome?.stall), now(endOf(call))];
  const wire: Transmission = {
    ...(hang && { hangMs: ms(hang.seconds) }),
    ...(faultOutcome?.drip && { drip: { bytes: faultOutcome.drip.bytes, everyMs: faultOutcome.drip.every } }),
    ...(faultOutcome?.bandwidth && { bytesPerSecond: faultOutcome.bandwidth.bytes_per_second }),
    ...(stall && { stall: { afterBytes: stall.after_bytes, ms: ms(stall.seconds) } }),
    ...(end && { end: { by: end.fault, at: end.at } }),
  };
  return Object.keys(wire).length === 0 ? undefined : wire;
}

/** Whether it ends otherwise than the true answer would; one that only comes slowly does not. */
function isCutOff({ hangMs, stall, end }: Transmission): boolean {
  return hangMs !== undefined || stall !== undefined || end !== undefined;
}

/** What a call is answered: what is true of a success, what it failed with by itself, or what is forced on it. */
export type AnswerKind = 'true' | 'failed' | 'forced';

/** The answer of a call, with what its request met: a promise where its bytes are to be spoiled. */
export function withOutcome(answer: Answer, call: FaultedCall, outcome: AnswerKind): Answer | Promise<Answer> {
  if (!hasOutcome(call)) return answer;
  const wire = transmissionOf(call, outcome);
  const fault = outcome === 'true' ? bodyFaultOf(call) : undefined;
  const headers = call.faultOutcome?.headers;
  const isCut = wire !== undefined && isCutOff(wire);
  const isAltered = call.altered !== undefined && call.altered.size > 0;
  const whole: Answer = {
    ...answer,
    ...(headers === undefined ? {} : { headers: { ...headers, ...answer.headers } }),
    controlled: true,
    corruption: undefined,
    wire,
    isSpoiled: outcome === 'forced' || fault !== undefined || isCut || isAltered,
    struck: appliedFaults(call),
  };
  if (fault === undefined) return whole;
  return corrupt().then(({ corruptBody }) => ({ ...whole, corruption: (body) => corruptBody(body, fault) }));
}
