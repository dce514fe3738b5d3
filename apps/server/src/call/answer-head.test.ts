import type { Operation, Status } from '@understudy/contract/kit';
import { expect, it } from 'vitest';
import { api } from '../../test/support.js';
import { answerHead } from './finish-outcome.js';

/** An operation that declares a status. */
function declaring(status: Status): Operation {
  const some = api.operations.get('education.createCourse');
  if (some === undefined) throw new RangeError('there is no such operation');
  return { ...some, meta: { ...some.meta, status } };
}

it.each([
  [201, {}, { status: 201 }],
  [201, { existed: true }, { status: 200 }],
  [201, { existed: false, location: '/api/x' }, { status: 201, location: '/api/x' }],
  [202, { existed: true, retryAfter: 0 }, { status: 202, retryAfter: 0 }],
  [200, { retryAfter: 1.2 }, { status: 200, retryAfter: 2 }],
  [204, { location: undefined, retryAfter: undefined }, { status: 204 }],
] as const)('a declared %i with the outcome %j', (status, outcome, expected) => {
  expect(answerHead(declaring(status), outcome)).toStrictEqual(expected);
});

it.each([
  [{ location: 'https://example.com/' }, 'education.createCourse gave the location "https://example.com/"'],
  [{ location: 'rooms/1' }, 'no path below the base URL'],
  [{ retryAfter: -1 }, 'gave the time -1 to ask again'],
  [{ retryAfter: Number.NaN }, 'not a number of seconds'],
  [{ retryAfter: Number.POSITIVE_INFINITY }, 'not a number of seconds'],
])('%j is a fault of the handler', (outcome, text) => {
  expect(() => answerHead(declaring(201), outcome)).toThrow(text);
});
