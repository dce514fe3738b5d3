/** The authentication domain: its handlers over the identity module. */
import { contract } from '@understudy/contract';
import { domain } from '../../call/domain.js';
import { type Needs, type Planned, withNeeds } from '../../call/handler.js';
import { bearerToken, realmOf, requireBearer, unauthorized } from '../../identity/bearer.js';
import { identityCollections } from '../../identity/grants.js';
import { badRefreshToken, continueSession } from '../../identity/session.js';
import { passwordKey, publicUser, users } from '../../identity/users.js';
import { listing } from '../../kit/listing.js';
import { Draft } from '../../state/model/draft.js';
import { batchKeys, runBatch } from './batch.js';
import { logout } from './logout.js';
import { login, register, userCreated } from './register.js';
import { unknownUser, updateUser } from './update-user.js';

/** What holding a password against its user needs. */
function ofPassword<Input extends { email: string; password: string }>({ input, view }: Planned<Input>): Needs {
  return { keys: [passwordKey(new Draft(view), input)] };
}

/** Handlers of the authentication domain. */
export const auth = domain(
  contract.auth,
  {
    register: withNeeds(ofPassword, ({ input, view, now, keys }) => {
      const draft = new Draft(view);
      const { updated_at: _, ...registration } = register(draft, input, { now, keys });
      return { value: [registration], writes: draft.writes, emits: userCreated(draft, registration) };
    }),

    login: withNeeds(ofPassword, async ({ input, view, now, caller, keys }) => {
      const draft = new Draft(view);
      const session = await login(draft, input, { realm: realmOf(caller, now), keys });
      return { value: [session], writes: draft.writes };
    }),

    refresh: async ({ input, view, now, caller }) => {
      const draft = new Draft(view);
      const session = await continueSession(draft, input.refresh_token, realmOf(caller, now));
      if (typeof session === 'string') return { failure: badRefreshToken(session), writes: draft.writes };
      return { value: [session], writes: draft.writes };
    },

    logout: async ({ input, view, now, caller }) => {
      const draft = new Draft(view);
      const tokens = { accessToken: bearerToken(caller.authorization), refreshToken: input.refresh_token };
      const value = await logout(draft, tokens, realmOf(caller, now));
      return { value: [value], writes: draft.writes };
    },

    getProfile: async ({ view, now, caller }) => {
      const token = bearerToken(caller.authorization);
      const { user } = await requireBearer(new Draft(view), token, realmOf(caller, now));
      // A client on its own has no profile.
      if (user === null) throw unauthorized(true);
      return { value: publicUser(user) };
    },

    listUsers: ({ input: { status } }) => ({ ...listing(users, { status }), show: publicUser }),

    getUser: ({ input: { user_id }, view }) => {
      const user = view.get(users, user_id);
      if (user === undefined) throw unknownUser(user_id);
      return { value: publicUser(user) };
    },

    updateUser: ({ input: { user_id, ...change }, view, now }) => {
      const draft = new Draft(view);
      const user = updateUser(draft, user_id, { change, now });
      return { value: [publicUser(user)], writes: draft.writes };
    },

    runBatch: withNeeds(
      ({ input, view }) => ({ keys: batchKeys(new Draft(view), input.operations) }),
      async ({ input, view, now, caller, keys, signal }) => {
        const draft = new Draft(view);
        const value = await runBatch(draft, input.operations, { realm: realmOf(caller, now), keys, signal });
        const created = new Set(
          value.flatMap(({ op, result }) => (op === 'register' && result !== null ? [String(result['id'])] : [])),
        );
        return { value, writes: draft.writes, emits: [...created].flatMap((id) => userCreated(draft, { id })) };
      },
    ),
  },
  { collections: [users, ...identityCollections] },
);
