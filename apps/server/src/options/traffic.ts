/** Options that keep clients from taking more of the server than others leave. */
import type { Rate } from '../kit/rate.js';
import { option } from './option.js';
import { rate, whole } from './parse.js';

/** Options that keep clients from taking more of the server than others leave. */
export const trafficOptions = {
  rateLimit: option<Rate | null>({
    flag: 'rate-limit',
    group: 'Limits',
    variable: 'UNDERSTUDY_RATE_LIMIT',
    placeholder: 'NUMBER/TIME',
    help: 'Requests that one client address may send in a time, such as 600/1m; or none.',
    fallback: null,
    shown: 'none',
    read: rate,
  }),
  maxConnections: option<number>({
    flag: 'max-connections',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_CONNECTIONS',
    placeholder: 'NUMBER',
    help: 'Connections that may be open at once; others are closed as they come.',
    fallback: 20_000,
    read: whole(1, 1_000_000),
  }),
  maxHeld: option<number>({
    flag: 'max-held',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_HELD',
    placeholder: 'NUMBER',
    help: 'Requests of one client address that may wait at once on a public address, by delays, stalls or streams.',
    fallback: 1000,
    read: whole(1, 1_000_000),
  }),
  maxSandboxesPerClient: option<number>({
    flag: 'max-sandboxes-per-client',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_SANDBOXES_PER_CLIENT',
    placeholder: 'NUMBER',
    help: 'Sandboxes that one client address may bring into being on a public address, without the admin token.',
    fallback: 100,
    read: whole(1, 1_000_000),
  }),
  maxHashes: option<number>({
    flag: 'max-hashes',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_HASHES',
    placeholder: 'NUMBER',
    help: 'Passwords that may wait to be hashed; 200 of one request at most.',
    fallback: 500,
    read: whole(1, 100_000),
  }),
};
