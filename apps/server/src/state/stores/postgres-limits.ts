/** How long a PostgreSQL may take, as its address says. */
import { StoreRefused } from './refused.js';

/** A statement of ours takes a few ms; what takes this long waits for a lock, or for a disk that does not keep up. */
const STATEMENT_MS = 3000;

/** A number of one to so many digits in the query of an address; undefined where there is none. */
function given(url: string, { name, digits, is }: { name: string; digits: string; is: string }): number | undefined {
  const text = new URL(url).searchParams.get(name);
  if (text === null) return undefined;
  if (new RegExp(`^[1-9]\\d{${digits}}$`).test(text)) return Number(text);
  throw new StoreRefused('store', `${name} must be a whole number of ${is}`);
}

/** How long a connection may take to come about: `connect_timeout` of the address, in seconds, as libpq reads it. */
export function connectMs(url: string, otherwise: number): number {
  const seconds = given(url, { name: 'connect_timeout', digits: '0,1', is: 'seconds, 1 to 99' });
  return seconds === undefined ? otherwise : seconds * 1000;
}

/** How long a statement may take: `statement_timeout` of the address, in ms, as PostgreSQL reads it. */
export function statementMs(url: string): number {
  return given(url, { name: 'statement_timeout', digits: '2,4', is: 'ms, 100 to 99999' }) ?? STATEMENT_MS;
}
