/** A relying party written by hand: it can also do what no library would. */
import { createHash } from 'node:crypto';
import type { TestServer } from '../support.js';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import { Browser, type Page } from './browser.js';
import { formOf, responseOf } from './response-of.js';

/** Where the relying party waits for browsers. */
export const CALLBACK = 'http://127.0.0.1:3000/callback';

/** A PKCE verifier (RFC 7636 §4.1), and its challenge. */
export const VERIFIER = 'understudy-verifier-of-more-than-43-characters';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' } as const;

/** Parameters; undefined leaves out one that would be sent otherwise. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Tokens, as the token endpoint answers them. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** A client that authenticates with a secret, or with none. */
export interface Client {
  readonly id: string;
  readonly secret?: string;
}

export const web: Client = { id: 'understudy-web', secret: 'understudy-secret' };
export const spa: Client = { id: 'understudy-spa' };
export const eddsa: Client = { id: 'understudy-eddsa', secret: 'understudy-secret' };

/** Form fields without those that are undefined. */
export function form(parameters: Parameters): URLSearchParams {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given);
}

/** The header of client_secret_basic (RFC 6749 §2.3.1). */
export function basicHeader({ id, secret = '' }: Client): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
}

async function read(answering: Promise<Response>): Promise<JsonAnswer> {
  const answer = await answering;
  const json = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, headers: answer.headers, json };
}

/** A relying party at a sandbox, with a browser of its own. */
export class RelyingParty {
  readonly browser = new Browser();
  readonly issuer: string;
  readonly #server: TestServer;
  readonly #path: string;
  readonly #client: Client;
  readonly #always: Parameters;

  /** @param settings beside where and who, the parameters of every authorization request */
  constructor(
    server: TestServer,
    { base = '', client = web, always = {} }: { base?: string; client?: Client; always?: Parameters } = {},
  ) {
    this.#server = server;
    this.#always = always;
    this.#path = `${base}/api/oauth`;
    this.#client = client;
    this.issuer = server.origin + this.#path;
  }

  /** Name of the sandbox. */
  get sandbox(): string {
    return /^\/sandboxes\/([^/]+)/.exec(this.#path)?.[1] ?? 'default';
  }

  /** Sets the sandbox up. */
  async configure(settings: object): Promise<JsonAnswer> {
    return send(this.#server, 'PUT', `/sandboxes/${this.sandbox}`, settings);
  }

  /** Changes a user of the sandbox. */
  async changeUser(id: string, patch: object): Promise<JsonAnswer> {
    return send(this.#server, 'PATCH', this.#path.replace('oauth', `auth/users/${id}`), patch);
  }

  /** What the metadata says. */
  async metadata(): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.#server.fetch(`${this.#path}/.well-known/openid-configuration`);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** Moves the clock of the sandbox. */
  async advance(seconds: number): Promise<void> {
    const moved = await send(this.#server, 'POST', `/sandboxes/${this.sandbox}/clock`, { action: 'advance', seconds });
    if (moved.status !== 200) throw new Error(`the clock did not move: ${moved.status}`);
  }

  /** Address of an authorization request. */
  authorizeUrl(parameters: Parameters = {}): string {
    const request = { client_id: this.#client.id, redirect_uri: CALLBACK, response_type: 'code' };
    const query = form({ ...request, scope: 'openid profile email', state: 'state-1', ...this.#always, ...parameters });
    return `${this.issuer}/authorize?${query}`;
  }

  /** Sends the browser off with an authorization request. */
  async authorize(parameters: Parameters = {}, headers = {}): Promise<Page> {
    return this.browser.visit(this.authorizeUrl(parameters), { headers });
  }

  /** What the browser brings back. */
  async response(parameters: Parameters = {}): Promise<Readonly<Record<string, string>>> {
    return responseOf(await this.authorize(parameters)).says;
  }

  /** The code that the browser brings back. */
  async code(parameters: Parameters = {}): Promise<string> {
    const { code, ...rest } = await this.response(parameters);
    if (code === undefined) throw new Error(`there is no code, but ${JSON.stringify(rest)}`);
    return code;
  }

  /** The client's credentials as the token endpoint takes them: Basic, or the id alone. */
  credentials(): { headers: Record<string, string>; fields: Parameters } {
    const client = this.#client;
    const isPublic = client.secret === undefined;
    return isPublic
      ? { headers: {}, fields: { client_id: client.id } }
      : { headers: { authorization: basicHeader(client) }, fields: {} };
  }

  /** Sends a token request as it is. */
  async post(body: BodyInit, headers: Record<string, string> = {}): Promise<JsonAnswer> {
    return read(this.#server.fetch(`${this.#path}/token`, { method: 'POST', body, headers }));
  }

  /** Sends a form to an endpoint, with the client's credentials. */
  async ask(endpoint: 'token' | 'revoke' | 'introspect' | 'par' | 'device', fields: Parameters): Promise<JsonAnswer> {
    const { headers, fields: own } = this.credentials();
    const body = form({ ...own, ...fields });
    return read(this.#server.fetch(`${this.#path}/${endpoint}`, { method: 'POST', headers, body }));
  }

  /** Sends a token request with the client's credentials. */
  async token(parameters: Parameters): Promise<JsonAnswer> {
    return this.ask('token', parameters);
  }

  /** Redeems a code. */
  async redeem(code: string, parameters: Parameters = {}): Promise<JsonAnswer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...parameters });
  }

  /** Uses a refresh token. */
  async refresh(token: string, parameters: Parameters = {}): Promise<JsonAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, ...parameters });
  }

  /** Logs in, and gives the tokens. */
  async logIn(parameters: Parameters = {}): Promise<Tokens> {
    const pkce = this.#client.secret === undefined ? PKCE : {};
    const code = await this.code({ ...pkce, ...parameters });
    const verifier = this.#client.secret === undefined ? { code_verifier: VERIFIER } : {};
    return tokensOf(await this.redeem(code, verifier));
  }

  /** Asks another endpoint about a token, with the client's credentials. */
  async about(endpoint: 'revoke' | 'introspect', token: string, parameters: Parameters = {}): Promise<JsonAnswer> {
    return this.ask(endpoint, { token, ...parameters });
  }

  /** Sends the browser off to log out. */
  async logOut(parameters: Parameters = {}, headers = {}): Promise<Page> {
    return this.browser.visit(`${this.issuer}/logout?${form(parameters)}`, { headers });
  }

  /** Answers the page that asks whether to log out. */
  async answer(page: Page, decision: 'log_out' | 'stay' = 'log_out', changed: Parameters = {}): Promise<Page> {
    const { action, fields } = formOf(page);
    const sent = form({ ...fields, decision, ...changed });
    return this.browser.visit(new URL(action, this.issuer), { form: sent });
  }

  /** Logs the browser out without an ID token: it is asked, and says yes. */
  async leave(parameters: Parameters = {}): Promise<Page> {
    return this.answer(await this.logOut(parameters));
  }

  /** Asks for the claims of a token's user. */
  async userinfo(token: string, init: RequestInit = {}): Promise<JsonAnswer> {
    const headers = { authorization: `Bearer ${token}` };
    return read(this.#server.fetch(`${this.#path}/userinfo`, { headers, ...init }));
  }

  /** Status of userinfo for a token: 200 while it is good, 401 afterwards. */
  async statusOf(token: string): Promise<number> {
    return (await this.userinfo(token)).status;
  }
}

/** The tokens of an answer; fails where it holds none. */
export function tokensOf({ status, json }: JsonAnswer): Tokens {
  const { access_token = '', refresh_token = '', id_token = '' } = json as Partial<Tokens>;
  if (status !== 200 || access_token === '') throw new Error(`no tokens: ${status} ${JSON.stringify(json)}`);
  return { access_token, refresh_token, id_token };
}

/** Payload of a JWT, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** Status and error code of an answer of OAuth. */
export function failure({ status, json }: JsonAnswer): string {
  return `${status} ${typeof json['error'] === 'string' ? json['error'] : '(no code)'}`;
}
