/** The OAuth and OpenID Connect domain: its handlers over the identity module. */
import { oauth as declared } from '@understudy/contract/oauth';
import { publicKeys } from '../../identity/keys.js';
import type { RedirectRules } from '../../identity/redirects.js';
import { realmOf } from '../../identity/realm.js';
import { implement } from '../../kit/implement.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { LogoutOutbox } from '../../kit/logout-notice.js';
import type { WritableRecords } from '../../kit/records.js';
import { authorize } from './authorize.js';
import { discoveryOf } from './discovery.js';
import { endSession } from './end-session.js';
import { logoutErrorPage } from './logout-pages.js';
import {
  type Exchange,
  exchangeClientCredentials,
  exchangeCode,
  type Exchanged,
  exchangeRefreshToken,
} from './exchange.js';
import { redirectError } from './redirect-error.js';
import { introspectToken, revokeToken } from './revoke.js';
import { getUserinfo } from './userinfo.js';

const exchanges: Readonly<Record<string, (records: WritableRecords, exchange: Exchange) => Promise<Exchanged>>> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  client_credentials: exchangeClientCredentials,
};

/** What the domain needs of a server. */
export interface Server {
  readonly outbox: LogoutOutbox;
  readonly limits: {
    /** Where browsers may be sent, beside this machine. */
    readonly redirects: RedirectRules;
  };
  /** The present of the machine in ms since 1970. */
  readonly machineNow: () => number;
}

/** The OAuth domain. */
export const oauth = implement(declared, {
  handlers: ({ outbox, limits: { redirects }, machineNow }: Server) => ({
    authorize: {
      handle: (ctx) => authorize(ctx, { redirects, machineNow }),
      redirectError: (problem, ctx) => redirectError(problem, ctx, redirects),
    },

    exchangeToken: async (ctx) => {
      const { input, records, credential, problem } = ctx;
      const exchange = Object.hasOwn(exchanges, input.grant_type) ? exchanges[input.grant_type] : undefined;
      if (exchange === undefined) {
        throw problem('unsupported_grant_type', {
          detail: `grant_type must be one of ${Object.keys(exchanges).join(', ')}`,
        });
      }
      const exchanged = await exchange(records, { input, by: credential, realm: realmOf(ctx), login: ctx.login });
      return exchanged instanceof ProblemError ? { failure: exchanged } : { value: exchanged };
    },

    endSession: {
      handle: (ctx) => endSession(ctx, { redirects, outbox }),
      redirectError: logoutErrorPage,
    },

    revokeToken,

    introspectToken,

    getUserinfo,

    getDiscovery: ({ apiUrl, login, records: { dataset } }) => ({ value: discoveryOf({ apiUrl, login, dataset }) }),

    getJwks: () => ({ value: { keys: publicKeys } }),
  }),
});
