import { contract } from '@understudy/contract';
import type { OperationMeta } from '@understudy/contract/kit';
import { expect, it } from 'vitest';
import type { Call } from './call.js';
import { idempotencyScope } from './perform.js';

const { meta } = contract.education.operations.createCourse;

const scopeOf = (given: Partial<Call>, own: Partial<OperationMeta> = {}) => {
  const call = { authorization: '', cookie: '', idempotencyKey: 'k', ...given };
  // Only these members of a call count.
  return idempotencyScope(call as Call, { ...meta, ...own });
};

it('is good for one operation and one credential', () => {
  const scope = scopeOf({ authorization: 'Bearer a' });
  expect(scope).toEqual(scopeOf({ authorization: 'Bearer a', cookie: 'another' }));
  expect(scope).not.toEqual(scopeOf({ authorization: 'Bearer b' }));
  expect(scope).not.toEqual(scopeOf({ authorization: 'Bearer a', idempotencyKey: 'other' }));
});

it('is good for one session, where that is the credential', () => {
  const session = { credential: 'session' } as const;
  expect(scopeOf({ cookie: 'a' }, session)).not.toEqual(scopeOf({ cookie: 'b' }, session));
});

it('is none without a key', () => {
  expect(scopeOf({ idempotencyKey: undefined })).toBeUndefined();
});
