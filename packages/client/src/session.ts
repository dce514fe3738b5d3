/** The token of a client, and how it is renewed: once for all the calls that need a new one at the same time. */

/**
 * Gets a new token.
 *
 * @example
 * ```ts
 * import { createClient, type Refresh } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const app = { grant_type: 'client_credentials', client_id: 'understudy-web', client_secret: 'understudy-secret' };
 * const refresh: Refresh = async () => (await api.oauth.exchangeToken(app)).access_token;
 * const mine = api.with({ token: await refresh(), refresh });
 * ```
 */
export type Refresh = () => Promise<string>;

/**
 * The tokens of a login, as `auth.login` and `auth.refresh` give them.
 *
 * @example
 * ```ts
 * import { createClient, type SessionTokens } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const kept = new Map<string, SessionTokens>();
 * const login = async (email: string, password: string) =>
 *   api.withSession(await api.auth.login({ email, password }), (session) => void kept.set(email, session));
 * ```
 */
export interface SessionTokens {
  readonly access_token: string;
  /** Good for one use. */
  readonly refresh_token: string;
}

/** A token that may be replaced by a newer one. */
export class Session {
  readonly #refresh: Refresh | undefined;
  #token: string | undefined;
  #running: Promise<void> | undefined;

  constructor(token: string | undefined, refresh: Refresh | undefined) {
    this.#token = token;
    this.#refresh = refresh;
  }

  /** The token to send. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Sees to it that the token is another one than that which was refused; false where there is no way to get one. */
  async renew(refused: string | undefined): Promise<boolean> {
    const refresh = this.#refresh;
    if (refresh === undefined || refused === undefined) return false;
    // Another call may have got a new one since.
    if (this.#token !== refused) return true;
    this.#running ??= this.#replace(refresh);
    await this.#running;
    return true;
  }

  async #replace(refresh: Refresh): Promise<void> {
    try {
      this.#token = await refresh();
    } finally {
      this.#running = undefined;
    }
  }
}

/** A refresh that exchanges the refresh token at hand, and keeps the one that replaces it. */
export function refreshOf(
  given: SessionTokens,
  exchange: (refreshToken: string) => Promise<SessionTokens>,
  onRefresh: ((session: SessionTokens) => void | Promise<void>) | undefined,
): Refresh {
  let tokens = given;
  return async () => {
    tokens = await exchange(tokens.refresh_token);
    await onRefresh?.(tokens);
    return tokens.access_token;
  };
}
