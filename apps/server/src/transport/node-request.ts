/** A request of Node as the server sees it: its target, its head, and the connection that it came on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { Head, Incoming } from '../http/incoming.js';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connectionName, type HttpVersion } from '../kit/connection-name.js';
import type { IncomingHttpHeaders } from 'node:http2';
import { LRUCache } from 'lru-cache';

/** How a connection is spoken on: with TLS, or without. */
export type Scheme = 'http' | 'https';

/** Host and port of a URL. */
export interface Authority {
  /** As it stands in a URL: in lower case, without the port where that is the one of the scheme. */
  readonly text: string;
  /** The host alone; an IPv6 address in brackets. */
  readonly host: string;
}

/** `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2): no user, no path, no space. */
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::\d*)?$/i;

/** A name in the DNS has at most 253 characters. */
const MAX_LENGTH = 300;

/** What was read lately: clients name one host again and again. False stands for none. */
const recent = (): LRUCache<string, Authority | false> => new LRUCache({ max: 256 });
const read: Readonly<Record<Scheme, ReturnType<typeof recent>>> = { http: recent(), https: recent() };

function parse(text: string, scheme: Scheme): Authority | false {
  const url = `${scheme}://${text}`;
  if (!AUTHORITY.test(text) || !URL.canParse(url)) return false;
  const { host, hostname } = new URL(url);
  return { text: host, host: hostname };
}

/** The authority in a text, for a scheme; undefined where it is none. */
function readAuthority(text: string, scheme: Scheme): Authority | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const known = read[scheme];
  let found = known.get(text);
  if (found === undefined) {
    found = parse(text, scheme);
    known.set(text, found);
  }
  return found === false ? undefined : found;
}

/** What a request asks for. */
export interface Target {
  readonly url: string;
  /** The host that the client named, in lower case and without its port; null where it named none. */
  readonly host: string | null;
}

/** A target that is a whole URL (RFC 9112 §3.2.2). One of https has no business on a connection without TLS, and the other way round. */
const WHOLE: Readonly<Record<Scheme, RegExp>> = {
  http: /^http:\/\/(?<authority>[^/?#]*)(?<path>\/[^#]*)?(?<query>\?[^#]*)?/i,
  https: /^https:\/\/(?<authority>[^/?#]*)(?<path>\/[^#]*)?(?<query>\?[^#]*)?/i,
};

/** Whether there are several lines of Host, of which Node shows the first alone. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

/** The address that a request came in by, for a client that names none, as HTTP/1.0 allows. */
function boundTo({ localAddress = '127.0.0.1', localPort = 80 }: Pick<Socket, 'localAddress' | 'localPort'>): string {
  // An IPv4 client of an IPv6 socket, and the zone of a link-local address.
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** The target of a request of HTTP/1; undefined where it is none that a route could have, or its host is none. */
export function targetOf(request: IncomingMessage, scheme: Scheme): Target | undefined {
  const { url = '' } = request;
  // RFC 9112 §3.2: a second Host is a 400, since others on the way may have believed it.
  if (hasSeveralHosts(request)) return undefined;
  const whole = url.startsWith('/') ? undefined : WHOLE[scheme].exec(url)?.groups;
  if (whole === undefined && !url.startsWith('/')) return undefined;
  const named = whole?.['authority'] ?? request.headers.host ?? '';
  const path = whole === undefined ? url : `${whole['path'] ?? '/'}${whole['query'] ?? ''}`;
  // A whole URL has a host (RFC 9110 §4.2.1); of a path, it stands beside it.
  const isNamed = named !== '' || whole !== undefined;
  const authority = readAuthority(isNamed ? named : boundTo(request.socket), scheme);
  return authority && { url: `${scheme}://${authority.text}${path}`, host: isNamed ? authority.host : null };
}

/**
 * The target of a request of HTTP/2 over TLS; undefined as above. The scheme is that of the connection, whatever a proxy
 * has copied there.
 */
export function targetOfStream(
  { ':path': path = '', ':authority': authority, host }: IncomingHttpHeaders,
  socket: Pick<Socket, 'localAddress' | 'localPort'>,
): Target | undefined {
  // Of two names, others on the way may have believed the other one.
  const isOne = authority === undefined || host === undefined || authority === host;
  if (!isOne || !path.startsWith('/')) return undefined;
  const named = authority ?? host ?? '';
  const found = readAuthority(named === '' ? boundTo(socket) : named, 'https');
  return found && { url: `https://${found.text}${path}`, host: named === '' ? null : found.host };
}

// Several processes may write the journal of one sandbox.
const run = randomBytes(4).toString('base64url');
let count = 0;

function areSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  // Asked for each request, so that it is to cost nothing: values first, of which one differs if any does.
  for (let i = some.length - 1; i >= 0; i -= 1) if (some[i] !== others[i]) return false;
  return true;
}

/** The head of a request, as it came. */
export interface ReceivedHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** A head, and what has been found out about it. */
export interface ConnectionHead extends ReceivedHead, Head {
  readonly rawHeaders: readonly string[];
  target?: Target | undefined;
}

const NONE: ConnectionHead = { rawHeaders: [], connection: null, address: null };

/** The other end of a connection. */
export class ClientConnection {
  /** Names the connection. */
  readonly name: string;
  /** Its network address; null where it was gone before anybody asked. */
  readonly address: string | null;
  /** The answer to the request that came last over HTTP/1, whether it is under way or out. */
  last: ServerResponse | undefined;
  readonly #socket: Socket;
  /** The head that came last. */
  #head = NONE;
  /** Those who wait for its end: one listener of the socket is enough for all of them. */
  #waiting: Set<() => void> | undefined;

  constructor(socket: Socket, version: HttpVersion) {
    count += 1;
    this.name = connectionName(version, `${count.toString(36)}_${run}`);
    // An IPv4 client of an IPv6 socket.
    this.address = socket.remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/i, '') ?? null;
    this.#socket = socket;
  }

  /**
   * What is known of the head of a request: the same as of the one before, where they are the same. Clients ask again and
   * again on one connection. Its headers are in one array with those before where they are the same: most are, and a
   * journal keeps them.
   */
  headOf({ method, url, rawHeaders: raw }: ReceivedHead): ConnectionHead {
    const last = this.#head;
    const hasSame = areSame(raw, last.rawHeaders);
    if (hasSame && url === last.url && method === last.method) return last;
    // With all that is found out, so that every one has the same shape.
    const rawHeaders = hasSame ? last.rawHeaders : raw;
    const { name: connection, address } = this;
    return (this.#head = {
      method,
      url,
      rawHeaders,
      connection,
      address,
      target: undefined,
      question: undefined,
    });
  }

  /** Calls when the connection is gone, unless that is taken back. */
  onGone(leave: () => void): void {
    if (this.#socket.destroyed) return leave();
    if (this.#waiting === undefined) {
      this.#waiting = new Set();
      this.#socket.once('close', () => this.#leave());
    }
    this.#waiting.add(leave);
  }

  /** Takes it back. */
  offGone(leave: () => void): void {
    this.#waiting?.delete(leave);
  }

  #leave(): void {
    for (const leave of this.#waiting ?? []) leave();
  }
}

const known = new WeakMap<Socket, ClientConnection>();

/** The other end of a connection; to be asked first while it is open. */
export function clientConnectionOf(socket: Socket, version: HttpVersion = 1): ClientConnection {
  let client = known.get(socket);
  if (client === undefined) known.set(socket, (client = new ClientConnection(socket, version)));
  return client;
}

/** The header, where it may have come more than once; Node joins all but a few itself. */
function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A signal that is aborted when the client hangs up before its answer is complete. */
export function hangUp(response: Writable, isSent: () => boolean = () => response.writableFinished): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    if (!isSent()) controller.abort(new DOMException('the client hung up', 'AbortError'));
  };
  // Whoever asks late may find it gone.
  if (response.closed) end();
  else response.once('close', end);
  return controller.signal;
}

/** Whether a head announces a body (RFC 9112 §6). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** A request whose body comes, whichever version of HTTP it came by. */
export interface Source {
  readonly body: Readable;
  /** Whether all of it came. */
  readonly isComplete: () => boolean;
  readonly client: ClientConnection;
}

/** Gives what nobody has read of a body: at once what is there, and the rest as it comes. */
export function drain(
  { body, isComplete, client }: Source,
  take: (piece: Uint8Array) => void,
): boolean | Promise<boolean> {
  const next = (): Buffer | null => body.read() as Buffer | null;
  for (let piece = next(); piece !== null; piece = next()) take(piece);
  if (isComplete() || body.destroyed) return isComplete();
  return new Promise((resolve) => {
    const end = (): void => {
      client.offGone(end);
      resolve(isComplete());
    };
    body.on('data', take).once('end', end).once('close', end).resume();
    // Node tells this to no request that is answered already.
    client.onGone(end);
  });
}

/** The pieces of a body. One that came along with its head is there as a whole, so that none of it has to be waited for. */
async function* piecesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  // Node's parser tells of the head before it goes on to the body.
  await Promise.resolve();
  let left = Number(request.headers['content-length']);
  const next = (): Buffer | null => request.read() as Buffer | null;
  for (let piece = next(); piece !== null; piece = next()) {
    left -= piece.byteLength;
    yield piece;
  }
  if (left === 0) {
    // The event `end` has yet to come, for those who listen for it.
    request.resume();
    return;
  }
  // Whoever stops reading a body that is too large still wants to answer on its connection.
  for await (const piece of request.iterator({ destroyOnReturn: false })) yield piece as Buffer;
}

/** What a request came with beside itself. */
export interface Received {
  readonly response: ServerResponse;
  readonly target: Target;
  readonly client: ClientConnection;
  readonly head: ConnectionHead;
}

/** A request as the pipeline reads it. */
export function fromNode(request: IncomingMessage, { response, target, client, head }: Received): Incoming {
  const { method = 'GET' } = request;
  const isRead = method !== 'GET' && method !== 'HEAD';
  let signal: AbortSignal | undefined;
  return {
    method,
    url: target.url,
    host: target.host,
    head,
    header: (name) => headerOf(request, name),
    body: isRead && hasBody(request) ? piecesOf(request) : null,
    hasBody: () => hasBody(request),
    drain: (take) => !hasBody(request) || drain({ body: request, isComplete: () => request.complete, client }, take),
    signal: () => (signal ??= hangUp(response)),
  };
}
