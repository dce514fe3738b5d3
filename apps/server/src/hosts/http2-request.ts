/** A request of HTTP/2 as the edge reads it. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Incoming } from '../http/incoming.js';
import { isSent } from './is-sent.js';
import { drain, hangUp } from './node-request.js';
import type { Peer } from './peer.js';
import type { Target } from './target.js';

/** What a stream was opened with. */
export interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

/** What a request came with beside its stream. */
export interface ReceivedStream extends Asked {
  readonly target: Target;
  readonly peer: Peer;
}

/** The headers as HTTP/1.1 has them: Host in the place of `:authority` (RFC 9113 §8.3.1), and no other pseudo-header. */
function ordinary(raw: readonly string[], hasHost: boolean): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]];
    if (name === ':authority' && !hasHost) kept.push('host', value);
    else if (!name.startsWith(':')) kept.push(name, value);
  }
  return kept;
}

/** Whether a client has taken back what it was sending: to those who read, it looks like the end. */
const isBroken = (stream: ServerHttp2Stream): boolean =>
  stream.aborted || (stream.rstCode ?? constants.NGHTTP2_NO_ERROR) !== constants.NGHTTP2_NO_ERROR;

/** The body in pieces; it fails where the rest will not come. */
async function* piecesOf(stream: ServerHttp2Stream): AsyncGenerator<Uint8Array> {
  // Whoever stops reading a body that is too large still wants to answer.
  for await (const piece of stream.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  if (isBroken(stream)) throw new DOMException('the client hung up', 'AbortError');
}

/** A request as the edge reads it. */
export function fromStream(stream: ServerHttp2Stream, { headers, rawHeaders, target, peer }: ReceivedStream): Incoming {
  const { ':method': method = 'GET', ':authority': authority } = headers;
  const isRead = method !== 'GET' && method !== 'HEAD';
  const hasBody = !stream.endAfterHeaders;
  const isComplete = (): boolean => stream.readableEnded && !isBroken(stream);
  const sent = peer.headOf({ rawHeaders: ordinary(rawHeaders, headers.host !== undefined) });
  let signal: AbortSignal | undefined;
  const header = (name: string): string | null => {
    const value = headers[name] ?? (name === 'host' ? authority : undefined);
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return {
    method,
    url: target.url,
    host: target.host,
    // Of its own: whether there is a body, it does not say.
    head: { rawHeaders: sent.rawHeaders, connection: peer.name, address: peer.address },
    header,
    body: isRead ? piecesOf(stream) : null,
    hasBody: () => hasBody,
    drain: (take) => !hasBody || drain({ body: stream, isComplete, peer }, take),
    signal: () => (signal ??= hangUp(stream, () => isSent(stream))),
  };
}
