/** How long a PostgreSQL may take, as its address says. */
import { StoreRefused } from '../refused.js';

/** A statement of ours takes a few ms; what takes this long waits for a lock, or for a disk that does not keep up. */
const STATEMENT_MS = 3000;

/** What a number in the query of an address may be. */
interface Limits {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}

/** A number in the query of an address; undefined where there is none. */
function given(url: string, name: string, { least, most, unit }: Limits): number | undefined {
  const text = new URL(url).searchParams.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^[1-9]\d*$/.test(text) && value >= least && value <= most) return value;
  throw new StoreRefused('store', `${name} must be a whole number of ${unit}, ${least} to ${most}`);
}

/** How long a connection may take to come about: `connect_timeout` of the address, in seconds, as libpq reads it. */
export function connectMs(url: string, otherwise: number): number {
  const seconds = given(url, 'connect_timeout', { least: 1, most: 99, unit: 'seconds' });
  return seconds === undefined ? otherwise : seconds * 1000;
}

/** How long a statement may take: `statement_timeout` of the address, in ms, as PostgreSQL reads it. */
export function statementMs(url: string): number {
  return given(url, 'statement_timeout', { least: 100, most: 99_999, unit: 'ms' }) ?? STATEMENT_MS;
}
