/** The authentication domain: its handlers over the identity module. */
import { auth as declared } from '@understudy/contract/auth';
import { unauthorized } from '../../identity/bearer.js';
import { identityCollections } from '../../identity/grants.js';
import { registeredClients } from '../../identity/registered-clients.js';
import { badRefreshToken, continueSession } from '../../identity/session.js';
import { realmOf } from '../../identity/realm.js';
import { passwordKey, publicUser, users } from '../../identity/users.js';
import type { PlanContext } from '../../kit/context.js';
import type { Needs } from '../../kit/handler.js';
import { implement } from '../../kit/implement.js';
import { listing } from '../../kit/listing.js';
import { batchKeys, runBatch } from './batch.js';
import { logout } from './logout.js';
import { login, register } from './register.js';
import { updateUser, withPassword } from './update-user.js';

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
