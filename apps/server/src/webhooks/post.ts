/** Sends a delivery to where it may go: never to an address inside, unless that is let in. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LogoutNotice, MakeLogoutToken } from '../kit/logins.js';
import type { Records, WritableRecords } from '../kit/records.js';
import { type AttemptResult, countAttempt, loopHeader, nextAttempt, type Schedule, secretsAt } from './attempts.js';
import {
  afterAttempt,
  type DeliveryRecord,
  dropOldest,
  webhookDeliveries,
  webhookEvents,
  webhookRegistrations,
} from './records.js';
import { signedHeaders } from './signing.js';
import type { DeliveryOutcome } from '../kit/watched.js';

/** An address that a name stands for. */
export interface Resolved {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Resolved[]>;

/** A range of addresses that is open, as address and prefix length. */
type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address that deliveries may not go to. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Ranges that a server bound to this machine opens by itself. */
export const LOOPBACK_RANGES = ['127.0.0.0/8', '::1/128'] as const;

/** Reads an address range such as 10.0.0.0/8. */
export function parseCidr(text: string): Cidr {
  return ipaddr.parseCIDR(text);
}

/** The address itself: one that is wrapped in IPv6 counts as what it wraps. */
function unwrap(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

/** Public addresses of IPv6. What lies outside is none, `::127.0.0.1` among it, whether or not it has a name. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/** What kind of address it is: unicast is public, everything else has a name: private, loopback, 6to4, … */
function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range();
  const isOutside = address instanceof ipaddr.IPv6 && !address.match(PUBLIC_IPV6);
  return range === 'unicast' && isOutside ? 'unassigned' : range;
}

/** Whether deliveries may go to an address: public ones, and those of the open ranges. */
function isAllowed(address: string, open: readonly Cidr[]): boolean {
  const parsed = unwrap(address);
  const isOpen = open.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  return isOpen || rangeOf(parsed) === 'unicast';
}

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/** The addresses of a host, at least one. */
export type Addresses = readonly [Resolved, ...Resolved[]];

/** Finds the addresses of a host, once, and only if every one of them may be reached. */
export function addressGuard(open: readonly Cidr[], resolve: Resolve = resolveBySystem) {
  return async (hostname: string): Promise<Addresses> => {
    const bare = hostname.replace(/^\[|\]$/g, '');
    const literal = isIP(bare);
    const found = literal === 0 ? await resolve(bare) : [{ address: bare, family: literal }];
    const refused = found.find(({ address }) => !isAllowed(address, open));
    if (refused !== undefined) {
      const range = rangeOf(unwrap(refused.address));
      throw new AddressRefused(`the address ${refused.address} is ${range}; --webhook-allow opens it`);
    }
    const [first, ...others] = found;
    if (first === undefined) throw new AddressRefused(`${bare} has no address`);
    return [first, ...others];
  };
}

/** Finds the addresses of a host, or refuses them. */
export type AddressGuard = ReturnType<typeof addressGuard>;

/** Longest wait for an answer, the look-up of the name included. */
const TIMEOUT_MS = 15_000;

/** A request to a receiver. */
export interface Posting {
  readonly url: string;
  /** POST where it is left out. */
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What is sent. */
  readonly type: string;
  readonly signal: AbortSignal;
}

/** What a receiver answered, or why there was no answer. */
export interface Posted {
  readonly status?: number;
  readonly reason?: string;
  /** Value of its Retry-After header. */
  readonly retryAfter?: string | undefined;
  /** How long the receiver took from when it had the request, in ms; left out where it was never reached. */
  readonly tookMs?: number;
}

/** What posting takes. */
interface PostingParts {
  readonly guard: AddressGuard;
  /** The monotonic clock of the machine, in ms. */
  readonly monotonic: () => number;
}

/** Certificates that this server has no reason to trust (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF).*)$/;

function reasonOf(error: Error): string {
  // What several addresses of one name said.
  if (error instanceof AggregateError) return error.errors.map((each: Error) => each.message).join('; ');
  const isUntrusted = 'code' in error && UNTRUSTED.test(String(error.code));
  return isUntrusted ? `${error.message}; start the server with NODE_EXTRA_CA_CERTS to trust it` : error.message;
}

function send(
  { url, method = 'POST', headers, body, signal }: Posting,
  to: Addresses,
  reached: () => void,
): Promise<Posted> {
  const isSecure = url.startsWith('https:');
  const request = isSecure ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const options = {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
      // The name is not looked up again: it could have another address by now. Of several, Node takes the first that answers.
      lookup: (
        _name: string,
        given: { all?: boolean },
        done: (error: null, address: unknown, family?: number) => void,
      ) => (given.all === true ? done(null, to) : done(null, to[0].address, to[0].family)),
    };
    const sent = request(url, options as never, (response) => {
      // The body of the answer does not matter, and may be endless.
      response.destroy();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
    sent.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', reached));
    sent.on('error', (error) => resolve({ reason: reasonOf(error) }));
    sent.end(body);
  });
}

/** Posts a delivery to an address that may be reached; every failure is a reason, never an exception. */
export async function post(posting: Posting, { guard, monotonic }: PostingParts): Promise<Posted> {
  const { signal } = posting;
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  // A time for the whole: a receiver that sends a byte now and then is never idle.
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  const cutOff = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true });
  });
  signal.addEventListener('abort', stop, { once: true });
  let asked: number | undefined;
  const reach = async (): Promise<Posted> => {
    const to = await guard(new URL(posting.url).hostname);
    limit.signal.throwIfAborted();
    // How long its name took to look up, and to reach it, says nothing of a receiver.
    return send({ ...posting, signal: limit.signal }, to, () => {
      asked = monotonic();
    });
  };
  const timed = (posted: Posted): Posted => (asked === undefined ? posted : { ...posted, tookMs: monotonic() - asked });
  try {
    signal.throwIfAborted();
    return timed(await Promise.race([cutOff, reach()]));
  } catch (error) {
    return timed({ reason: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** A request to a receiver, or why there is none. */
export type Outgoing = Omit<Posting, 'signal'> | { readonly refusal: string };

/** When a request is made, and by what. */
interface Making {
  /** The present in ms since 1970. */
  readonly now: number;
  readonly makeLogoutToken: MakeLogoutToken;
}

/** The request that tells a client of a logout (OpenID Connect Back-Channel Logout §2.5). */
async function logoutRequest(
  notice: LogoutNotice,
  { event_id, attempts, depth }: DeliveryRecord,
  { now, makeLogoutToken }: Making,
): Promise<Pick<Posting, 'headers' | 'body'>> {
  // A client refuses a token whose id it has seen before, also where its answer was lost.
  const token = await makeLogoutToken(notice, { now, jti: `${event_id}.${attempts + 1}` });
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Understudy-Webhooks/1',
      'cdn-loop': loopHeader(depth),
    },
    body: new URLSearchParams({ logout_token: token }).toString(),
  };
}

/** The request of a delivery, signed when it is made. */
export async function outgoing(records: Records, delivery: DeliveryRecord, making: Making): Promise<Outgoing> {
  const { registration_id, event_id, depth } = delivery;
  const registration = records.get(webhookRegistrations, registration_id);
  if (registration?.status !== 'enabled') return { refusal: 'the registration was disabled' };
  const event = records.get(webhookEvents, event_id);
  // Only a snapshot that was made by hand can lack it.
  if (event === undefined) return { refusal: 'the event is gone' };
  const { body, logout, traceparent, method = 'POST', type = 'webhook' } = event;
  const { url, callback } = registration;
  if (logout !== undefined) {
    const { headers, body: form } = await logoutRequest(logout, delivery, making);
    const traced = traceparent === undefined ? headers : { ...headers, traceparent };
    return { url, headers: traced, body: form, type };
  }
  const signable = { eventId: event_id, body, now: making.now, depth, traceparent };
  if (callback === undefined)
    return { url, headers: signedHeaders(secretsAt(registration, making.now), signable), body, type };
  // Whoever has registered the same address has agreed on a secret.
  const agreed = records.changed(webhookRegistrations).filter((one) => one.url === url && one.secret !== '');
  const headers = signedHeaders(
    agreed.flatMap((one) => secretsAt(one, making.now)),
    signable,
  );
  return { url, method, headers, body, type };
}

/** An attempt that was made, or given up. Instants are in ms since 1970. */
interface Attempt {
  readonly posted: Posted;
  /** Whether there is no next one, whatever came of it. */
  readonly isFinal: boolean;
  /** When it was made. */
  readonly at: number;
  /** When it was over. */
  readonly now: number;
  /** When it is tried again if it failed. */
  readonly schedule: Schedule;
}

function reasonFor(status: number | undefined): string {
  if (status === 410) return 'the receiver is gone: the registration was disabled';
  if (status !== undefined && status >= 300 && status < 400)
    return `the receiver answered ${status}; redirects are not followed`;
  return `the receiver answered ${status ?? 'nothing'}`;
}

/** Records an attempt at a delivery, and says what came of it. */
export function recordAttempt(records: WritableRecords, delivery: DeliveryRecord, attempt: Attempt): DeliveryOutcome {
  const { posted, isFinal, at, now, schedule } = attempt;
  const { status, retryAfter } = posted;
  const attempts = delivery.attempts + 1;
  const isOk = status !== undefined && status >= 200 && status < 300;
  const isGone = status === 410;
  const isOver = isOk || isGone || isFinal || delivery.state === 'again';
  const next = isOver ? undefined : nextAttempt(schedule, attempts, { now, retryAfter });
  const outcome = isOk ? 'succeeded' : next === undefined ? 'failed' : 'retried';
  const reason = isOk ? undefined : (posted.reason ?? reasonFor(status));
  const made: AttemptResult = { event_id: delivery.event_id, at, status, reason, next };
  records.put(webhookDeliveries, afterAttempt(delivery, made, outcome === 'retried' ? undefined : outcome));
  if (next === undefined) dropOldest(records);
  const registration = records.get(webhookRegistrations, delivery.registration_id);
  if (registration === undefined) return outcome;
  const result = outcome === 'retried' ? 'pending' : outcome;
  const counted = countAttempt(registration, made, result);
  const pending = counted.deliveries.pending - (result === 'pending' ? 0 : 1);
  const after = { ...counted, deliveries: { ...counted.deliveries, pending } };
  records.put(webhookRegistrations, isGone ? { ...after, status: 'disabled' } : after);
  return outcome;
}
