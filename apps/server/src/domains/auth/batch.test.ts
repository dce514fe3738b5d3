import { contract } from '@understudy/contract';
import type { BatchOperation } from '@understudy/contract/auth';
import { expect, it } from 'vitest';
import { keyOf } from '#platform/runtime';
import { DerivedKeys } from '../../identity/users.js';
import { Draft } from '../../kit/draft.js';
import { problemsOf } from '../../kit/problem-error.js';
import { Dataset } from '../../kit/dataset.js';
import { Overlay } from '../../store/model/overlay.js';
import { View } from '../../store/model/view.js';
import { batchKeys, runBatch } from './index.js';

const records = new Draft(new View(new Dataset('understudy', { users: 10 }), new Overlay()));
const user = { email: 'ada@example.com', password: 'correct horse' };

const contextOf = (operations: BatchOperation[], signal: () => AbortSignal) => ({
  operation: contract.auth.operations.runBatch,
  input: { operations },
  records,
  now: 0,
  sandbox: 'default',
  began: 0,
  baseUrl: 'http://127.0.0.1:4010',
  apiUrl: 'http://127.0.0.1:4010/api',
  issuer: 'http://127.0.0.1:4010/api/oauth',
  credential: undefined,
  newId: () => '',
  onlyId: () => '',
  retryId: () => undefined,
  useOnce: async () => true,
  emit: () => undefined,
  login: {},
  problem: problemsOf({}),
  keys: new DerivedKeys(keyOf),
  signal,
  report: () => undefined,
  listed: () => undefined,
});

it('needs one key for a user who registers and logs in, and another for another password', () => {
  const keys = batchKeys(records, [
    { op: 'register', name: 'Ada', ...user },
    { op: 'login', ...user },
    { op: 'login', ...user, password: 'wrong' },
    { op: 'refresh', refresh_token: 'rt_x' },
  ]);
  expect(new DerivedKeys(keyOf).missing(keys)).toHaveLength(2);
});

it('ends in the middle when nobody waits for it any more', async () => {
  const client = new AbortController();
  const asked: number[] = [];
  const signal = (): AbortSignal => {
    if (asked.push(asked.length) === 3) client.abort();
    return client.signal;
  };
  const operations = Array.from({ length: 50 }, () => ({ op: 'refresh' as const, refresh_token: 'rt_x' }));
  await expect(runBatch(contextOf(operations, signal))).rejects.toMatchObject({ kind: 'timeout' });
  expect(asked).toHaveLength(3);
});
