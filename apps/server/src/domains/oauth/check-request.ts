/** Checks a request for authorization and the client that makes it. */
import { requestedAudiences } from '../../identity/realm.js';
import { isPublic, type OAuthClient } from '../../identity/clients.js';
import { oauthFault, readClaims } from '../../identity/claims.js';
import {
  isRedirectAllowed,
  isRedirectWellFormed,
  REDIRECT_RULE,
  type RedirectRules,
} from '../../identity/redirects.js';
import { badRequest } from '../../kit/problem-error.js';
import { isLoopback } from '../../kit/sandbox-address.js';
import type { authorizationParameters, oauth as declared } from '@understudy/contract/oauth';
import type { z } from 'zod';
import type { Browser, ContextOf } from '../../kit/context.js';
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
function responseTypeOf(type: string): (typeof responseTypes)[number] | undefined {
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

type ResponseMode = (typeof responseModes)[number];

/** The mode of a response: the one that is asked for, else that of its type; an app is opened by its address alone. */
export function responseMode(input: Readonly<Record<string, unknown>>, uri: string): ResponseMode {
  const type = input['response_type'];
  const usual = usualMode(typeof type === 'string' ? type : undefined);
  const asked = responseModes.find((mode) => mode === input['response_mode']);
  return asked === undefined || (asked === 'form_post' && !/^https?:/i.test(uri)) ? usual : asked;
}

/** Where a response goes, and what it repeats of the request. */
interface ResponseAddress {
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

/** What the endpoint is given. */
export type AuthorizeContext = ContextOf<typeof declared, 'authorize'>;

/** An authorization request, parsed. */
export type AuthorizationRequest = AuthorizeContext['input'];

/** What it asks for, wherever that stands: in the request itself, in a request object, or where it was pushed to. */
export type RequestParameters = z.infer<z.ZodObject<typeof authorizationParameters>>;

/**
 * Checks where the browser is to be sent. These faults are never redirected (RFC 6749 §4.1.2.1):
 * they would make the server send browsers to an address nobody vouches for.
 */
export function checkTarget(input: RequestParameters, rules: RedirectRules): void {
  const faults = [];
  if (input.client_id === undefined) faults.push({ parameter: 'client_id', code: 'required', detail: 'is required' });
  if (input.redirect_uri === undefined) {
    faults.push({ parameter: 'redirect_uri', code: 'required', detail: 'is required' });
  } else if (!isRedirectAllowed(input.redirect_uri, rules)) {
    faults.push({ parameter: 'redirect_uri', code: 'not_allowed', detail: REDIRECT_RULE });
  }
  if (faults.length > 0) throw badRequest(faults);
}

const PROMPTS = ['none', 'login', 'consent', 'select_account'];

function checkPrompt(prompt: string | undefined): void {
  const prompts = prompt?.split(' ') ?? [];
  if (!prompts.every((one) => PROMPTS.includes(one))) {
    throw oauthFault('invalid_request', `prompt must be one or more of ${PROMPTS.join(', ')}`, 'prompt');
  }
  if (prompts.includes('none') && prompts.length > 1) {
    throw oauthFault('invalid_request', 'prompt=none cannot be combined with another value', 'prompt');
  }
}

function checkPkce(
  { response_type, code_challenge, code_challenge_method }: RequestParameters,
  client: OAuthClient | undefined,
): void {
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined) {
      throw oauthFault('invalid_request', 'code_challenge_method needs a code_challenge', 'code_challenge');
    }
    // Without a code there is nothing that it would protect.
    if (response_type !== undefined && !bringsCode(response_type)) return;
    if (client !== undefined && isPublic(client)) {
      throw oauthFault('invalid_request', 'a public client must send a code_challenge (PKCE)', 'code_challenge');
    }
    return;
  }
  if (code_challenge_method !== 'S256') {
    throw oauthFault('invalid_request', 'code_challenge_method must be S256', 'code_challenge_method');
  }
  if (!/^[\w-]{43}$/.test(code_challenge)) {
    throw oauthFault('invalid_request', 'code_challenge must be 43 characters of base64url', 'code_challenge');
  }
}

function checkMode({ response_type, response_mode, redirect_uri = '' }: RequestParameters): void {
  if (response_mode === undefined) return;
  if (!responseModes.some((mode) => mode === response_mode)) {
    throw oauthFault('invalid_request', `response_mode must be one of ${responseModes.join(', ')}`, 'response_mode');
  }
  // Queries are logged and passed on (OAuth 2.0 Multiple Response Types §3.0).
  if (response_mode === 'query' && bringsIdToken(response_type)) {
    throw oauthFault('invalid_request', 'an ID token is never sent in a query', 'response_mode');
  }
  if (response_mode === 'form_post' && !/^(?:https?:|$)/i.test(redirect_uri)) {
    throw oauthFault('invalid_request', 'form_post needs a redirect_uri of http or https', 'response_mode');
  }
}

/** What an ID token at once needs (OpenID Connect Core §3.2.2.1, §3.3.2.1). */
function checkIdToken({ response_type, nonce, scope }: RequestParameters): void {
  if (!bringsIdToken(response_type)) return;
  if (nonce === undefined) throw oauthFault('invalid_request', `response_type=${response_type} needs a nonce`, 'nonce');
  if (scope !== undefined && !scope.split(' ').includes('openid')) {
    throw oauthFault('invalid_scope', `response_type=${response_type} needs the scope openid`, 'scope');
  }
}

/** Checks everything else; parameters may be missing, but present ones must be well formed. */
export function checkRequest(input: RequestParameters, client: OAuthClient | undefined): void {
  const { response_type, redirect_uri, scope } = input;
  if (redirect_uri !== undefined && !isRedirectWellFormed(redirect_uri)) {
    const detail =
      'redirect_uri must be an absolute URL, http, https or of a private-use scheme, without fragment or credentials';
    throw oauthFault('invalid_request', detail, 'redirect_uri');
  }
  if (response_type !== undefined && responseTypeOf(response_type) === undefined) {
    const detail = `response_type must be one of ${responseTypes.join(', ')}`;
    throw oauthFault('unsupported_response_type', detail, 'response_type');
  }
  checkMode(input);
  checkIdToken(input);
  // RFC 6749 §3.3: printable ASCII without quote and backslash.
  if (scope !== undefined && !/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scope)) {
    throw oauthFault('invalid_scope', 'scope must be names separated by single spaces', 'scope');
  }
  readClaims(input);
  requestedAudiences(input);
  checkPrompt(input.prompt);
  checkPkce(input, client);
}

/** An address of this machine without its port, which an app on a device cannot choose (RFC 8252 §7.3). */
function anyPort(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  if (url.protocol !== 'http:' || !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return undefined;
  url.port = '';
  return url.href;
}

/** Whether a client may be redirected to an address: those that it has registered, to the letter, where it has any. */
export function isTargetOf(client: OAuthClient | undefined, uri: string): boolean {
  if (client?.isGone === true) return false;
  const { redirect_uris: known, application_type: type } = client?.metadata ?? {};
  if (known === undefined || known.includes(uri)) return true;
  const own = type === 'native' ? anyPort(uri) : undefined;
  return own !== undefined && known.some((one) => anyPort(one) === own);
}

/** Checks that the browser is sent to the client. This fault is never redirected, like those of `checkTarget`. */
export function checkClientTarget({ redirect_uri: uri }: RequestParameters, client: OAuthClient | undefined): void {
  if (client?.isGone === true) {
    const gone = 'must be a client that is registered in this sandbox: this one is not, or no longer';
    throw badRequest([{ parameter: 'client_id', code: 'not_registered', detail: gone }]);
  }
  if (uri === undefined || isTargetOf(client, uri)) return;
  const detail = 'must be one of the redirect_uris that are known of the client, to the letter';
  throw badRequest([{ parameter: 'redirect_uri', code: 'not_registered', detail }]);
}

/** Checks what else the client has bound itself to. */
export function checkClient(
  { response_type: type, dpop_jkt: jkt }: RequestParameters,
  client: OAuthClient | undefined,
): void {
  if (jkt !== undefined && !/^[\w-]{43}$/.test(jkt)) {
    throw oauthFault(
      'invalid_request',
      'dpop_jkt must be a SHA-256 thumbprint: 43 characters of base64url',
      'dpop_jkt',
    );
  }
  if (type !== undefined && client?.allows(responseTypeOf(type) ?? type) === false) {
    throw oauthFault('unauthorized_client', 'the client has not registered this response_type', 'response_type');
  }
}
