/** The OAuth and OpenID Connect domain: its handlers over the identity module. */
import { contract } from '@understudy/contract';
import { domain } from '../../call/domain.js';
import { bearerToken, realmOf, requireBearer, unauthorized } from '../../identity/bearer.js';
import { publicKeys } from '../../identity/keys.js';
import { ProblemError } from '../../kit/problem-error.js';
import { Draft } from '../../state/model/draft.js';
import { authorize } from './authorize.js';
import { claimsOf } from './claims.js';
import { authenticateClient } from './client-authentication.js';
import { discoveryOf } from './discovery.js';
import {
  type Exchange,
  exchangeClientCredentials,
  exchangeCode,
  type Exchanged,
  exchangeRefreshToken,
} from './exchange.js';

const exchanges: Readonly<Record<string, (draft: Draft, exchange: Exchange) => Promise<Exchanged>>> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  client_credentials: exchangeClientCredentials,
};

/** Handlers of the OAuth domain. */
export const oauth = domain(
  contract.oauth,
  {
    authorize,

    exchangeToken: async ({ input, view, now, caller }) => {
      const exchange = Object.hasOwn(exchanges, input.grant_type) ? exchanges[input.grant_type] : undefined;
      const { client_id, client_secret } = input;
      const by = authenticateClient({ authorization: caller.authorization, client_id, client_secret });
      if (exchange === undefined) {
        throw new ProblemError('unsupported_grant_type', {
          detail: `grant_type must be one of ${Object.keys(exchanges).join(', ')}`,
        });
      }
      const draft = new Draft(view);
      const exchanged = await exchange(draft, { input, by, realm: realmOf(caller, now) });
      const { writes } = draft;
      return exchanged instanceof ProblemError ? { failure: exchanged, writes } : { value: exchanged, writes };
    },

    getUserinfo: async ({ view, now, caller }) => {
      const token = bearerToken(caller.authorization);
      const { user, scope } = await requireBearer(new Draft(view), token, realmOf(caller, now));
      // A token of a client on its own speaks for no user.
      if (user === null) throw unauthorized(true);
      return { value: claimsOf(user, scope) };
    },

    getDiscovery: ({ caller }) => ({ value: discoveryOf(caller.baseUrl) }),

    getJwks: () => ({ value: { keys: publicKeys } }),
  },
  { collections: [] },
);
