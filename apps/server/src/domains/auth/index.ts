/** The authentication domain: its handlers over the identity module. */
import {
  auth as declared,
  type BatchOperation,
  type BatchResult,
  type Session,
  type User,
} from '@understudy/contract/auth';
import { unauthorized } from '../../identity/bearer.js';
import { identityCollections, partingNumber, revokeGrant } from '../../identity/grants.js';
import { registeredClients } from '../../identity/clients.js';
import { badRefreshToken, beginSession, continueSession, grantOfRefreshToken } from '../../identity/sessions.js';
import { type Realm, realmOf } from '../../identity/realm.js';
import { findByEmail, passwordKey, publicUser, userId, type UserRecord, users } from '../../identity/users.js';
import type { ContextOf, PlanContext, WithKeys } from '../../kit/context.js';
import type { Needs } from '../../kit/handler.js';
import { implement } from '../../kit/implement.js';
import { listing } from '../../kit/listing.js';
import type { KeyRequest, PasswordKeys, PresentedToken } from '../../kit/credential.js';
import { checkWanted, ProblemError, problemsOf } from '../../kit/problem-error.js';
import type { Records, WritableRecords } from '../../kit/records.js';
import { type ProblemKindInfo, sharedKinds } from '@understudy/contract/kit';
import { grantOfAccessToken } from '../../identity/tokens.js';
import { claimsAtFirst } from '../../identity/claims.js';

const registrationProblem = problemsOf(declared.kinds);

interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Registers a user. The identical registration again answers the same user. */
export function register(
  records: WritableRecords,
  given: NewUser,
  { now, keys }: { readonly now: number; readonly keys: PasswordKeys },
): { readonly user: User; readonly isNew: boolean } {
  const { email, name, password } = given;
  const existing = findByEmail(records, email);
  if (existing !== undefined) {
    const isSame = keys.isRight(password, existing.password) && existing.name === name;
    if (isSame) return { user: publicUser(existing), isNew: false };
    throw registrationProblem('conflict', {
      detail: 'the e-mail address is registered already, with another password or name',
      errors: [{ pointer: '#/email', code: 'conflict', detail: 'must not be registered already' }],
    });
  }
  const at = new Date(now).toISOString();
  const id = userId(records, email);
  const claims = claimsAtFirst(records.dataset, { id, email });
  const record = {
    id,
    email,
    name,
    status: 'active' as const,
    created_at: at,
    updated_at: at,
    ...(claims === undefined ? {} : { claims }),
    password: keys.hash(passwordKey(records, given)),
    grants_from: 0,
  };
  return { user: publicUser(records.put(users, record)), isNew: true };
}

const refusals = {
  pending: () => registrationProblem('user_pending', { detail: 'the user has not been activated yet' }),
  suspended: () => registrationProblem('user_suspended', { detail: 'the user is suspended' }),
  deactivated: () => registrationProblem('user_deactivated', { detail: 'the user is deactivated' }),
} as const;

/** Logs a user in. An unknown address and a wrong password look and take the same. */
export async function login(
  records: WritableRecords,
  given: Omit<NewUser, 'name'>,
  { realm, keys }: { readonly realm: Realm; readonly keys: PasswordKeys },
): Promise<Session> {
  const user = findByEmail(records, given.email);
  if (user === undefined || !keys.isRight(given.password, user.password)) {
    throw new ProblemError('unauthorized', {
      detail: 'the e-mail address or the password is wrong',
      headers: { 'www-authenticate': 'Bearer realm="understudy"' },
    });
  }
  if (user.status !== 'active') throw refusals[user.status]();
  return beginSession(records, user, realm);
}

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

type BatchContext = ContextOf<typeof declared, 'runBatch'> & WithKeys;

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
