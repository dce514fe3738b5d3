/** The faults that the table of docs/faults.md shows, each with every parameter of which a client could see something else. */
import { patient } from '@understudy/tooling/patience';

/** Ample for an answer that comes. */
const AMPLE_MS = patient(10_000);

/** Enough to know that nothing comes. */
const SHORT_MS = 300;

/** A fault that clients meet. */
export interface Case {
  /** The rule's fault, as it is written. */
  readonly fault: string;
  /** Query of the request. */
  readonly query?: string;
  /** Own time limit of the client, in ms. */
  readonly limitMs: number;
  /** What the first column says of it beside the fault. */
  readonly note?: string;
}

const plainly = (faults: readonly string[]): Case[] => faults.map((fault) => ({ fault, limitMs: AMPLE_MS }));

/** Faults that a read meets. */
export const reads: readonly Case[] = [
  ...plainly([
    'rate_limit',
    'rate_limit;retry_after=30',
    'rate_limit;retry_after=date',
    'rate_limit;retry_after=past',
    'rate_limit;retry_after=huge',
    'rate_limit;retry_after=garbage',
    'rate_limit;retry_after=none',
    'server_error',
    'not_found',
    'unauthorized',
    'forbidden',
    'bad_request',
    'service_unavailable',
  ]),
  // It is held for three seconds where nothing says otherwise.
  { fault: 'timeout', query: 'delay=0', limitMs: AMPLE_MS },
  ...plainly([
    'status;code=405',
    'status;code=407',
    'status;code=408',
    'status;code=418',
    'status;code=421',
    'status;code=425',
    'status;code=426',
    'status;code=451',
    'status;code=599',
    'bad_gateway',
    'bad_gateway;code=503',
    'bad_gateway;code=504',
    'captive_portal',
    'redirect;code=301',
    'redirect;code=302',
    'redirect;code=303',
    'redirect',
    'redirect;code=308',
    'redirect;to=loop',
    'redirect;to=elsewhere',
    'empty',
    'wrong_type',
    'wrong_type;type="text/plain"',
    'malformed',
    'malformed;at=0',
    'charset',
    'charset;as=latin1',
    'charset;as=utf16',
    'charset;as=invalid',
    'truncate',
    'truncate;after_bytes=0',
    'bad_gzip',
    'delay;ms=20',
    'delay;min=10;max=30',
    'delay;p50=10;p99=30',
    'drip;every=2',
    'bandwidth;bytes_per_second=20000',
    'stall;seconds=0.1',
    'stall;after_bytes=100;seconds=0.1',
    'hang;seconds=0.1',
  ]),
  { fault: 'hang', limitMs: SHORT_MS, note: 'and a client that waits for 0.3 s' },
  ...plainly([
    'reset',
    'reset;at=head',
    'reset;at=body',
    'close',
    'close;at=head',
    'close;at=body',
    'garbage',
    'garbage;at=body',
    'quota;limit=0',
    'outage;seconds=600',
    'outage;seconds=600;as=reset',
    'outage;seconds=600;as="bad_gateway;code=503"',
  ]),
];

/** Faults that a write meets, which is made all the same. */
export const lostAnswers: readonly Case[] = plainly([
  'server_error;commit=after',
  'bad_gateway;code=504;commit=after',
  'captive_portal;commit=after',
  'redirect;code=303;commit=after',
  'redirect;commit=after',
  'empty;commit=after',
  'malformed;commit=after',
  'truncate;commit=after',
  'bad_gzip;commit=after',
  'stall;seconds=0.1;commit=after',
  'hang;seconds=0.1;commit=after',
  'reset;commit=after',
  'reset;at=head;commit=after',
  'reset;at=body;commit=after',
  'close;commit=after',
  'close;at=head;commit=after',
  'close;at=body;commit=after',
  'garbage;commit=after',
  'garbage;at=body;commit=after',
]);

/** Faults that a write meets, and by which nothing is written. */
export const refusedWrites: readonly Case[] = plainly([
  'server_error',
  'malformed;commit=before',
  'bad_gzip;commit=before',
  'stall;seconds=0.1',
  'hang;seconds=0.1',
  'reset',
  'reset;at=body',
  'close',
]);
