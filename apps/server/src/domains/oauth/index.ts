/** The OAuth and OpenID Connect domain: its handlers over the identity module. */
import { oauth as declared, type Userinfo } from '@understudy/contract/oauth';
import { clientIn, LEGACY_CLIENT } from '../../identity/clients.js';
import { publicKeys, signJwt } from '../../identity/jwt.js';
import type { RedirectRules } from '../../identity/redirects.js';
import { providerUrl, realmOf, requestedAudiences } from '../../identity/realm.js';
import { implement } from '../../kit/implement.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { LogoutOutbox } from '../../kit/logins.js';
import type { WritableRecords } from '../../kit/records.js';
import type { BrowserSession, PasswordKeys } from '../../kit/credential.js';
import { authorize, redirectError } from './authorize.js';
import {
  authorizeDevice,
  codePage,
  decidedPage,
  decisionPage,
  type DecisionQuestion,
  DEVICE_GRANT,
  deviceLogins,
  type DeviceRecord,
  INTERVAL_SECONDS,
  waitingFor,
} from './device.js';
import { discoveryOf } from './discovery.js';
import { endSession, introspectToken, revokeToken } from './logout.js';
import {
  type Exchange,
  exchangeClientCredentials,
  exchangeCode,
  type Exchanged,
  exchangeRefreshToken,
  grantOfInactive,
  invalidGrant,
  issue,
  required,
  type TokenRequest,
} from './exchange.js';
import { pushedRequests, pushRequest } from './pushed.js';
import { deleteClient, getClient, registerClient, updateClient } from './register.js';
import { beginGrant, grants } from '../../identity/grants.js';
import { claimsOf, grantedScope, oauthFault, userFaultCode } from '../../identity/claims.js';
import { findByEmail, findByHint, passwordKey, type UserRecord, users } from '../../identity/users.js';
import type { ContextOf, PlanContext } from '../../kit/context.js';
import type { Needs, Result } from '../../kit/handler.js';
import { firstActive } from './login.js';
import type { z } from 'zod';
import { beginningOf, newBrowserSession, sessionCookie } from '../../identity/sessions.js';
import { faultPage, shownUsers } from './page.js';
import { unauthorized } from '../../identity/bearer.js';

/** Says who a token stands for. */
export function getUserinfo(ctx: ContextOf<typeof declared, 'getUserinfo'>): Result<Userinfo> {
  const { credential, records, now } = ctx;
  const { user, scope, grant } = credential;
  // A token of a client on its own speaks for no user.
  if (user === null) throw unauthorized(true);
  const requested = grant === null ? undefined : records.get(grants, grant.id)?.claims?.userinfo;
  const value = claimsOf(user, scope, requested);
  // Tokens that anyone may have are no client's.
  const aud = grant === null ? {} : { aud: grant.client_id };
  const { alg, metadata } = clientIn(ctx, grant?.client_id ?? '');
  const due = metadata.userinfo_signed_response_alg;
  const signed = { ...value, iss: ctx.issuer, ...aud, iat: Math.floor(now / 1000) };
  return { value, signed: { isDue: due !== undefined, make: () => signJwt(signed, due ?? alg, 'JWT') } };
}

type DecideContext = ContextOf<typeof declared, 'decideDevice'>;
type Outcome = Result<z.output<DecideContext['operation']['whole']>>;

/** Who decides: whom the request names, else whoever is logged in, else the first active user. */
function deciding({ input: { login_hint: hint }, records, credential: own }: DecideContext): UserRecord {
  const user = hint === undefined ? undefined : findByHint(records, hint);
  if (hint !== undefined && user?.status !== 'active') {
    const what = user === undefined ? 'no user' : `a user who is ${user.status}`;
    throw oauthFault('access_denied', `login_hint names ${what}`, 'login_hint', userFaultCode(user));
  }
  return user ?? (own && records.get(users, own.user.id)) ?? firstActive(records);
}

const NOBODY = { client_id: null, scope: null, user_id: null } as const;

/** The answer where no device waits for a code; none may be sent to be asked for it. */
function unknown(ctx: DecideContext, code: string | undefined): Outcome {
  const action = `${new URL(providerUrl(ctx)).pathname}/device`;
  if (code !== undefined && ctx.browser.prefers !== 'html') {
    throw oauthFault('invalid_request', 'no device waits for this user_code', 'user_code');
  }
  return {
    value: { ...NOBODY, user_code: code ?? null, status: 'unknown' },
    ...(ctx.browser.prefers === 'html' ? { redirect: codePage({ action, wrong: code }) } : {}),
  };
}

/** Whether a person is to choose who allows it. Who does not prefer HTML is a program, and is never asked. */
function choosesUser({ browser, login }: DecideContext): boolean {
  return browser.prefers === 'html' && login.login === 'page';
}

function questionOf(ctx: DecideContext, { user_code, client_id, scope, user_id }: DeviceRecord): DecisionQuestion {
  const { input, records, credential: own } = ctx;
  const { metadata } = clientIn(ctx, client_id);
  const paths = new URL(providerUrl(ctx)).pathname;
  const { login_hint: hint, find_user: sought } = input;
  const first = [hint, own?.user.id, user_id ?? undefined];
  return {
    action: `${paths}/device/decision`,
    user_code,
    client: 'client_name' in metadata ? String(metadata.client_name) : client_id,
    scope,
    by: choosesUser(ctx)
      ? {
          choice: { shown: shownUsers(records, { text: sought, first }), sought, current: own?.user.id },
          finding: `${paths}/device`,
        }
      : { user: deciding(ctx), hint },
  };
}

function decide({ records, now }: DecideContext, found: DeviceRecord, by: BrowserSession | undefined): DeviceRecord {
  return by === undefined
    ? records.put(deviceLogins, { ...found, status: 'denied' })
    : records.put(deviceLogins, {
        ...found,
        status: 'allowed',
        user_id: by.user.id,
        auth_time: Math.floor(now / 1000),
      });
}

async function decideDevice(ctx: DecideContext): Promise<Outcome> {
  const { input, records, now, sandbox, credential: own, browser } = ctx;
  const { user_code: code, decision } = input;
  const found = code === undefined ? undefined : waitingFor(records, code, now);
  if (found === undefined) return unknown(ctx, code);
  const { user_code, client_id, scope } = found;
  if (decision !== undefined && decision !== 'allow' && decision !== 'deny') {
    throw oauthFault('invalid_request', 'decision must be allow or deny', 'decision');
  }
  // A link leads to the question, never past it: what writes is a form that was sent.
  const isUndecided = decision === undefined || !browser.isPosted;
  if (isUndecided || (decision === 'allow' && input.login_hint === undefined && choosesUser(ctx))) {
    const question = browser.prefers === 'html' ? decisionPage(questionOf(ctx, found)) : undefined;
    // Programs are told at once who could not decide.
    if (question === undefined) deciding(ctx);
    return {
      value: { user_code, client_id, scope, status: 'pending', user_id: null },
      ...(question === undefined ? {} : { redirect: question }),
    };
  }
  const user = deciding(ctx);
  const isOwn = own?.user.id === user.id;
  const session = isOwn ? own : newBrowserSession(records, user, { now, sandbox, made: [found.id] });
  if (!isOwn && decision === 'allow') await ctx.useOnce(beginningOf(session.sid, now));
  const { status, user_id } = decide(ctx, found, decision === 'allow' ? session : undefined);
  const cookie = decision === 'allow' ? sessionCookie(records, session, ctx) : undefined;
  return {
    value: { user_code, client_id, scope, status, user_id: decision === 'allow' ? user_id : null },
    ...(browser.prefers === 'html' ? { redirect: decidedPage(decision === 'allow', cookie) } : {}),
  };
}

/** Allows a login by itself, where it has been polled for often enough. */
function allowedByItself(records: WritableRecords, found: DeviceRecord, now: number): DeviceRecord {
  const { status, auto_approve, polls } = found;
  if (status !== 'pending' || auto_approve === null || polls < auto_approve) return found;
  const user_id = found.user_id ?? firstActive(records).id;
  return { ...found, status: 'allowed', user_id, auth_time: Math.floor(now / 1000) };
}

/** What a device is told that has to wait; a poll that comes too soon makes it wait longer. */
function waiting(records: WritableRecords, found: DeviceRecord, now: number): Exchanged {
  const isSoon = now < found.polled_at + found.interval * 1000;
  const interval = found.interval + (isSoon ? INTERVAL_SECONDS : 0);
  records.put(deviceLogins, { ...found, interval, polls: found.polls + 1, polled_at: now });
  return isSoon
    ? oauthFault('slow_down', `wait ${interval} seconds between polls, by the clock of the sandbox`)
    : oauthFault('authorization_pending', 'nobody has allowed or denied it yet');
}

async function exchangeDeviceCode(records: WritableRecords, exchange: Exchange): Promise<Exchanged> {
  const { input, by, realm } = exchange;
  const { now } = realm;
  const known = records.get(deviceLogins, required(input, 'device_code'));
  if (known === undefined) throw invalidGrant('the device_code was not issued here, or was used before');
  if (known.client_id !== by.id) throw invalidGrant('the device_code was issued to another client');
  if (known.ends_at <= now) throw oauthFault('expired_token', 'the device_code has expired; start again');
  const found = allowedByItself(records, known, now);
  if (found.status === 'denied') throw oauthFault('access_denied', 'the user has denied it');
  if (found.status === 'pending') return waiting(records, found, now);
  const user = records.get(users, found.user_id ?? '');
  if (user?.status !== 'active') {
    const what = user === undefined ? 'not there any more' : user.status;
    throw oauthFault('access_denied', `the user is ${what}`, 'device_code', userFaultCode(user));
  }
  // It is good once: what is not there any more is none of ours.
  records.remove(deviceLogins, found.id);
  const { scope, audiences, auth_time: authTime } = found;
  const jkt = by.isConfidential ? undefined : by.jkt;
  const login = { userId: user.id, clientId: by.id, scope, authTime, confidential: by.isConfidential, audiences, jkt };
  return issue(records, exchange, { grant: beginGrant(records, login, realm), scope });
}

const passwordGrant = { type: 'password', client: LEGACY_CLIENT } as const;

/** What holding a password against its user needs. */
function ofPassword({ input, records }: PlanContext<TokenRequest>): Needs {
  const { grant_type, username: email, password } = input;
  if (grant_type !== passwordGrant.type || email === undefined || password === undefined) return {};
  return { keys: [passwordKey(records, { email, password })] };
}

/** Redeems the password of a user. An unknown address and a wrong password look and take the same. */
async function exchangePassword(records: WritableRecords, exchange: Exchange, keys: PasswordKeys): Promise<Exchanged> {
  const { input, by, realm, login } = exchange;
  const [email, password] = [required(input, 'username'), required(input, 'password')];
  const user = findByEmail(records, email);
  // The key was derived for an unknown address as well, so that it is not known by its time.
  if (user === undefined || !keys.isRight(password, user.password))
    throw invalidGrant('the username or the password is wrong');
  if (user.status !== 'active') throw grantOfInactive(user, 'username');
  const scope = grantedScope(input.scope, login);
  const authTime = Math.floor(realm.now / 1000);
  const audiences = requestedAudiences(input);
  const granted = { userId: user.id, clientId: by.id, scope, authTime, confidential: by.isConfidential, audiences };
  return issue(records, exchange, { grant: beginGrant(records, granted, realm), scope });
}

type ExchangeGrant = (records: WritableRecords, exchange: Exchange, keys: PasswordKeys) => Promise<Exchanged>;

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

    decideDevice: {
      handle: decideDevice,
      redirectError: faultPage('This cannot be decided like this', 'Nothing has been allowed or denied.'),
    },

    registerClient: (ctx) => registerClient(ctx, redirects),

    getClient,

    updateClient: (ctx) => updateClient(ctx, redirects),

    deleteClient,

    endSession: {
      handle: (ctx) => endSession(ctx, { redirects, outbox }),
      redirectError: faultPage(
        'You cannot be logged out like this',
        'The app that sent you here asks for something that cannot be done, so nothing has happened.',
      ),
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
