/** What the user of a device does with its code: a page for browsers, JSON for programs (RFC 8628 §3.3). */
import type { contract } from '@understudy/contract';
import type { z } from 'zod';
import { beginningOf, newBrowserSession, sessionCookie } from '../../identity/browser-session.js';
import { clientIn } from '../../identity/clients.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { issuerOf } from '../../identity/realm.js';
import { findByHint, type UserRecord, users } from '../../identity/users.js';
import type { ContextOf } from '../../kit/context.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { Result } from '../../kit/handler.js';
import { type DeviceRecord, deviceLogins, waitingFor } from './device.js';
import { codePage, decidedPage, decisionPage } from './device-pages.js';
import { firstActive } from './login.js';

type DecideContext = ContextOf<typeof contract.oauth, 'decideDevice'>;
type Outcome = Result<z.output<DecideContext['operation']['whole']>>;

/** Who decides: whom the request names, else whoever is logged in, else the first active user. */
function deciding({ input: { login_hint: hint }, records, credential: own }: DecideContext): UserRecord {
  const user = hint === undefined ? undefined : findByHint(records, hint);
  if (hint !== undefined && user?.status !== 'active') {
    throw oauthFault('access_denied', 'login_hint names no active user', 'login_hint');
  }
  return user ?? (own && records.get(users, own.user.id)) ?? firstActive(records);
}

const NOBODY = { client_id: null, scope: null, user_id: null } as const;

/** The answer where no device waits for a code; none may be sent to be asked for it. */
function unknown(ctx: DecideContext, code: string | undefined): Outcome {
  const action = `${new URL(issuerOf(ctx)).pathname}/device`;
  if (code !== undefined && ctx.browser.prefers !== 'html') {
    throw oauthFault('invalid_request', 'no device waits for this user_code', 'user_code');
  }
  return {
    value: { ...NOBODY, user_code: code ?? null, status: 'unknown' },
    ...(ctx.browser.prefers === 'html' ? { redirect: codePage({ action, wrong: code }) } : {}),
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
  const user = deciding(ctx);
  const { user_code, client_id, scope } = found;
  if (decision !== undefined && decision !== 'allow' && decision !== 'deny') {
    throw oauthFault('invalid_request', 'decision must be allow or deny', 'decision');
  }
  // A link leads to the question, never past it: what writes is a form that was sent.
  if (decision === undefined || !browser.isPosted) {
    const action = `${new URL(issuerOf(ctx)).pathname}/device/decision`;
    const { metadata } = clientIn(ctx, client_id);
    const name = 'client_name' in metadata ? String(metadata.client_name) : client_id;
    const page = { action, user_code, client: name, scope, user, hint: input.login_hint };
    return {
      value: { user_code, client_id, scope, status: 'pending', user_id: null },
      ...(browser.prefers === 'html' ? { redirect: decisionPage(page) } : {}),
    };
  }
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
