/** Runs several operations in one commit, each with a result of its own. */
import { type BatchOperation, type BatchResult, problemKinds } from '@understudy/contract';
import { badRefreshToken, continueSession } from '../../identity/session.js';
import type { Realm } from '../../identity/tokens.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Draft } from '../../state/draft.js';
import { logout } from './logout.js';
import { login, register } from './register.js';

async function perform(draft: Draft, operation: BatchOperation, realm: Realm): Promise<object> {
  switch (operation.op) {
    case 'register': {
      const { updated_at: _, ...registration } = await register(draft, operation, realm.now);
      return registration;
    }
    case 'login':
      return login(draft, operation, realm);
    case 'refresh': {
      const session = await continueSession(draft, operation.refresh_token, realm);
      if (typeof session === 'string') throw badRefreshToken();
      return session;
    }
    case 'logout': {
      const { access_token: accessToken, refresh_token: refreshToken } = operation;
      return logout(draft, { accessToken, refreshToken }, realm);
    }
    default:
      return operation satisfies never;
  }
}

/** Runs operations in order: each sees what the ones before it did. */
export async function runBatch(
  draft: Draft,
  operations: readonly BatchOperation[],
  realm: Realm,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const operation of operations) {
    const told = { ref: operation.ref ?? null, op: operation.op };
    try {
      const result = { ...(await perform(draft, operation, realm)) };
      results.push({ ...told, ok: true, status: 200, result, error: null });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { kind, message: detail } = error;
      results.push({ ...told, ok: false, status: problemKinds[kind].status, result: null, error: { kind, detail } });
    }
  }
  return results;
}
