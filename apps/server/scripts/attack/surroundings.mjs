/** What stands beside the input of a request: the controls in its query, and its headers. */
import { simulatedErrors } from '@understudy/contract';
import fc from 'fast-check';
import { number, text } from './odd-values.mjs';

/** Mostly the one, at times the other. */
const mostly = (right, wrong) => fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrong });

/** Up to some members of a record. */
const someOf = (members, maxLength) =>
  fc
    .tuple(fc.record(members), fc.shuffledSubarray(Object.keys(members), { maxLength }))
    .map(([all, names]) => Object.fromEntries(names.map((name) => [name, all[name]])));

/** Of all but the timeout, which is held. */
const failures = simulatedErrors.filter((error) => error !== 'timeout');

/** Controls in the query. */
export const controls = someOf(
  {
    delay: mostly(fc.constantFrom('0', '0.01'), fc.oneof(fc.constantFrom('-1', '11', '1e1', 'x', ''), text)),
    simulate_error: mostly(fc.constantFrom(...failures), text),
    cors: mostly(fc.constantFrom('restrict', 'preflight'), text),
    page: mostly(fc.constantFrom('1', '2', '999999999999'), number.map(String)),
    per_page: mostly(fc.constantFrom('1', '50'), number.map(String)),
    pagination_style: mostly(fc.constantFrom('page', 'cursor', 'link'), text),
    cursor: mostly(fc.constant('<CURSOR>'), text),
    q: text,
  },
  3,
);

/** `timeout` is held for as long as `delay` says, so that it has to say something. */
export const timeout = fc.constant({ simulate_error: 'timeout', delay: '0.01' });

const key = fc.nat(40).map((n) => `k${n}`);

/** Headers, as node:http can send them; what it cannot is for raw sockets. */
export const headers = someOf(
  {
    accept: fc.constantFrom('*/*', 'application/json', 'text/html', 'text/event-stream', 'x/y;q=0'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'gzip;q=0, *;q=0', 'x'),
    authorization: mostly(
      fc.constantFrom('Bearer <ACCESS_TOKEN>', `Basic ${btoa('understudy-web:understudy-secret')}`),
      fc.constantFrom('Bearer', 'Bearer x.y.z', 'Basic', 'Basic dTpw', 'Digest x'),
    ),
    cookie: fc.constantFrom('a=b', 'understudy_session=x', '='.repeat(3000)),
    'idempotency-key': mostly(key, fc.constantFrom('', ' ', 'x'.repeat(300))),
    'if-none-match': fc.constantFrom('*', 'W/"x"', '"', 'W/"a", W/"b"'),
    origin: fc.constantFrom('null', 'https://allowed.example', 'https://else.example', 'x'),
    'access-control-request-method': fc.constantFrom('POST', 'x y'),
    'access-control-request-headers': fc.constantFrom('authorization', 'x,,y', ','),
    'sec-fetch-mode': fc.constantFrom('navigate', 'cors'),
    'x-request-id': fc.constantFrom('abc', 'x'.repeat(500), 'ä'),
    'x-forwarded-host': fc.constantFrom('evil.example', 'a b'),
    traceparent: fc.constantFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-x'),
    range: fc.constantFrom('bytes=0-10', 'bytes=-1'),
  },
  4,
);
