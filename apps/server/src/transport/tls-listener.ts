/** Takes connections with TLS, and passes each on to the version of HTTP that its client has chosen (ALPN, RFC 7301). */
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Answering } from './send.js';
import { type Http1, refusePlain, type Timeouts } from './http1.js';
import { openHttp2 } from './http2.js';

/** A private key, and the certificates that belong to it, as PEM. */
export interface TlsIdentity {
  /** The certificate of the server, and those between it and its CA. */
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string | undefined;
}

/** What stands behind the door. */
export interface TlsListenerParts {
  readonly certified: TlsIdentity;
  readonly http1: Http1;
  readonly timeouts: Timeouts;
  /** How long a connection stays open on which nothing is under way, in ms. */
  readonly silentMs: number;
}

/** Takes connections with TLS. */
export interface TlsListener {
  /** What is to listen. */
  readonly front: TcpServer;
  /** The connection of TCP below one of TLS. */
  readonly wireOf: (socket: Socket) => Socket | undefined;
  readonly renew: (certified: TlsIdentity) => void;
  /** Tells clients that it will stop: they may go on for a moment. */
  readonly announce: () => void;
  /** Closes each connection once nothing is under way on it. */
  readonly leave: () => void;
  /** Closes what is left. */
  readonly cutOff: () => void;
}

/** The first byte of a handshake (RFC 8446 §5.1). */
const HANDSHAKE = 0x16;

const ignore = (): void => undefined;

/** The two ends of a connection, which no other one has at the same time. */
const ends = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

/** Calls with the first byte that comes, and leaves it there. */
function peek(socket: Socket, take: (byte: number) => void): void {
  socket.once('readable', () => {
    const piece = socket.read() as Buffer | null;
    const first = piece?.[0];
    // It was closed before anything came.
    if (piece === null || first === undefined) return void socket.destroy();
    socket.unshift(piece);
    take(first);
  });
}

/** Opens a door; it does not listen yet. */
export function listenTls(
  pipeline: Answering,
  { certified, http1, timeouts, silentMs }: TlsListenerParts,
): TlsListener {
  /** The connections of TCP, by their ends. */
  const wires = new Map<string, Socket>();
  const http2 = openHttp2(pipeline, { bodyMs: timeouts.bodyMs, silentMs });
  const secure = createTlsServer({
    ...certified,
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: timeouts.headMs,
  });
  secure.on('secureConnection', (socket: TLSSocket) => {
    socket.on('error', ignore);
    if (socket.alpnProtocol === 'h2') http2.take(socket);
    else http1.server.emit('connection', socket);
  });
  // Node closes it itself, but where nothing more comes.
  secure.on('tlsClientError', (_, socket) => socket.destroy());
  const front = createTcpServer((wire) => {
    const name = ends(wire);
    wires.set(name, wire);
    wire.on('error', ignore).once('close', () => {
      if (wires.get(name) === wire) wires.delete(name);
    });
    http1.watch(wire);
    peek(wire, (first) => {
      http1.began(wire);
      if (first === HANDSHAKE) secure.emit('connection', wire);
      else refusePlain(wire);
    });
  });
  // What it looks for on its connections, it begins to when it listens; here it is another that does.
  front.once('listening', () => http1.server.emit('listening'));
  return {
    front,
    wireOf: (socket) => wires.get(ends(socket)),
    renew: (next) => secure.setSecureContext({ ...next }),
    announce: http2.announce,
    leave: http2.leave,
    cutOff: () => {
      http2.cutOff();
      for (const wire of wires.values()) wire.destroy();
    },
  };
}
