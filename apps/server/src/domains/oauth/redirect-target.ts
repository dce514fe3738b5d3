/** Where an authorization request sends the browser: to its client, with what came of it. */
import type { Browser } from '../../kit/context.js';
import type { ForBrowser, HtmlPage } from '../../kit/handler.js';
import { html } from '../../kit/html.js';
import { hiddenFields, page } from './page.js';

/**
 * The response types. Those with `token` are left out: they send an access token through the address line, which RFC 9700
 * §2.1.2 advises against, and it would have to be remembered by a request that writes nothing.
 */
export const responseTypes = ['code', 'id_token', 'code id_token', 'none'] as const;

function words(type: string | undefined): ReadonlySet<string> {
  return new Set(type?.split(' '));
}

/** The response type that is meant, whose words may come in any order; undefined where there is none such. */
export function responseTypeOf(type: string): (typeof responseTypes)[number] | undefined {
  const inOrder = (one: string) => one.split(' ').toSorted().join(' ');
  return responseTypes.find((one) => inOrder(one) === inOrder(type));
}

/** Whether a response type brings a code. */
export function bringsCode(type: string | undefined): boolean {
  return words(type).has('code');
}

/** Whether a response type brings an ID token at once. */
export function bringsIdToken(type: string | undefined): boolean {
  return words(type).has('id_token');
}

/** How a response gets to its client where nothing else is asked for: tokens in the fragment (Multiple Response Types §5). */
function usualMode(type: string | undefined): 'fragment' | 'query' {
  return bringsIdToken(type) || words(type).has('token') ? 'fragment' : 'query';
}

const SCRIPT = 'document.forms[0].submit();';

/** No form leads to what a browser would run; where the client sends the browser on is its own matter. */
const FORMS = 'http: https:';

/** The page: it sends itself, and has a button for browsers without scripts. */
function formPost(uri: string, parameters: Readonly<Record<string, string>>): HtmlPage {
  const body = html`<form method="post" action="${new URL(uri).href}">
    ${hiddenFields(Object.entries(parameters))}
    <noscript><button class="first" type="submit">Continue</button></noscript>
  </form>`;
  return page({ title: 'Back to the app', body, formAction: FORMS, script: SCRIPT });
}

/** Of these an authorization request has at least one. */
const REQUEST = ['client_id', 'redirect_uri', 'response_type'];

/** These only a client sends that waits at its redirect_uri. */
const SIGNS = ['state', 'nonce', 'code_challenge', 'prompt', 'request', 'request_uri'];

/** Whether a browser or an OIDC client is asking, which wants to be redirected. */
export function wantsRedirect(input: Readonly<Record<string, unknown>>, { prefers, isPosted }: Browser): boolean {
  const sends = (names: readonly string[]): boolean => names.some((name) => input[name] !== undefined);
  if (!sends(REQUEST)) return false;
  if (isPosted || input['response_mode'] !== undefined) return true;
  return prefers !== 'json' && (prefers === 'html' || sends(SIGNS));
}

/** Ways in which a response gets to its client (OAuth 2.0 Multiple Response Types §2.1). */
export const responseModes = ['query', 'fragment', 'form_post'] as const;

/** How a response gets to its client. */
export type ResponseMode = (typeof responseModes)[number];

/** The mode of a response: the one that is asked for, else that of its type; an app is opened by its address alone. */
export function responseMode(input: Readonly<Record<string, unknown>>, uri: string): ResponseMode {
  const type = input['response_type'];
  const usual = usualMode(typeof type === 'string' ? type : undefined);
  const asked = responseModes.find((mode) => mode === input['response_mode']);
  return asked === undefined || (asked === 'form_post' && !/^https?:/i.test(uri)) ? usual : asked;
}

/** Where a response goes, and what it repeats of the request. */
export interface ResponseAddress {
  readonly uri: string;
  readonly state: string | undefined;
  readonly issuer: string;
  readonly mode: ResponseMode;
}

/** An authorization response on its way to its client (RFC 6749 §3.1.2, §4.1.2; RFC 9207 §2). */
export function toClient(
  parameters: Readonly<Record<string, string>>,
  { uri, state, issuer, mode }: ResponseAddress,
): ForBrowser {
  const all = { ...parameters, ...(state === undefined ? {} : { state }), iss: issuer };
  if (mode === 'form_post') return formPost(uri, all);
  if (mode === 'fragment') return { location: `${new URL(uri).href}#${new URLSearchParams(all)}` };
  return { location: withParameters(uri, all) };
}

/** An address with parameters behind those of its own query. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(uri);
  if (Object.keys(parameters).length === 0) return url.href;
  // Appended as text: to parse the client's own query and write it again would change its spelling.
  const before = url.search === '' ? '' : `${url.search}&`;
  url.search = `${before}${new URLSearchParams(parameters)}`;
  return url.href;
}
