/** What the user of a device does with its code: a page for browsers, JSON for programs (RFC 8628 §3.3). */
import type { contract } from '@understudy/contract';
import type { z } from 'zod';
import { beginningOf, newBrowserSession, sessionCookie } from '../../identity/browser-session.js';
import { clientIn } from '../../identity/clients.js';
import { oauthFault, userFaultCode } from '../../identity/oauth-fault.js';
import { providerUrl } from '../../identity/realm.js';
import { findByHint, type UserRecord, users } from '../../identity/users.js';
import type { ContextOf } from '../../kit/context.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { Result } from '../../kit/handler.js';
import { type DeviceRecord, deviceLogins, waitingFor } from './device.js';
import { codePage, decidedPage, decisionPage, type DecisionQuestion } from './device-pages.js';
import { firstActive } from './login.js';
import { shownUsers } from './shown-users.js';

type DecideContext = ContextOf<typeof contract.oauth, 'decideDevice'>;
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

/** What the page asks. */
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

/** Writes a decision. */
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

/** Decides whether a device is logged in. */
export async function decideDevice(ctx: DecideContext): Promise<Outcome> {
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
