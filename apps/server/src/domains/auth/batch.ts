/** Runs several operations in one commit, each with a result of its own. */
import { type BatchOperation, type BatchResult, problemKinds } from '@understudy/contract';
import { checkWanted } from '../../call/hang-up.js';
import type { Facts } from '../../call/handler.js';
import { badRefreshToken, continueSession } from '../../identity/session.js';
import type { KeyRequest } from '../../identity/password.js';
import type { Realm } from '../../identity/tokens.js';
import { passwordKey } from '../../identity/users.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Draft } from '../../state/model/draft.js';
import { logout } from './logout.js';
import { login, register } from './register.js';

/** What the operations of a batch run with. */
export interface BatchFacts extends Pick<Facts<unknown>, 'keys' | 'signal'> {
  readonly realm: Realm;
}

/** The keys that the operations of a batch need. */
export function batchKeys(draft: Draft, operations: readonly BatchOperation[]): KeyRequest[] {
  return operations.flatMap((one) => ('password' in one ? [passwordKey(draft, one)] : []));
}

async function perform(draft: Draft, operation: BatchOperation, { realm, keys }: BatchFacts): Promise<object> {
  switch (operation.op) {
    case 'register': {
      const { updated_at: _, ...registration } = register(draft, operation, { now: realm.now, keys });
      return registration;
    }
    case 'login':
      return login(draft, operation, { realm, keys });
    case 'refresh': {
      const session = await continueSession(draft, operation.refresh_token, realm);
      if (typeof session === 'string') throw badRefreshToken(session);
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
  facts: BatchFacts,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const operation of operations) {
    checkWanted(facts.signal());
    const told = { ref: operation.ref ?? null, op: operation.op };
    try {
      const result = { ...(await perform(draft, operation, facts)) };
      results.push({ ...told, ok: true, status: 200, result, error: null });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { kind, message: detail } = error;
      results.push({ ...told, ok: false, status: problemKinds[kind].status, result: null, error: { kind, detail } });
    }
  }
  return results;
}
