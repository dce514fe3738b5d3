/** Ends the session of a browser, and sends it back to its client (OpenID Connect RP-Initiated Logout). */
import type { contract } from '@understudy/contract';
import type { z } from 'zod';
import { endBrowserSession, isBrowserSession, noSessionCookie } from '../../identity/browser-session.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { isRedirectAllowed, REDIRECT_RULE, type RedirectRules } from '../../identity/redirects.js';
import { readIdTokenHint, realmOf } from '../../identity/tokens.js';
import type { ContextOf } from '../../kit/context.js';
import type { ForBrowser, Result } from '../../kit/handler.js';
import { withParameters } from './redirect-target.js';

type EndContext = ContextOf<typeof contract.oauth, 'endSession'>;
type LoggedOut = z.output<EndContext['operation']['whole']>;

/** The login that the hint speaks of; a hint that is none of ours is refused. */
async function hinted(ctx: EndContext): ReturnType<typeof readIdTokenHint> {
  const { id_token_hint: hint, client_id: client } = ctx.input;
  if (hint === undefined) return undefined;
  const found = await readIdTokenHint(hint, realmOf(ctx));
  if (found === undefined) throw oauthFault('invalid_request', 'id_token_hint is no ID token of ours', 'id_token_hint');
  if (client !== undefined && found.aud !== client) {
    throw oauthFault('invalid_request', 'client_id is not that of the ID token', 'client_id');
  }
  return found;
}

/** Logs out. */
export async function endSession(ctx: EndContext, redirects: RedirectRules): Promise<Result<LoggedOut>> {
  const { input, records, now, credential: own } = ctx;
  const { post_logout_redirect_uri: uri, state } = input;
  // Nothing ends where it cannot be said so to the client.
  if (uri !== undefined && !isRedirectAllowed(uri, redirects)) {
    throw oauthFault('invalid_request', `post_logout_redirect_uri ${REDIRECT_RULE}`, 'post_logout_redirect_uri');
  }
  const hint = await hinted(ctx);
  // A browser in which somebody else has logged in since keeps that session.
  const isOwn = own !== undefined && (hint === undefined || hint.sub === own.user.id);
  // A hint ends no login that had no browser: the keys are published, so that anyone may have signed it.
  const named = hint?.sid !== undefined && isBrowserSession(hint.sid) ? [hint.sid] : [];
  const sids = new Set([...(isOwn ? [own.sid] : []), ...named]);
  for (const sid of sids) endBrowserSession(records, sid, now);
  const cookie = isOwn ? noSessionCookie(ctx) : undefined;
  const redirect: ForBrowser | undefined =
    uri === undefined ? undefined : { location: withParameters(uri, state === undefined ? {} : { state }), cookie };
  return { value: { logged_out: true }, redirect };
}
