import { expect, it } from 'vitest';
import { traceOf } from './request-id.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

it.each([
  [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`],
  [`00-${TRACE}-${PARENT}-00`, `00-${TRACE}-${PARENT}-00`],
  // A later version is read as far as ours goes (§3.2.4).
  [`cc-${TRACE}-${PARENT}-03-what-comes`, `00-${TRACE}-${PARENT}-01`],
  [`cc-${TRACE}-${PARENT}-02`, `00-${TRACE}-${PARENT}-00`],
])('reads %s', (header, traceparent) => {
  expect(traceOf(header)).toEqual({ trace: TRACE, traceparent });
});

it.each([
  null,
  '',
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-1`,
  `cc-${TRACE}-${PARENT}-01.more`,
  ` 00-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
  `cc-${TRACE}-${PARENT}-01-${'x'.repeat(500)}`,
])('takes %j for no trace', (header) => {
  expect(traceOf(header)).toBeUndefined();
});
