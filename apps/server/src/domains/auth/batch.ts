/** Runs several operations in one commit, each with a result of its own. */
import type { contract } from '@understudy/contract';
import { auth as declared, type BatchOperation, type BatchResult } from '@understudy/contract/auth';
import { type ProblemKindInfo, sharedKinds } from '@understudy/contract/kit';
import { badRefreshToken, continueSession } from '../../identity/session.js';
import { grantOfAccessToken } from '../../identity/tokens.js';
import { realmOf } from '../../identity/realm.js';
import { passwordKey } from '../../identity/users.js';
import type { ContextOf, WithKeys } from '../../kit/context.js';
import type { KeyRequest } from '../../kit/password-keys.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Records } from '../../kit/records.js';
import { checkWanted } from '../../kit/hang-up.js';
import { logout } from './logout.js';
import { login, register } from './register.js';

/** What an operation of a batch can fail with. */
const kinds: Readonly<Partial<Record<string, ProblemKindInfo>>> = { ...sharedKinds, ...declared.kinds };

type BatchContext = ContextOf<typeof contract.auth, 'runBatch'> & WithKeys;

/** The keys that the operations of a batch need. */
export function batchKeys(records: Records, operations: readonly BatchOperation[]): KeyRequest[] {
  return operations.flatMap((one) => ('password' in one ? [passwordKey(records, one)] : []));
}

async function perform(operation: BatchOperation, ctx: BatchContext): Promise<object> {
  const { records, keys, now, emit } = ctx;
  const realm = realmOf(ctx);
  switch (operation.op) {
    case 'register': {
      const { user, isNew } = register(records, operation, { now, keys });
      if (isNew) emit('user.created', user);
      const { updated_at: _, ...registration } = user;
      return registration;
    }
    case 'login':
      return login(records, operation, { realm, keys });
    case 'refresh': {
      const session = await continueSession(records, operation.refresh_token, realm);
      if (typeof session === 'string') throw badRefreshToken(session);
      return session;
    }
    case 'logout': {
      const { access_token: token, refresh_token: refreshToken } = operation;
      const grant = token === undefined ? undefined : await grantOfAccessToken(records, token, realm);
      return logout(records, { token: token === undefined ? undefined : { grant }, refreshToken, ...realm });
    }
    default:
      return operation satisfies never;
  }
}

/** Runs operations in order: each sees what the ones before it did. */
export async function runBatch(ctx: BatchContext): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const operation of ctx.input.operations) {
    checkWanted(ctx.signal());
    const about = { ref: operation.ref ?? null, op: operation.op };
    try {
      const result = { ...(await perform(operation, ctx)) };
      results.push({ ...about, ok: true, status: 200, result, error: null });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { kind, message: detail } = error;
      const status = kinds[kind]?.status;
      if (status === undefined) throw error;
      results.push({ ...about, ok: false, status, result: null, error: { kind, detail } });
    }
  }
  return results;
}
