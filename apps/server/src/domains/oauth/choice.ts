/** What was chosen on the log-in page: it counts from the browser that was shown the page, for the same request, for a while. */
import { sha256 } from '#platform/runtime';
import { z } from 'zod';
import { browserMarkCookie, readBrowserMark, seal, unseal } from '../../identity/browser-session.js';
import { secretValue } from '../../identity/grants.js';
import type { AuthorizationRequest, AuthorizeContext } from './authorize-context.js';

/** The page can be answered for so long, by the clock of the sandbox. */
export const PAGE_LIFE_S = 600;

/** What the page adds to a request. */
const ANSWER = ['find_user', 'login_as', 'decision', 'confirm_token'];

const sealed = z.object({
  /** When the page was shown, in ms since 1970. */
  at: z.int(),
  /** The browser, and the request. */
  of: z.string(),
});

/** What was chosen. */
export type Choice =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'deny' | 'fail' | 'expire' }
  /** Nothing that counts: the page is too old, or another browser's. */
  | { readonly kind: 'stale' };

/** The parameters of a request without what the page adds, as fields of a form. */
export function requestFields(input: AuthorizationRequest): (readonly [name: string, value: string])[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined || ANSWER.includes(name)) return [];
    return [value].flat().map((one) => [name, String(one)] as const);
  });
}

function hashOf(mark: string, input: AuthorizationRequest): string {
  const text = JSON.stringify([mark, requestFields(input).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
  return sha256(text);
}

/** What the page that is shown now is answered with, for a request as the browser has sent it, and the cookie that its browser is known by. */
export function confirmation(
  { records, now, sandbox, browser, apiUrl }: AuthorizeContext,
  sent: AuthorizationRequest,
): {
  readonly token: string;
  readonly cookie: string;
} {
  const made = secretValue(records, ['log-in page', sandbox, now, ...requestFields(sent)]).slice(0, 24);
  const mark = readBrowserMark(browser.cookie) ?? made;
  return {
    token: seal(records, { at: now, of: hashOf(mark, sent) }, { purpose: 'choice', sandbox }),
    cookie: browserMarkCookie(mark, { apiUrl, seconds: PAGE_LIFE_S }),
  };
}

function isValid({ records, now, began, sandbox, browser }: AuthorizeContext, sent: AuthorizationRequest): boolean {
  const kind = { purpose: 'choice', sandbox } as const;
  const found = unseal(records, sent.confirm_token ?? '', { kind, schema: sealed });
  const mark = readBrowserMark(browser.cookie);
  if (found === undefined || mark === undefined || found.of !== hashOf(mark, sent)) return false;
  return began <= found.at && found.at <= now && now < found.at + PAGE_LIFE_S * 1000;
}

/** Reads what was chosen; undefined where the page was not answered. */
export function readChoice(ctx: AuthorizeContext, sent: AuthorizationRequest): Choice | undefined {
  const { login_as: id, decision } = sent;
  if (!ctx.browser.isPosted || (id === undefined && decision === undefined)) return undefined;
  if (!isValid(ctx, sent)) return { kind: 'stale' };
  if (decision === 'deny' || decision === 'fail' || decision === 'expire') return { kind: decision };
  return id === undefined ? undefined : { kind: 'user', id };
}
