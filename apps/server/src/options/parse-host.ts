/** Reads the name of a host as an option gives it. */
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
