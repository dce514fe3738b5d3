/** What a sandbox says of the logins in it, and what a client is told when a session of its user ends. */
import type { OAuthClient, Sandbox } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import type { WritableRecords } from './records.js';

/** What a sandbox says of the logins in it; what is left out is as it comes. */
export interface LoginSettings {
  /** Whether browsers are shown who there is to log in; left out: nobody is asked. */
  readonly login?: Sandbox['login'] | undefined;
  /** What ID tokens say of users; left out: the claims of their scopes. */
  readonly id_token_claims?: Sandbox['id_token_claims'] | undefined;
  /** The scopes that can be granted; left out: any. */
  readonly scopes?: readonly string[] | null | undefined;
  /** The clients of which more is known than their id; left out: none. */
  readonly oauth_clients?: readonly OAuthClient[] | undefined;
  /** Whether proofs of possession need a nonce of the server; left out: not. */
  readonly dpop_nonce?: Sandbox['dpop_nonce'] | undefined;
  /** Polls after which the login of a device is allowed by itself; left out: never. */
  readonly device_auto_approve?: number | null | undefined;
}

/** The settings of logins alone, without those that say nothing. */
export function loginSettings(given: LoginSettings): {
  login?: 'page';
  id_token_claims?: 'minimal';
  scopes?: string[];
  oauth_clients?: OAuthClient[];
  dpop_nonce?: 'required';
  device_auto_approve?: number;
} {
  const { login, id_token_claims, scopes, oauth_clients: clients = [], dpop_nonce, device_auto_approve: polls } = given;
  return {
    ...(login === 'page' ? { login } : {}),
    ...(id_token_claims === 'minimal' ? { id_token_claims } : {}),
    ...(scopes ? { scopes: [...scopes] } : {}),
    ...(clients.length > 0 ? { oauth_clients: [...clients] } : {}),
    ...(dpop_nonce === 'required' ? { dpop_nonce } : {}),
    ...(typeof polls === 'number' ? { device_auto_approve: polls } : {}),
  };
}

/** What a client is told (OpenID Connect Back-Channel Logout §2.4). */
export const logoutNotice = z.object({
  client_id: z.string(),
  /** The issuer, as in the ID token of the client. */
  iss: z.string(),
  /** Whose session it was. */
  sub: z.string(),
  /** The session. */
  sid: z.string(),
  /** What its tokens are signed with. */
  alg: z.enum(['RS256', 'EdDSA']),
});

/** What a client is told. */
export type LogoutNotice = z.infer<typeof logoutNotice>;

/** When a token is made, and its id. */
export interface TokenStamp {
  /** The present in ms since 1970. */
  readonly now: number;
  readonly jti: string;
}

/** Makes the logout token of a notice. */
export type MakeLogoutToken = (notice: LogoutNotice, stamp: TokenStamp) => Promise<string>;

/** The end of a session, to be told to a client. */
export interface LogOut {
  readonly notice: LogoutNotice;
  /** Where the client takes logout tokens. */
  readonly url: string;
}

/** Tells clients of logouts, in the same write as the logout. */
export interface LogoutOutbox {
  logOut(records: WritableRecords, logOut: LogOut): void;
}
