/** Reads the name or the address of a host as an option gives it. */
import { NotAllowed } from './parse.js';

/** A name or an address of a host, as it stands in a URL. */
export function hostName(value: unknown): string {
  const isBare = typeof value === 'string' && !/[\s/?#@\\%]/.test(value);
  // Two colons make an IPv6 address; what has one has a port.
  const inUrl = isBare && value.includes(':') && !value.startsWith('[') ? `[${value}]` : value;
  const url = `http://${String(inUrl)}`;
  if (isBare && URL.canParse(url) && new URL(url).port === '') return new URL(url).hostname;
  throw new NotAllowed('a host without scheme and port, such as mock.internal');
}

/** What to listen on: a name or an address, which for IPv6 may stand in brackets, as in a URL, and may have a zone. */
export function listenAddress(value: unknown): string {
  const [, inBrackets] = typeof value === 'string' ? (/^\[([^[\]]*:[^[\]]*)\]$/.exec(value) ?? []) : [];
  const host = inBrackets ?? value;
  const isHost = typeof host === 'string' && /^[^\s/?#@\\[\]]{1,255}$/.test(host);
  // One colon stands before a port; an IPv6 address has two at least.
  if (isHost && host.split(':').length !== 2) return host;
  throw new NotAllowed(
    'an address or a name of this machine without scheme and port, such as 0.0.0.0, :: or localhost',
  );
}
