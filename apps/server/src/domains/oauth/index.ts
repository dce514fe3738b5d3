/** The OAuth and OpenID Connect domain: its handlers over the identity module. */
import { oauth as declared } from '@understudy/contract/oauth';
import { clientIn } from '../../identity/clients.js';
import { publicKeys } from '../../identity/keys.js';
import type { RedirectRules } from '../../identity/redirects.js';
import { realmOf } from '../../identity/realm.js';
import { implement } from '../../kit/implement.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { LogoutOutbox } from '../../kit/logout-notice.js';
import type { WritableRecords } from '../../kit/records.js';
import type { PasswordKeys } from '../../kit/password-keys.js';
import { authorize } from './authorize.js';
import { decideDevice } from './decide-device.js';
import { authorizeDevice, DEVICE_GRANT, deviceLogins } from './device.js';
import { deviceErrorPage } from './device-pages.js';
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
import { exchangeDeviceCode } from './exchange-device.js';
import { exchangePassword, ofPassword, passwordGrant } from './exchange-password.js';
import { pushedRequests, pushRequest } from './pushed.js';
import { redirectError } from './redirect-error.js';
import { deleteClient, getClient, registerClient, updateClient } from './register.js';
import { introspectToken, revokeToken } from './revoke.js';
import { getUserinfo } from './userinfo.js';

type ExchangeGrant = (records: WritableRecords, exchange: Exchange, keys: PasswordKeys) => Promise<Exchanged>;

/** Grant types, with what redeems them. */
const exchanges: Readonly<Record<string, ExchangeGrant>> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  client_credentials: exchangeClientCredentials,
  [DEVICE_GRANT]: exchangeDeviceCode,
};

/** What redeems a grant type of a client; undefined where it has none of that name. */
function exchangeFor(type: string, client: string): ExchangeGrant | undefined {
  if (type === passwordGrant.type) return client === passwordGrant.client ? exchangePassword : undefined;
  return Object.hasOwn(exchanges, type) ? exchanges[type] : undefined;
}

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
  collections: [pushedRequests, deviceLogins],
  handlers: ({ outbox, limits: { redirects }, machineNow }: Server) => ({
    authorize: {
      handle: (ctx) => authorize(ctx, { redirects, machineNow }),
      redirectError: (problem, ctx) => redirectError(problem, ctx, redirects),
    },

    exchangeToken: {
      needs: ofPassword,
      handle: async (ctx) => {
        const { input, records, credential, problem, keys, login } = ctx;
        const exchange = exchangeFor(input.grant_type, credential.id);
        if (exchange === undefined) {
          throw problem('unsupported_grant_type', {
            detail: `grant_type must be one of ${Object.keys(exchanges).join(', ')}`,
          });
        }
        const client = clientIn(ctx, credential.id);
        if (!client.allows(input.grant_type)) {
          throw problem('unauthorized_client', { detail: 'the client has not registered this grant_type' });
        }
        const given = { input, by: credential, realm: realmOf(ctx), client, login };
        const exchanged = await exchange(records, given, keys);
        return exchanged instanceof ProblemError ? { failure: exchanged } : { value: exchanged };
      },
    },

    pushRequest: (ctx) => pushRequest(ctx, redirects),

    authorizeDevice,

    decideDevice: { handle: decideDevice, redirectError: deviceErrorPage },

    registerClient: (ctx) => registerClient(ctx, redirects),

    getClient,

    updateClient: (ctx) => updateClient(ctx, redirects),

    deleteClient,

    endSession: {
      handle: (ctx) => endSession(ctx, { redirects, outbox }),
      redirectError: logoutErrorPage,
    },

    revokeToken,

    introspectToken,

    getUserinfo,

    getDiscovery: ({ apiUrl, issuer, login, records: { dataset } }) => ({
      value: discoveryOf({ apiUrl, issuer, login, dataset }),
    }),

    getJwks: () => ({ value: { keys: publicKeys } }),
  }),
});
