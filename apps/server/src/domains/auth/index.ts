/** The authentication domain: its handlers over the identity module. */
import { auth as declared, type BatchOperation, type BatchResult, type User } from '@understudy/contract/auth';
import { unauthorized } from '../../identity/bearer.js';
import { identityCollections, partingNumber, revokeGrant } from '../../identity/grants.js';
import { registeredClients } from '../../identity/registered-clients.js';
import { badRefreshToken, continueSession, grantOfRefreshToken } from '../../identity/sessions.js';
import { realmOf } from '../../identity/realm.js';
import { passwordKey, publicUser, type UserRecord, users } from '../../identity/users.js';
import type { ContextOf, PlanContext, WithKeys } from '../../kit/context.js';
import type { Needs } from '../../kit/handler.js';
import { implement } from '../../kit/implement.js';
import { listing } from '../../kit/listing.js';
import { login, register } from './register.js';
import type { KeyRequest, PasswordKeys, PresentedToken } from '../../kit/credential.js';
import { checkWanted, ProblemError, problemsOf } from '../../kit/problem-error.js';
import type { Records, WritableRecords } from '../../kit/records.js';
import type { contract } from '@understudy/contract';
import { type ProblemKindInfo, sharedKinds } from '@understudy/contract/kit';
import { grantOfAccessToken } from '../../identity/tokens.js';

/** The tokens of the session to end: either will do. */
interface SessionTokens {
  /** The access token, of which nothing but its login matters. */
  readonly token: Pick<PresentedToken, 'grant'> | undefined;
  readonly refreshToken: string | undefined;
  readonly sandbox: string;
}

/** Ends the sessions of both tokens, and answers which; it may be repeated. */
function logout(records: WritableRecords, { token, refreshToken, sandbox }: SessionTokens) {
  const byRefresh = refreshToken === undefined ? undefined : grantOfRefreshToken(records, refreshToken, sandbox)?.id;
  const ended = [token?.grant, byRefresh].filter((id) => id !== undefined);
  const [id] = ended;
  if (id === undefined) throw unauthorized(token !== undefined || refreshToken !== undefined);
  for (const grant of ended) revokeGrant(records, grant);
  return { id, status: 'logged_out' as const };
}

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

const problem = problemsOf(declared.kinds);

const next: Readonly<Record<User['status'], readonly User['status'][]>> = {
  pending: ['active', 'deactivated'],
  active: ['suspended', 'deactivated'],
  suspended: ['active', 'deactivated'],
  deactivated: [],
};

function checkTransition({ status }: UserRecord, wanted: User['status']): void {
  if (next[status].includes(wanted)) return;
  const allowed = next[status].length === 0 ? 'nowhere: the state is final' : next[status].join(' or ');
  throw problem('conflict', {
    detail: `a user who is ${status} cannot become ${wanted}; allowed: ${allowed}`,
    errors: [{ pointer: '#/status', code: 'conflict', detail: `must be ${allowed}` }],
  });
}

/** A user without claims has none, not an empty object of them. */
function withoutEmptyClaims({ claims, ...user }: UserRecord): UserRecord {
  return claims === undefined || Object.keys(claims).length === 0 ? user : { ...user, claims };
}

/** A user with another password; the same one where none is given, or the one that they have. */
function withPassword(
  user: UserRecord,
  { password, keys }: { readonly password: string | undefined; readonly keys: PasswordKeys },
): UserRecord {
  if (password === undefined || keys.isRight(password, user.password)) return user;
  return { ...user, password: keys.hash({ password, salt: user.password.salt }) };
}

/** Changes a user. Suspending or deactivating ends every token, code and session there is, for good. */
function updateUser(
  records: WritableRecords,
  user: UserRecord,
  { changed, now }: { readonly changed: UserRecord; readonly now: number },
): UserRecord {
  if (changed === user) return user;
  const { status } = changed;
  if (status !== user.status) checkTransition(user, status);
  const hasEnded = status !== user.status && status !== 'active';
  return records.put(users, {
    ...withoutEmptyClaims(changed),
    updated_at: new Date(now).toISOString(),
    grants_from: hasEnded ? partingNumber(records) : user.grants_from,
  });
}

/** What holding a password against its user needs. */
function ofPassword({ input, records }: PlanContext<{ readonly email: string; readonly password: string }>): Needs {
  return { keys: [passwordKey(records, input)] };
}

/** The authentication domain. */
export const auth = implement(declared, {
  collections: [users, ...identityCollections, registeredClients],
  handlers: {
    register: {
      needs: ofPassword,
      handle: ({ input, records, now, keys, emit }) => {
        const { user, isNew } = register(records, input, { now, keys });
        if (isNew) emit('user.created', user);
        const { updated_at: _, ...registration } = user;
        return { value: [registration] };
      },
    },

    login: {
      needs: ofPassword,
      handle: async (ctx) => {
        const session = await login(ctx.records, ctx.input, { realm: realmOf(ctx), keys: ctx.keys });
        return { value: [session] };
      },
    },

    refresh: async (ctx) => {
      const session = await continueSession(ctx.records, ctx.input.refresh_token, realmOf(ctx));
      return typeof session === 'string' ? { failure: badRefreshToken(session) } : { value: [session] };
    },

    logout: ({ input, records, credential, sandbox }) => ({
      value: [logout(records, { token: credential, refreshToken: input.refresh_token, sandbox })],
    }),

    getProfile: ({ credential: { user } }) => {
      // A client on its own has no profile.
      if (user === null) throw unauthorized(true);
      return { value: user };
    },

    listUsers: () => ({ ...listing(users), show: publicUser }),

    getUser: ({ input, records }) => ({ value: publicUser(records.find(users, input.user_id)) }),

    updateUser: {
      needs: ({ input, records }) => {
        const user = records.get(users, input.user_id);
        const { password } = input;
        return user === undefined || password === undefined ? {} : { keys: [{ password, salt: user.password.salt }] };
      },
      handle: ({ input, records, patch, merged, now, keys }) => {
        const user = records.find(users, input.user_id);
        const { password, ...shown } = patch;
        const changed = withPassword(merged(user, shown), { password, keys });
        return { value: [publicUser(updateUser(records, user, { changed, now }))] };
      },
    },

    runBatch: {
      needs: ({ input, records }) => ({ keys: batchKeys(records, input.operations) }),
      handle: async (ctx) => ({ value: await runBatch(ctx) }),
    },
  },
});
