/** What a client is told when a session of its user ends: identity makes a token of it, and webhooks deliver that. */
import { z } from 'zod';
import type { WritableRecords } from './records.js';

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
